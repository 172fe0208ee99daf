import type { Endpoint, InputOf } from '#core/http/endpoint.ts'
import type { ErrorCode } from '#core/errors.ts'
import type { AccessFixtures } from './access-fixtures.ts'

/** The callers of every endpoint. All fixtures are Mika's, except Ren's own purchase. */
export const callers = ['guest', 'ren', 'aoi', 'sora', 'expired', 'mika'] as const
export type Caller = (typeof callers)[number]
export type Outcome = ErrorCode | 'done'
export type Outcomes = Record<Caller, Outcome>
type Exceptions = Partial<Outcomes>

export interface Row {
  endpoint: Endpoint
  input: (fixtures: AccessFixtures, caller: Caller) => Record<string, unknown>
  outcomes: Outcomes
}

const each = (outcome: Outcome): Outcomes => ({
  guest: outcome,
  ren: outcome,
  mika: outcome,
  aoi: outcome,
  sora: outcome,
  expired: outcome,
})
export const everyone = (outcome: Outcome = 'done', but: Exceptions = {}) => ({
  ...each(outcome),
  ...but,
})
export const signedIn = (outcome: Outcome = 'done', but: Exceptions = {}) => ({
  ...each(outcome),
  guest: 'not_signed_in' as const,
  expired: 'session_expired' as const,
  ...but,
})
export const creatorsOnly = (outcome: Outcome = 'done', but: Exceptions = {}) => ({
  ...signedIn(outcome),
  ren: 'creators_only' as const,
  sora: 'creators_only' as const,
  ...but,
})
export const adminsOnly = (outcome: Outcome = 'done') => ({
  ...signedIn('admins_only'),
  sora: outcome,
})
/** What another creator gets for something that only its owner sees. */
export const otherCreator = { aoi: 'not_found' } as const
/** What another creator gets for something that everybody sees. */
export const othersPublicThing = { aoi: 'forbidden' } as const

/** Makes a row whose input is checked against the endpoint's own schema. */
export function row<E extends Endpoint>(
  endpoint: E,
  outcomes: Outcomes,
  input: (fixtures: AccessFixtures, caller: Caller) => InputOf<E>,
): Row {
  return { endpoint, outcomes, input }
}

export const noInput = () => ({})
export const titleInput = ({ film }: AccessFixtures) => ({ id: film.kid })

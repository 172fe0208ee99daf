import type { Endpoint, InputOf } from '#core/http/endpoint.ts'
import type { ErrorCode } from '#core/errors.ts'
import type { AccessFixtures } from './access-fixtures.ts'

/** Who stands before a door. Everything in the street is Mika's, but for Ren's own purchase. */
export const callers = ['guest', 'ren', 'mika', 'aoi', 'sora', 'expired'] as const
export type Caller = (typeof callers)[number]
type Outcome = ErrorCode | 'done'
export type Outcomes = Record<Caller, Outcome>
type But = Partial<Outcomes>

export interface Row {
  endpoint: Endpoint
  input: (fixtures: AccessFixtures, caller: Caller) => Record<string, unknown>
  outcomes: Outcomes
}

const each = (outcome: Outcome): Outcomes => ({
  ...{ guest: outcome, ren: outcome, mika: outcome, aoi: outcome, sora: outcome, expired: outcome },
})
export const anybody = (outcome: Outcome = 'done', but: But = {}) => ({ ...each(outcome), ...but })
export const people = (outcome: Outcome = 'done', but: But = {}) => ({
  ...each(outcome),
  ...({ guest: 'not_signed_in', expired: 'session_expired' } as const),
  ...but,
})
export const creators = (outcome: Outcome = 'done', but: But = {}) => ({
  ...people(outcome),
  ...({ ren: 'creators_only', sora: 'creators_only' } as const),
  ...but,
})
export const admins = (outcome: Outcome = 'done') => ({
  ...people('admins_only'),
  ...{ sora: outcome },
})
export const stranger = { aoi: 'not_found' } as const

/** A row whose input is checked against the call's own shape. */
export function row<E extends Endpoint>(
  endpoint: E,
  outcomes: Outcomes,
  input: (fixtures: AccessFixtures, caller: Caller) => InputOf<E>,
): Row {
  return { endpoint, outcomes, input }
}

export const nothing = () => ({})
export const theTitle = ({ film }: AccessFixtures) => ({ id: film.kid })

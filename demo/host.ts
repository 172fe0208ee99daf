import { type Endpoint, type InputOf, type ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx, Person } from '#core/context.ts'
import { dispatcher } from '#core/http/http.ts'
import { whoIs } from '#src/accounts/account/session.ts'
import { api } from '#src/api.ts'
import type { createApp } from '#src/app.ts'
import { people, type PersonKey } from './people.ts'

export type App = Awaited<ReturnType<typeof createApp>>
interface When {
  /** Not now, but then: the past weeks are told in order. */
  at?: Date
  /** The request id of calls that are done once; the same each time the program starts. */
  key?: string
}
export type Host = ReturnType<typeof openHost>

const DAY_MS = 86_400_000

/** When the jobs of the demo's uploads and offers take place, by the id that they carry. */
const times = new Map<string, Date>()

/** The time of a job that belongs to the past weeks; for all others `undefined`, which is now. */
export function jobTime(payload: unknown): Date | undefined {
  const { id } = (payload ?? {}) as { id?: string }
  return id === undefined ? undefined : times.get(id)
}

/** From here on the jobs that carry this id take place then. */
export const dateJobs = (id: string, at: Date) => times.set(id, at)

/** The house as the demo's people use it: through its calls, each at a time of its own. */
export function openHost(app: App, signal?: AbortSignal) {
  const open = dispatcher(api)
  const known = new Map<PersonKey, Person>()
  const today = app.jobCtx('demo').now

  function ctxOf(who: PersonKey | undefined, { at, key }: When = {}): Ctx {
    const ctx = app.jobCtx('demo')
    const asked = { now: at ?? ctx.now, person: who && known.get(who), key }
    return { ...ctx, db: app.db, ...asked, ...(signal && { signal }) }
  }
  return {
    app,
    signal,
    ctxOf,
    /** A time so many days before today, at an hour that differs from one `salt` to the next. */
    daysAgo: (days: number, salt = 0) =>
      new Date(today.getTime() - days * DAY_MS - ((salt * 7_919) % 600) * 60_000),
    account: (who: PersonKey) => known.get(who)!.account_id,
    /** Asks as one of the people, or as nobody. */
    ask: async <E extends Endpoint>(
      who: PersonKey | undefined,
      endpoint: E,
      input: InputOf<E>,
      when: When = {},
    ) => {
      signal?.throwIfAborted()
      return (await open(ctxOf(who, when), endpoint, input)) as ReplyOf<E>
    },
    /** From here on this person asks with this session. */
    enter: async (who: PersonKey, token: string, at: Date) => {
      const person = await whoIs(app.db, token, at)
      if (typeof person !== 'object') throw new Error(`${people[who].email} has no session`)
      known.set(who, person)
    },
  }
}

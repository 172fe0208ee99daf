import { type Endpoint, type InputOf, type ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx, Person } from '#core/context.ts'
import { dispatcher } from '#core/http/http.ts'
import { personOfToken } from '#src/accounts/account/session.ts'
import { api } from '#src/api.ts'
import type { createApp } from '#src/app.ts'
import { people, type PersonKey } from './people.ts'

export type App = Awaited<ReturnType<typeof createApp>>
interface CallOptions {
  /** The time of the call, because the past weeks are replayed in order; by default now. */
  at?: Date
  /** The idempotency key of the call, which is the same at every start of the program. */
  key?: string
}
export type DemoClient = ReturnType<typeof openClient>

const DAY_MS = 86_400_000

/** The times of the jobs of demo uploads and offers, by the id in their payload. */
const jobTimes = new Map<string, Date>()

/** Returns the time of a job of the past weeks, or undefined for now. */
export function jobTime(payload: unknown): Date | undefined {
  const { id } = (payload ?? {}) as { id?: string }
  return id === undefined ? undefined : jobTimes.get(id)
}

/** Sets the time of all further jobs with this id. */
export const dateJobs = (id: string, at: Date) => jobTimes.set(id, at)

/** Returns a client that calls the API as the demo's people, each call at its own time. */
export function openClient(app: App, signal?: AbortSignal) {
  const open = dispatcher(api)
  const sessions = new Map<PersonKey, Person>()
  const today = app.jobCtx('demo').now

  function ctxOf(who: PersonKey | undefined, { at, key }: CallOptions = {}): Ctx {
    const ctx = app.jobCtx('demo')
    const times = at && { now: at, time: () => at }
    const caller = { person: who && sessions.get(who), key }
    return { ...ctx, db: app.db, ...times, ...caller, ...(signal && { signal }) }
  }
  return {
    app,
    signal,
    ctxOf,
    /** Returns a time some days before today, at an hour that depends on `salt`. */
    daysAgo: (days: number, salt = 0) =>
      new Date(today.getTime() - days * DAY_MS - ((salt * 7_919) % 600) * 60_000),
    account: (who: PersonKey) => sessions.get(who)!.account_id,
    /** Calls an endpoint as one of the people, or signed out. */
    call: async <E extends Endpoint>(
      who: PersonKey | undefined,
      endpoint: E,
      input: InputOf<E>,
      when: CallOptions = {},
    ) => {
      signal?.throwIfAborted()
      return (await open(ctxOf(who, when), endpoint, input)) as ReplyOf<E>
    },
    /** Uses this session for all further calls of the person. */
    setSession: async (who: PersonKey, token: string, at: Date) => {
      const person = await personOfToken(app.db, token, at)
      if (typeof person !== 'object') throw new Error(`${people[who].email} has no session`)
      sessions.set(who, person)
    },
  }
}

import type { Db } from './database/db.ts'
import type { Replicas } from './database/replicas.ts'
import { type ErrorCode, type ErrorParams, fail } from './errors.ts'
import type { Language } from './language.shared.ts'

/**
 * Holds what the app adds to every context: its configuration and its vendor clients. Each is
 * declared where its type is defined, with `declare module '#core/context.ts'`.
 */
export interface AppContext {}

/** The texts that the server itself sends, each in the reader's language: refusals, mails, names in files. */
export interface ServerTexts {
  refusal(lang: string, code: ErrorCode, params: ErrorParams): string
  /**
   * Writes a mail of the kind `name` in a language, or in English if that has no texts. `path` leads to
   * what it is about, for a notification in the app; undefined if there is none.
   */
  mail(
    name: string,
    of: { lang: string; publicUrl: string; facts: object; unsubscribe?: string | undefined },
  ): Promise<{
    lang: string
    subject: string
    html: string
    text: string
    path: string | undefined
  }>
  /** Returns a username as pages show it: the words for a deleted account instead of its pseudonym. */
  personName(lang: string, username: string): string
  /** Returns the language of a request: the chosen one, then the address's, then the browser's. */
  language(request: Pick<Request, 'headers' | 'url'>): Language
}

/** The person who is signed in. */
export interface Person {
  account_id: string
  role: 'STANDARD_USER' | 'ORH' | 'ADMIN'
  username: string
  email: string
  /** The currency that the account has chosen for prices; null if none. */
  currency: string | null
  session_id: string
}

/** The values that an action may read or use. A job has no person, key or request. */
export interface Ctx extends AppContext {
  db: Db
  /** The standbys that guests may read from. */
  replicas?: Replicas | undefined
  /** A guest must see what was committed until then, in `performance.now()`. */
  asOf?: number
  /** True for a browser that wrote something a moment ago, and must see it. */
  hasWritten?: boolean
  /** The time at which the request or job began. Deadlines are decided by it. */
  now: Date
  /**
   * Returns the time as it is by then. An action reads it once it holds its locks, and dates by it what
   * it writes: so no action is dated before the one that it waited for.
   */
  time: () => Date
  texts: ServerTexts
  /** Names the call or job: `POST /assets/purchase`. */
  call: string
  lang: Language
  person?: Person | undefined
  /** True if the request carried a session that has ended. */
  expired?: boolean
  /** The scopes of the API key that the request carried. The person is its owner. */
  apiKey?: { scopes: readonly string[] }
  /** The request's `Idempotency-Key`. */
  key?: string | undefined
  ip: string
  /** The id in the browser's cookie, or `direct` for a program without cookies. */
  browser: string
  /** ISO 3166 country code; ZZ if unknown, JP if no source of countries is configured. */
  country: string
  request?: Request | undefined
  /** Set for jobs only: aborts when the process is about to stop, so that long work can resume later. */
  signal?: AbortSignal
  /** Set-Cookie lines for the reply. */
  cookies: string[]
  /** Keeps what `readOnce` has read for this request or job, by the database that it was asked of. */
  reads: Map<Db, Map<string, Promise<unknown>>>
}

/**
 * Reads something once for a request or job: parts of a page often need the same. `what` names it. What
 * fails is read again. Readers of the primary never wait for what a replica was asked.
 */
export function readOnce<T>(
  { db, reads }: Pick<Ctx, 'db' | 'reads'>,
  what: string,
  read: () => Promise<T>,
): Promise<T> {
  const here = reads.get(db) ?? new Map<string, Promise<unknown>>()
  reads.set(db, here)
  const known = here.get(what) as Promise<T> | undefined
  if (known) return known
  const reading = read().catch((error: unknown) => {
    here.delete(what)
    throw error
  })
  here.set(what, reading)
  return reading
}

/** The part of a context that is the same for every request of a process. */
export type BaseContext = AppContext & Pick<Ctx, 'db' | 'replicas' | 'now' | 'time' | 'texts'>

/** Returns the signed-in person; fails with `not_signed_in` or `session_expired` otherwise. */
export const currentPerson = ({ person, expired }: Pick<Ctx, 'person' | 'expired'>): Person =>
  person ?? fail(expired ? 'session_expired' : 'not_signed_in')

/**
 * Returns a row that belongs to the caller. Refuses another person's row that everybody sees (`is_public`)
 * as `forbidden`. Refuses any other as `not_found`, so that ids of other people's objects reveal nothing.
 */
export function own<
  By extends 'owner' | 'creator',
  Row extends Record<By, string> & { is_public?: boolean },
>(ctx: Pick<Ctx, 'person' | 'expired'>, by: By, row: Row | undefined): Row {
  if (row?.[by] === currentPerson(ctx).account_id) return row
  return fail(row?.is_public ? 'forbidden' : 'not_found')
}

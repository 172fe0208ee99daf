import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { cacheSerialized } from '#core/http/json-response.ts'
import { primaryDb } from '#core/database/replicas.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { readForGuest } from './guest-reads.ts'

const ENTRIES_MAX = 500
const BYTES_MAX = 64 * 1_048_576 // of the answers that tell their size
const ROW_BYTES = 1_000 // of a row of a list, with what it is printed to

interface Entry {
  version: string
  until: number
  answer: Promise<unknown>
  bytes: number
  /** The run after this one, for callers to whom this one's answer would be outdated. */
  next?: Promise<unknown>
  isRunning: boolean
}
interface Rule<T> {
  /** The lifetime in milliseconds; 0 disables the cache. */
  ms: number
  /** Returns the version of the data by now. An answer that began under another one is outdated. */
  version?: () => string
  /** Returns false for an answer that must not be cached. */
  if?: (answer: T) => boolean
  /** Returns the memory that an answer takes, in bytes. */
  bytes?: (answer: T) => number
}
interface Cache {
  entries: Map<string, Entry>
  bytes: number
}

// A cache for each database, because tests and benchmarks open several in one process.
const caches = new WeakMap<Db, Cache>()

/**
 * Returns a recent answer to the same query, or runs it. Callers that come while the query runs
 * share its answer; if the data changed meanwhile, they share one more run after it. Use it only for
 * answers that are the same for everybody. Errors are not cached.
 */
export function cached<T>(db: Db, key: string, rule: Rule<T>, query: () => Promise<T>): Promise<T> {
  if (rule.ms === 0) return query()
  const cache = caches.get(db) ?? { entries: new Map<string, Entry>(), bytes: 0 }
  caches.set(db, cache)
  const version = versionBy(rule)
  const now = performance.now()
  const recent = cache.entries.get(key)
  if (recent && recent.version === version && recent.until > now) return recent.answer as Promise<T>
  if (recent?.isRunning) {
    const again = () => cached(db, key, rule, query)
    recent.next ??= recent.answer.then(again, again)
    return recent.next as Promise<T>
  }
  const answer = query()
  keep(cache, key, rule, { version, until: now + rule.ms, answer, bytes: 0, isRunning: true })
  return answer
}

function keep<T>(cache: Cache, key: string, rule: Rule<T>, entry: Entry & { answer: Promise<T> }) {
  forget(cache, key)
  forgetOutdated(cache)
  cache.entries.set(key, entry) // behind all older ones
  if (cache.entries.size > ENTRIES_MAX) forgetOldest(cache)
  const isCurrent = () =>
    cache.entries.get(key) === entry &&
    entry.version === versionBy(rule) &&
    entry.until > performance.now()
  const end = (value?: T) => {
    entry.isRunning = false
    if (cache.entries.get(key) !== entry) return
    if (value === undefined || rule.if?.(value) === false) return forget(cache, key)
    cacheSerialized(value, isCurrent)
    entry.bytes = rule.bytes?.(value) ?? 0
    cache.bytes += entry.bytes
    while (cache.bytes > BYTES_MAX) forgetOldest(cache)
  }
  entry.answer.then(end, () => end())
}

const versionBy = <T>({ version }: Rule<T>) => version?.() ?? ''

/** Forgets the oldest answers that are outdated, so that few hold memory after their time. */
function forgetOutdated(cache: Cache) {
  const now = performance.now()
  for (const [key, { isRunning, until }] of cache.entries) {
    if (isRunning || until > now) return
    forget(cache, key)
  }
}

const forgetOldest = (cache: Cache) => forget(cache, cache.entries.keys().next().value!)

function forget(cache: Cache, key: string) {
  cache.bytes -= cache.entries.get(key)?.bytes ?? 0
  cache.entries.delete(key)
}

/**
 * Returns a guest a recent answer to another guest, because all guests see the same. With `kid`,
 * only if none of that title's copies changed since; without, only if nothing on sale did. People
 * who are signed in always get a fresh answer. `query` runs in the context that it is given, because
 * a replica may lack the change that emptied the cache.
 */
export function cachedForGuests<T>(
  ctx: Ctx,
  input: object,
  query: (ctx: Ctx) => Promise<T>,
  kid?: string,
): Promise<T> {
  if (ctx.person || ctx.hasWritten) return query(ctx)
  const db = primaryDb(ctx.db)
  const rule = { ms: ctx.config.guestListsMs, version: versionOf(db, kid), bytes: bytesOf }
  const key = `${ctx.call} ${JSON.stringify(input)}`
  return cached(db, key, rule, () => {
    const asOf = Math.max(changedAt(db, kid), ctx.asOf ?? -Infinity)
    return readForGuest({ ...ctx, asOf }, query)
  })
}

/** Estimates the memory of an answer, in bytes: guests choose the parts of lists, and each is kept. */
function bytesOf(answer: unknown): number {
  if (typeof answer === 'string') return Buffer.byteLength(answer)
  const lists = Object.values(answer ?? {}).filter((value) => Array.isArray(value))
  return ROW_BYTES * Math.max(1, ...lists.map(({ length }) => length))
}

/** Returns when a title, or without `kid` anything that is shown, was last heard to change. */
export const changedAt = (db: Db, kid?: string): number =>
  changeFeedOf(db)?.changedAt(kid?.toLowerCase()) ?? -Infinity

/** Returns a function that tells the version of a title, or without `kid` of all that is shown. */
export const versionOf = (db: Db, kid?: string) => () =>
  changeFeedOf(db)?.version(kid?.toLowerCase()) ?? ''

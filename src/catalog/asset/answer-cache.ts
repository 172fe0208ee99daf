import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { cacheSerialized } from '#core/http/json-response.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'

const ENTRIES_MAX = 500

interface Entry {
  until: number
  answer: Promise<unknown>
}
interface Rule<T> {
  /** The lifetime in milliseconds; 0 disables the cache. */
  ms: number
  /** Returns false for an answer that must not be cached. */
  if?: (answer: T) => boolean
}

// A cache for each database, because tests and benchmarks open several in one process.
const caches = new WeakMap<Db, Map<string, Entry>>()

/**
 * Returns a recent answer to the same query, or runs it. Callers that come while the query runs
 * share its answer. Use it only for answers that are the same for everybody. Errors are not cached.
 */
export function cached<T>(db: Db, key: string, rule: Rule<T>, query: () => Promise<T>): Promise<T> {
  if (rule.ms === 0) return query()
  const cache = caches.get(db) ?? new Map<string, Entry>()
  caches.set(db, cache)
  const now = performance.now()
  const recent = cache.get(key)
  if (recent && recent.until > now) return recent.answer as Promise<T>
  const answer = query()
  const entry = { until: now + rule.ms, answer }
  const forget = () => cache.get(key) === entry && cache.delete(key)
  cache.delete(key) // keeps the map in order of age
  cache.set(key, entry)
  if (cache.size > ENTRIES_MAX) cache.delete(cache.keys().next().value!)
  answer.then((value) => (rule.if?.(value) === false ? forget() : cacheSerialized(value)), forget)
  return answer
}

/**
 * Returns a guest a recent answer to another guest, because all guests see the same. With `kid`,
 * only if none of that title's copies changed since. People who are signed in always get a fresh
 * answer.
 */
export function cachedForGuests<T>(
  ctx: Ctx,
  input: object,
  query: () => Promise<T>,
  kid?: string,
): Promise<T> {
  if (ctx.person) return query()
  const version = kid === undefined ? '' : changeFeedOf(ctx.db)?.version(kid)
  const key = `${ctx.call} ${JSON.stringify(input)} ${version}`
  return cached(ctx.db, key, { ms: ctx.config.guestListsMs }, query)
}

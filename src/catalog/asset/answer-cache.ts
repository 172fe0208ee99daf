import { cacheSerialized } from '#core/http/answer.ts'
import type { Db } from '#core/database/db.ts'

const KEPT_MAX = 500

interface Kept {
  until: number
  answer: Promise<unknown>
}
interface Rule<T> {
  /** For so many milliseconds; 0 asks each time. */
  ms: number
  /** Whether this answer is kept at all. */
  if?: (answer: T) => boolean
}

/** One memory for each database: tests and benchmarks open several in one process. */
const memories = new WeakMap<Db, Map<string, Kept>>()

/**
 * What was answered to the same question a moment ago; who asks while the answer is looked for waits
 * for that one. For answers that are alike for everybody. An error is not kept.
 */
export function cached<T>(db: Db, key: string, keep: Rule<T>, ask: () => Promise<T>): Promise<T> {
  if (keep.ms === 0) return ask()
  const memory = memories.get(db) ?? new Map<string, Kept>()
  memories.set(db, memory)
  const now = performance.now()
  const kept = memory.get(key)
  if (kept && kept.until > now) return kept.answer as Promise<T>
  const answer = ask()
  const one = { until: now + keep.ms, answer }
  const forget = () => memory.get(key) === one && memory.delete(key)
  memory.delete(key) // so that the order of the map is that of age
  memory.set(key, one)
  if (memory.size > KEPT_MAX) memory.delete(memory.keys().next().value!)
  answer.then((said) => (keep.if?.(said) === false ? forget() : cacheSerialized(said)), forget)
  return answer
}

import { groupSize } from '#core/metrics.ts'

/** The longest a batch may take before another begins beside it, in milliseconds. */
const SLOW_MS = 50
/** The longest to wait for the items that follow a batch, in milliseconds. */
const GATHER_MS = 20

interface Waiting<In, Out> {
  item: In
  partition: string
  keys: string[]
  resolve: (outcome: Out) => void
  reject: (error: unknown) => void
}

interface Options<In, Out> {
  /** Names what a group consists of, for the metrics. */
  group: string
  /** Returns the partition key: items with the same key are never in two batches at the same time. */
  partitionOf: (item: In) => string
  /** Returns the conflict keys: items that share one never share a batch, so the second sees the result of the first. */
  conflictKeysOf: (item: In) => string[]
  /** Processes a batch and returns the outcome of each item, in order. */
  run: (items: In[]) => Promise<Out[]>
  batchMax?: number
  /** The most batches at the same time. */
  parallelMax?: number
}

/**
 * Returns a function that commits items in batches (group commit). Items that arrive while a batch is
 * being committed form the next one. A batch that takes long, such as one that waits for a lock, does not
 * hold up the others. An item that arrives alone is a batch of one; it waits only if it follows a larger
 * batch, for a moment, because whoever was in that one may send the next items.
 */
export function batchCommits<In, Out>({
  group,
  partitionOf,
  conflictKeysOf,
  run,
  batchMax = 200,
  parallelMax = 4,
}: Options<In, Out>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  const running = new Set<{ partitions: Set<string>; isSlow: boolean }>()
  let gathering: { count: number; timer: NodeJS.Timeout } | undefined

  function commitNext() {
    if (running.size === parallelMax || [...running].some(({ isSlow }) => !isSlow)) return
    const busy = new Set([...running].flatMap(({ partitions }) => [...partitions]))
    const { batch, rest } = divide(waiting, busy, batchMax)
    waiting = rest
    if (batch.length > 0) void commitBatch(batch)
  }

  async function commitBatch(batch: Waiting<In, Out>[]) {
    const own = { partitions: new Set(batch.map(({ partition }) => partition)), isSlow: false }
    running.add(own)
    const startedAt = performance.now()
    const slow = setTimeout(() => {
      own.isSlow = true
      commitNext()
    }, SLOW_MS)
    if (!(await commit(batch)))
      // An item failed the whole batch. Commit each by itself, so that only that item fails.
      for (const entry of batch) await commit([entry], entry.reject)
    clearTimeout(slow)
    running.delete(own)
    if (batch.length === 1) commitNext()
    else gather(batch.length, (performance.now() - startedAt) / 4)
  }

  async function commit(batch: Waiting<In, Out>[], onError?: (error: unknown) => void) {
    try {
      const outcomes = await run(batch.map(({ item }) => item))
      groupSize.observe({ group }, batch.length)
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i]!)
      return true
    } catch (error) {
      onError?.(error)
      return false
    }
  }

  /** Waits a moment for as many items as were committed together, or begins with those that came. */
  function gather(count: number, ms: number) {
    clearTimeout(gathering?.timer)
    gathering = { count, timer: setTimeout(endGathering, Math.min(ms, GATHER_MS)) }
    if (waiting.length >= count) endGathering()
  }

  function endGathering() {
    clearTimeout(gathering?.timer)
    gathering = undefined
    commitNext()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const keys = conflictKeysOf(item)
      waiting.push({ item, partition: partitionOf(item), keys, resolve, reject })
      if (!gathering) commitNext()
      else if (waiting.length >= gathering.count) endGathering()
    })
}

/** Divides what waits into a batch without conflicts and without busy partitions, and the rest, in order. */
function divide<E extends Pick<Waiting<never, never>, 'partition' | 'keys'>>(
  waiting: E[],
  busy: ReadonlySet<string>,
  batchMax: number,
) {
  const taken = new Set<string>()
  const [batch, rest]: [E[], E[]] = [[], []]
  for (const entry of waiting) {
    const isFree = !busy.has(entry.partition) && !entry.keys.some((key) => taken.has(key))
    if (isFree && batch.length < batchMax) batch.push(entry)
    else rest.push(entry)
    for (const key of entry.keys) taken.add(key)
  }
  return { batch, rest }
}

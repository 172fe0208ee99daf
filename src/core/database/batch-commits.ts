import { groupSize } from '#core/metrics.ts'

interface Waiting<In, Out> {
  item: In
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
  partitions?: number
  batchMax?: number
}

/**
 * Returns a function that commits items in batches (group commit). Items that arrive while a batch is
 * being committed form the next one. An item that arrives alone is a batch of one and never waits.
 */
export function batchCommits<In, Out>({
  group,
  partitionOf,
  conflictKeysOf,
  run,
  partitions = 4,
  batchMax = 200,
}: Options<In, Out>): (item: In) => Promise<Out> {
  const waiting = Array.from({ length: partitions }, (): Waiting<In, Out>[] => [])
  const busy = new Set<number>()

  async function drain(partition: number) {
    const queue = waiting[partition]!
    busy.add(partition)
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      if (await commit(batch)) continue
      // An item failed the whole batch. Commit each by itself, so that only that item fails.
      for (const entry of batch) await commit([entry], entry.reject)
    }
    busy.delete(partition)
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

  function takeBatch(queue: Waiting<In, Out>[]): Waiting<In, Out>[] {
    const keys = new Set<string>()
    const batch: Waiting<In, Out>[] = []
    const rest: Waiting<In, Out>[] = []
    for (const entry of queue) {
      const own = conflictKeysOf(entry.item)
      const fits = batch.length < batchMax && !own.some((key) => keys.has(key))
      if (fits) batch.push(entry)
      else rest.push(entry)
      for (const key of own) keys.add(key)
    }
    queue.splice(0, queue.length, ...rest)
    return batch
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const partition = hash(partitionOf(item)) % partitions
      waiting[partition]!.push({ item, resolve, reject })
      if (!busy.has(partition)) void drain(partition)
    })
}

/** Hashes a key with FNV-1a (32 bits), to spread keys over partitions. */
function hash(key: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193)
  return h >>> 0
}

interface Waiting<In, Out> {
  item: In
  resolve: (outcome: Out) => void
  reject: (error: unknown) => void
}

interface Options<In, Out> {
  /** Items of one lane are never in two groups at once. */
  laneOf: (item: In) => string
  /** Two items of one name never share a group: the second waits to see what the first did. */
  nameOf: (item: In) => string
  /** Does a group and answers each item in its order. */
  run: (items: In[]) => Promise<Out[]>
  partitions?: number
  most?: number
}

/**
 * Group commit: what arrives while a group is being committed becomes the next one. Whoever comes
 * alone is a group of one and waits for nobody.
 */
export function batchCommits<In, Out>({
  laneOf,
  nameOf,
  run,
  partitions = 4,
  most = 200,
}: Options<In, Out>): (item: In) => Promise<Out> {
  const waiting = Array.from({ length: partitions }, (): Waiting<In, Out>[] => [])
  const busy = new Set<number>()

  async function work(partition: number) {
    const queue = waiting[partition]!
    busy.add(partition)
    while (queue.length > 0) {
      const group = take(queue)
      if (await commit(group)) continue
      // One of them broke the whole: each alone, so that only that one fails.
      for (const one of group) await commit([one], one.reject)
    }
    busy.delete(partition)
  }

  async function commit(group: Waiting<In, Out>[], broken?: (error: unknown) => void) {
    try {
      const outcomes = await run(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(outcomes[at]!)
      return true
    } catch (error) {
      broken?.(error)
      return false
    }
  }

  function take(queue: Waiting<In, Out>[]): Waiting<In, Out>[] {
    const names = new Set<string>()
    const group: Waiting<In, Out>[] = []
    const rest: Waiting<In, Out>[] = []
    for (const one of queue) {
      const name = nameOf(one.item)
      const fits = group.length < most && !names.has(name)
      if (fits) group.push(one)
      else rest.push(one)
      names.add(name)
    }
    queue.splice(0, queue.length, ...rest)
    return group
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const partition = hash(laneOf(item)) % partitions
      waiting[partition]!.push({ item, resolve, reject })
      if (!busy.has(partition)) void work(partition)
    })
}

/** FNV-1a, 32 bits: spreads names over lanes. */
function hash(name: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return h >>> 0
}

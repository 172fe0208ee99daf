import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchCommits } from './batch-commits.ts'

/** Collects the batches of items such as `a1`, in partition `a`. Each batch ends when it is told to. */
function collected() {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const commit = batchCommits<string, string>({
    group: 'items',
    partitionOf: ([partition]) => partition!,
    conflictKeysOf: (item) => [item],
    run: async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.includes('broken')) throw new Error('broken')
      return items.map((item) => `${item} done`)
    },
  })
  return { commit, batches, end: (batch: number) => ends[batch]!() }
}

test('items that arrive while a batch is committed form the next one', async () => {
  const { commit, batches, end } = collected()
  const first = commit('a1')
  const others = ['a2', 'b1', 'a2', 'b2'].map(commit)
  deepEqual(batches, [['a1']])
  end(0)
  deepEqual(await first, 'a1 done')
  await sleep(0)

  deepEqual(batches, [['a1'], ['a2', 'b1', 'b2']])
  end(1)
  await others[0]
  await sleep(30) // the second `a2` waits for others that may follow
  deepEqual(batches.slice(2), [['a2']])
  end(2)
  deepEqual(await Promise.all(others), ['a2 done', 'b1 done', 'a2 done', 'b2 done'])
})

test('a batch that takes long holds up only items of its own partitions', async () => {
  const { commit, batches, end } = collected()
  const all = ['a1', 'b1', 'a2', 'b2', 'c1'].map(commit)
  deepEqual(batches, [['a1']])
  await sleep(80)
  deepEqual(batches, [['a1'], ['b1', 'b2', 'c1']])
  await sleep(80)
  deepEqual(batches.length, 2)

  end(0)
  await all[0]
  await sleep(0)
  deepEqual(batches[2], ['a2'])
  end(1)
  end(2)
  deepEqual(
    await Promise.all(all),
    ['a1', 'b1', 'a2', 'b2', 'c1'].map((item) => `${item} done`),
  )
})

test('those who were answered together are committed together again', async () => {
  const { commit, batches, end } = collected()
  const first = ['a1', 'b1', 'c1', 'd1'].map(commit)
  end(0)
  await first[0]
  await sleep(20) // so long that the next items have some milliseconds to follow
  end(1)
  await Promise.all(first)
  const second = ['b2', 'c2', 'd2'].map(commit)

  deepEqual(batches, [['a1'], ['b1', 'c1', 'd1'], ['b2', 'c2', 'd2']])
  end(2)
  await Promise.all(second)
})

test('an item that breaks a batch fails alone', async () => {
  const { commit, batches, end } = collected()
  const all = ['a1', 'b1', 'broken', 'c1'].map(commit)
  const outcomes = Promise.allSettled(all)
  for (let batch = 0; batch < 5; batch++) {
    while (batches.length <= batch) await sleep(1)
    end(batch)
  }

  deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  deepEqual(batches, [['a1'], ['b1', 'broken', 'c1'], ['b1'], ['broken'], ['c1']])
})

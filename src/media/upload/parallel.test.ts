import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#core/context.ts'
import { runInParallel } from './parallel.ts'

const ctx = (signal?: AbortSignal) => ({ ...(signal && { signal }) }) as Ctx

test('parallel tasks return all results; if one fails, the others are aborted and awaited', async () => {
  deepEqual(await runInParallel(ctx(), [async () => 1, async () => 'a']), [1, 'a'])
  let ended = ''
  const long = async ({ signal }: Ctx) => {
    await sleep(60_000, undefined, { signal }).catch(() => undefined)
    await sleep(20)
    ended = (signal!.reason as Error).message
    throw new Error('aborted')
  }
  const fails = () => Promise.reject(new Error('the disk is full'))
  await rejects(runInParallel(ctx(), [long, fails]), /the disk is full/)
  equal(ended, 'the disk is full')
})

test('an abort of the process stops all tasks', async () => {
  const stop = new AbortController()
  const waits = ({ signal }: Ctx) => sleep(60_000, undefined, { signal })
  setTimeout(() => stop.abort(new Error('shutting down')), 20)
  await rejects(runInParallel(ctx(stop.signal), [waits, waits]), { name: 'AbortError' })
})

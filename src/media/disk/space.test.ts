import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdtemp, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { Ctx } from '#core/context.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { encodedBytes } from './needs.ts'
import { NoSpace, type Reservation, release, reserve, reservedBytes } from './space.ts'
import { withWorkFolder } from './work-folder.ts'

const MB = 1e6

/** Opens a folder in which the jobs of this process may take so many megabytes. */
async function disk(t: TestContext, megabytes?: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'renban-disk-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const config = { dataDir, workerDiskBytes: megabytes && megabytes * MB }
  const job = (subject: string): Reservation => {
    const made = { subject, folder: join(dataDir, subject), needed: 0, held: 0 }
    t.after(() => release(made))
    return made
  }
  const take = async (subject: string, bytes: number) => {
    const made = job(subject)
    await reserve(config, made, bytes * MB)
    return made
  }
  return { config, ctx: { config } as Ctx, job, take }
}

const noSpace = (isTooLarge: boolean) => (error: Error) =>
  error instanceof NoSpace && error.isTooLarge === isTooLarge

test('a job that does not fit beside others waits for them, and one that never fits says so once', async (t) => {
  const { take } = await disk(t, 100)
  const first = await take('first', 60)
  await rejects(take('second', 50), noSpace(false))
  release(first)
  await take('second', 50)
  equal(reservedBytes(), 50 * MB)
  const lines = captureLog(t, 'a job needs more disk')
  for (let i = 0; i < 3; i++) await rejects(take('large', 101), noSpace(true))
  equal(lines.length, 1)
  ok(lines[0]!.includes('101 MB needed, 100 MB at most'))
})

test('of ten jobs at once, as many begin as the limit allows', async (t) => {
  const { take } = await disk(t, 100)
  const all = Array.from({ length: 10 }, (_, i) => take(`job ${i}`, 30))
  const begun = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled')
  equal(begun.length, 3)
  equal(reservedBytes(), 90 * MB)
})

test('a job that turns out to need more than there is reserves all of it the next time', async (t) => {
  const { config, take, job } = await disk(t, 100)
  const other = await take('other', 50)
  const film = await take('film', 20)
  await rejects(reserve(config, film, 40 * MB), noSpace(false))
  equal(film.held, 20 * MB)
  release(film)
  await rejects(take('film', 20), noSpace(false))
  release(other)
  const again = job('film')
  await reserve(config, again, 20 * MB)
  equal(again.held, 60 * MB)
  await reserve(config, again, 40 * MB)
  equal(again.held, 60 * MB)
})

test('a job that has waited for ten minutes goes before later ones', async (t) => {
  const { take } = await disk(t, 100)
  const busy = await take('busy', 30)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  await rejects(take('film', 80), noSpace(false))
  release(await take('picture', 30))
  t.mock.timers.tick(601_000)
  await rejects(take('film', 80), noSpace(false))
  await rejects(take('picture', 30), noSpace(false))
  await take('small', 0)
  release(busy)
  release(await take('film', 80))
  await take('picture', 30)
})

test('a job waits for free space on the disk', async (t) => {
  const { take } = await disk(t)
  const { bavail, bsize } = await statfs(tmpdir())
  await rejects(take('film', (bavail * bsize) / MB - 100), noSpace(false))
  await take('picture', 1)
})

test('a disk that is full all the same delays the job', async (t) => {
  const { ctx } = await disk(t, 100)
  const work = () => writeFile('/dev/full', 'a film')
  await rejects(withWorkFolder(ctx, { subject: 'a full disk', bytes: 6 }, work), noSpace(false))
  equal(reservedBytes(), 0)
})

test('a job that writes more than it said reserves more, or stops where there is no space', async (t) => {
  const { ctx } = await disk(t, 10)
  const written = (megabytes: number) =>
    withWorkFolder(ctx, { subject: 'a false film', bytes: MB }, async ({ signal }, { path }) => {
      await writeFile(join(path, 'made'), Buffer.alloc(megabytes * MB))
      await sleep(2_500, undefined, { signal })
      return reservedBytes()
    })
  ok((await written(4)) > 4 * MB)
  await rejects(written(8), noSpace(true))
})

test('what an encode writes is bounded by the rates of its encoders', () => {
  const rungs = [1_000_000, 3_000_000].map((rate_max) => ({ rate_max })) as never
  const film = { rungs, audio_rate: 128_000, more_sounds: [{}] as never }
  const bytes = (seconds: number, size?: number) =>
    encodedBytes(film, { duration_seconds: seconds }, size)
  deepEqual(Math.round(bytes(3_600) / MB), Math.round(((4.256 * 3_602) / 8) * 1.05))
  equal(bytes(0, 6_250_000), bytes(100), 'a file that does not state its duration: 500 kbit/s')
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#core/context.ts'
import { connect } from '#core/database/db.ts'
import { enqueueAll, job, startWorker } from '#core/jobs.ts'
import { countWorkers } from '#core/worker/lease.ts'
import { prepareDownload } from '#src/media/downloads/prepare.ts'
import { jobs } from '#src/jobs.ts'
import { emptyDatabase, waitUntil } from './test-app.ts'

const mail = job<object>('mail.send')

test('a mail is sent while downloads take all places of long jobs', async (t) => {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 8)
  const running = new Set<string>()
  const ran: string[] = []
  const tasks = jobs.map(({ name, isLong = false }) => ({
    name,
    isLong,
    async action({ signal }: Ctx, { id }: { id?: string }) {
      if (name === mail.name) ran.push(name)
      if (name !== prepareDownload.name) return
      running.add(id!)
      await sleep(60_000, undefined, { signal: signal! }).catch(() => {})
    },
  }))
  const worker = await startWorker(pool, db, tasks, () => ({}) as Ctx)
  let isStopped = false
  t.after(async () => {
    if (!isStopped) await worker.stop()
    await pool.end()
    await drop()
  })
  const downloads = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  await enqueueAll(db, prepareDownload, downloads)
  await waitUntil(
    async () => running.size,
    (count) => count === 4,
  )
  const enqueuedAt = performance.now()
  await enqueueAll(db, mail, [{}])
  deepEqual(
    await waitUntil(
      async () => ran,
      ({ length }) => length > 0,
      5,
    ),
    [mail.name],
  )
  t.diagnostic(`sent after ${Math.round(performance.now() - enqueuedAt)} ms`)
  equal(await countWorkers(db), 1)

  await worker.stop() // tells long jobs to end, too
  isStopped = true
  equal(running.size, 4)
})

test('jobs that read whole files, all books, trades or balances, delete many drafts, or wait for servers of others, are long', () => {
  const long = jobs.filter(({ isLong }) => isLong).map(({ name }) => name)
  deepEqual(long.toSorted(), [
    'account.export',
    'books.check',
    'books.reconcile',
    'distribution.forget_drafts',
    'download.prepare',
    'payout.warn_of_deadlines',
    'points.report',
    'trade.find',
    'upload.encode_part',
    'upload.process',
    'webhook.deliver',
  ])
})

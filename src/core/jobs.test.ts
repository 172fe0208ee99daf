import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { captureLog } from '../../test/log-capture.ts'
import { openDatabaseProxy } from '../../test/tcp-proxy.ts'
import { emptyDatabase, waitUntil } from '../../test/test-app.ts'
import { connect, type Db } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { deleteFailedJobs, jobsOf, troubledJobs } from './job-queue.ts'
import { defineTask, doEach, enqueue, job, removeJob, runDueJobs, startWorker } from './jobs.ts'

const slow = job<{ ms: number }>('slow')

async function startTestWorker(t: TestContext, everySeconds?: number, rareAfterMs?: number) {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 8)
  let started = 0
  let ended = 0
  const action = async (_: Ctx, { ms }: { ms: number }) => {
    started++
    await sleep(ms)
    ended++
  }
  const worker = await startWorker(
    pool,
    db,
    [defineTask(slow, action, everySeconds)],
    () => ({}) as Ctx,
    { rareAfterMs },
  )
  t.after(async () => {
    await worker.stop()
    await pool.end()
    await drop()
  })
  return { db, started: async () => started, ended: async () => ended }
}

test('what fails among what is due is logged, and the others are done', async (t) => {
  const lines = captureLog(t, 'a thing could not be done')
  const done: string[] = []
  await doEach(['a', 'b', 'c'], 'a thing could not be done', async (id) => {
    if (id === 'b') throw new Error('a bad row')
    done.push(id)
  })
  deepEqual(done, ['a', 'c'])
  equal(lines.length, 1)
  match(lines[0]!, /"subject":"b".*a bad row/)
})

async function lockedJobs(db: Db, ms: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker._private_jobs
    where locked_at is not null and payload ->> 'ms' = ${String(ms)}`.execute(db)
  return rows[0]!.count
}

test('what is due is not passed over while the database is away', async () => {
  const done: string[] = []
  const away = Object.assign(new Error('the database shuts down'), { code: '57P01' })
  const attempt = doEach(['a', 'b', 'c'], 'a thing could not be done', async (id) => {
    if (id === 'b') throw away
    done.push(id)
  })
  await rejects(attempt, away)
  deepEqual(done, ['a'])
})

test('a long job is not started a second time while its worker is alive', async (t) => {
  const { db, started, ended } = await startTestWorker(t)
  await enqueue(db, slow, { ms: 8_000 })
  await waitUntil(started, (count) => count === 1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(
    db,
  )

  equal(await waitUntil(ended, (count) => count === 1, 15), 1)

  equal(await started(), 1)
})

test('of the jobs that are due those with a lower priority run first', async (t) => {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 8)
  t.after(() => pool.end().then(drop))
  const named = job<{ name: string }>('named')
  await enqueue(db, named, { name: 'mail' }, { priority: 1 })
  await enqueue(db, named, { name: 'payment' })
  const ran: string[] = []
  const task = defineTask(named, async (_, { name }) => void ran.push(name))
  await runDueJobs(pool, [task], () => ({}) as Ctx)
  deepEqual(ran, ['payment', 'mail'])
})

test('jobs without attempts left are deleted after 30 days', async (t) => {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 8)
  t.after(() => pool.end().then(drop))
  const named = job<{ name: string }>('named')
  const age = (days: number, which = sql`true`) =>
    sql`update graphile_worker._private_jobs set run_at = now() - make_interval(days => ${days})
      where ${which}`.execute(db)
  const left = async () => (await troubledJobs(db, { offset: 0, limit: 9 })).length
  for (const name of ['old', 'recent']) await enqueue(db, named, { name }, { tries: 1 })
  const failing = defineTask(named, () => Promise.reject(new Error('refused')))
  await runDueJobs(pool, [failing], () => ({}) as Ctx)
  await enqueue(db, named, { name: 'waiting' })
  await age(29)
  await age(31, sql`payload ->> 'name' <> 'recent'`)

  equal(await left(), 2)
  await deleteFailedJobs({ db })
  equal(await left(), 1)
  deepEqual(await jobsOf(db, named, {}), [{ name: 'waiting' }])
})

test('a job that runs is not started a second time as another takes its key, or it is removed', async (t) => {
  const { db, started, ended } = await startTestWorker(t)
  await enqueue(db, slow, { ms: 12_000 }, { key: 'replaced' })
  await enqueue(db, slow, { ms: 12_000 }, { key: 'removed' })
  await waitUntil(started, (count) => count === 2)
  await enqueue(db, slow, { ms: 1 }, { key: 'replaced' })
  await removeJob(db, 'removed')
  await sleep(6_000) // a heartbeat
  equal(await lockedJobs(db, 12_000), 2)

  equal(await waitUntil(ended, (count) => count === 3, 25), 3)

  equal(await started(), 3)
})

/** Longer than a lease: a job that was locked as the network broke is free only after it. */
const PATIENCE_SECONDS = 40

/** Starts a worker that records what it runs, and can be cut from its database. */
async function workerWithNetwork(t: TestContext, { isCutByJobs = false } = {}) {
  const { url, drop } = await emptyDatabase()
  const proxy = await openDatabaseProxy(url)
  const [near, far] = [connect(url, 1), connect(proxy.url, 8)]
  const ran: number[] = []
  const task = defineTask(slow, async (_, { ms }) => {
    ran.push(ms)
    if (isCutByJobs) proxy.network.refuse()
  })
  const worker = await startWorker(far.pool, far.db, [task], () => ({}) as Ctx)
  t.after(async () => {
    await worker.stop()
    await Promise.all([near.pool.end(), far.pool.end()])
    proxy.network.close()
    await drop()
  })
  const untilRan = (count: number) =>
    waitUntil(
      async () => ran,
      ({ length }) => length === count,
      PATIENCE_SECONDS,
    )
  return { db: near.db, network: proxy.network, untilRan }
}

/** Waits until the ends of all jobs are recorded. */
const untilRecorded = (db: Db) =>
  waitUntil(
    () => jobsOf(db, slow, {}),
    ({ length }) => length === 0,
  )

test('a worker runs jobs again after an outage of the database', async (t) => {
  const { db, network, untilRan } = await workerWithNetwork(t)
  await enqueue(db, slow, { ms: 1 })
  await untilRan(1)
  await untilRecorded(db)
  network.refuse()
  await enqueue(db, slow, { ms: 2 })
  await sleep(2_500) // it asks each second
  network.resume()

  deepEqual(await untilRan(2), [1, 2])
})

test('a worker runs a job whose lock it did not hear of as the connection broke', async (t) => {
  const { db, network, untilRan } = await workerWithNetwork(t)
  await enqueue(db, slow, { ms: 1 })
  await untilRan(1)
  await untilRecorded(db)
  network.holdReplies()
  await enqueue(db, slow, { ms: 2 })
  await waitUntil(
    () => lockedJobs(db, 2),
    (count) => count === 1,
  )
  network.refuse()
  network.resume()

  deepEqual(await untilRan(2), [1, 2])
})

test('a worker that cannot record the end of a job runs others after the outage', async (t) => {
  const { db, network, untilRan } = await workerWithNetwork(t, { isCutByJobs: true })
  await enqueue(db, slow, { ms: 1 })
  await untilRan(1)
  await enqueue(db, slow, { ms: 2 })
  await sleep(2_500)
  network.resume()

  deepEqual(await untilRan(2), [1, 2])
})

test('a worker that starts in an outage of the database runs jobs after it', async (t) => {
  const { db, network, untilRan } = await workerWithNetwork(t)
  network.refuse()
  await enqueue(db, slow, { ms: 1 })
  await sleep(1_500)
  network.resume()

  deepEqual(await untilRan(1), [1])
})

test('a job that recurs each day runs once after the start of a worker, but not at once', async (t) => {
  const { ended } = await startTestWorker(t, 86_400, 1_000)
  equal(await ended(), 0)
  equal(await waitUntil(ended, (count) => count > 0), 1)
})

test('an error is logged when recurring jobs can no longer be enqueued', async (t) => {
  const lines = captureLog(t, 'queue maintenance failed')
  const { db } = await startTestWorker(t, 1)

  await sql`alter function graphile_worker.add_jobs rename to gone`.execute(db)

  const [first] = await waitUntil(
    async () => lines,
    ({ length }) => length > 0,
  )
  match(first ?? '', /"level":"error".*add_jobs/)
})

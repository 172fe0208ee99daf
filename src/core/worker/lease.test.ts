import { equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#core/database/db.ts'
import { processLock } from '#core/database/process-lock.ts'
import { emptyDatabase } from '../../../test/test-app.ts'
import { enqueue, job } from '../jobs.ts'
import { machineId, openLeases } from './lease.ts'

const SLOW = job<object>('slow')

/** Opens a database with a job that the worker `w1` runs in a process since `seconds` ago. */
async function leaseFixtures(t: TestContext, process: string | null, seconds = 1) {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 4)
  const leases = await openLeases(db)
  t.after(async () => {
    leases.end()
    await pool.end()
    await drop()
  })
  await enqueue(db, SLOW, {})
  await sql`insert into worker_lease (worker_id, process, seen_at)
    values ('w1', ${process}, now() - make_interval(secs => ${seconds}))`.execute(db)
  await sql`update graphile_worker._private_jobs
    set locked_by = 'w1', locked_at = now() - make_interval(secs => ${seconds})`.execute(db)
  await leases.keep(new Set(['w2']))
  const { rows } = await sql<{ locked_by: string | null }>`
    select locked_by from graphile_worker._private_jobs`.execute(db)
  return rows[0]!.locked_by
}

test('a job of a process that ended on this machine is free at once', async (t) => {
  equal(await leaseFixtures(t, `${machineId()} ${crypto.randomUUID()}`), null)
})

test('a job stays with a process that still runs here, or runs elsewhere, until its lease is over', async (t) => {
  const running = `${machineId()} ${crypto.randomUUID()}`
  const release = (await processLock(running))!
  t.after(release)
  for (const process of [running, `here another-boot net:[1] ${crypto.randomUUID()}`, null]) {
    equal(await leaseFixtures(t, process, 19), 'w1')
    equal(await leaseFixtures(t, process, 21), null)
  }
})

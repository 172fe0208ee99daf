import { equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { emptyHouse, soon } from '../../test/world.ts'
import { connect } from './db.ts'
import type { Ctx } from './http.ts'
import { job, later, run, startWorker } from './jobs.ts'

const slow = job<{ ms: number }>('slow')

async function working(t: TestContext) {
  const { url, drop } = await emptyHouse()
  const { db, pool } = connect(url, 8)
  let begun = 0
  let ended = 0
  const act = async (_: Ctx, { ms }: { ms: number }) => {
    begun++
    await sleep(ms)
    ended++
  }
  const worker = await startWorker(pool, db, [run(slow, act)], () => ({}) as Ctx)
  t.after(async () => {
    await worker.stop()
    await pool.end()
    await drop()
  })
  return { db, begun: async () => begun, ended: async () => ended }
}

test('a long job is not begun a second time while the worker that has it lives', async (t) => {
  const { db, begun, ended } = await working(t)
  await later(db, slow, { ms: 8_000 })
  await soon(begun, (count) => count === 1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(
    db,
  )

  equal(await soon(ended, (count) => count === 1, 15), 1)

  equal(await begun(), 1)
})

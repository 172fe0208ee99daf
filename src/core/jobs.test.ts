import { equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { logged } from '../../test/logged.ts'
import { emptyDatabase, soon } from '../../test/test-app.ts'
import { connect } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { job, enqueue, run, startWorker } from './jobs.ts'

const slow = job<{ ms: number }>('slow')

async function working(t: TestContext, everySeconds?: number) {
  const { url, drop } = await emptyDatabase()
  const { db, pool } = connect(url, 8)
  let begun = 0
  let ended = 0
  const action = async (_: Ctx, { ms }: { ms: number }) => {
    begun++
    await sleep(ms)
    ended++
  }
  const worker = await startWorker(pool, db, [run(slow, action, everySeconds)], () => ({}) as Ctx)
  t.after(async () => {
    await worker.stop()
    await pool.end()
    await drop()
  })
  return { db, begun: async () => begun, ended: async () => ended }
}

test('a long job is not begun a second time while the worker that has it lives', async (t) => {
  const { db, begun, ended } = await working(t)
  await enqueue(db, slow, { ms: 8_000 })
  await soon(begun, (count) => count === 1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(
    db,
  )

  equal(await soon(ended, (count) => count === 1, 15), 1)

  equal(await begun(), 1)
})

test('a queue that takes no jobs any more is told of, as nothing else would show it', async (t) => {
  const lines = logged(t, 'the queue is not kept')
  const { db } = await working(t, 1)

  await sql`alter function graphile_worker.add_jobs rename to gone`.execute(db)

  const [first] = await soon(
    async () => lines,
    ({ length }) => length > 0,
  )
  match(first ?? '', /"level":"error".*add_jobs/)
})

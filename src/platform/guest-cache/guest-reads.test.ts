import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { connect, type Db } from '#core/database/db.ts'
import { openReplicas } from '#core/database/replicas.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { eventually } from '../../../test/program.ts'
import { ask, openPrimaryAndReplica } from '../../../test/standby.ts'
import { readForGuest } from './guest-reads.ts'

const LAG_SECONDS = 2
/** The reads that sleep. */
const SLEEPING = `select from pg_stat_activity where wait_event = 'PgSleep'`
const LOCKED = 'begin; lock table film in access exclusive mode; commit'

/** Follows the server at `read` as a replica of the one at `url`. */
function follow(t: TestContext, url: string, read: string) {
  const { db, pool } = connect(url, 2)
  const looks = connect(url, 1).pool
  const options = { url: read, connections: 2, lagSeconds: LAG_SECONDS }
  const replicas = openReplicas(db, looks, options)
  t.after(async () => {
    await replicas.close()
    await pool.end()
  })
  return { db, replicas }
}

test('OP-09 a read that recovery cancels on the replica is answered by the primary', async (t) => {
  const { primary, standby } = await openPrimaryAndReplica(t)
  await ask(primary.url, 'create table film (title text)')
  await ask(standby.url, 'alter system set max_standby_streaming_delay = 0')
  await ask(standby.url, 'select pg_reload_conf()')
  const { db, replicas } = follow(t, primary.url, standby.url)
  await eventually(async () => ok(replicas.choose(-Infinity)))
  const asked: { server: Db; code?: string }[] = []
  const read = async ({ db: server }: Ctx) => {
    const one: (typeof asked)[number] = { server }
    asked.push(one)
    const seconds = asked.length === 1 ? 30 : 0
    try {
      await sql`select title, pg_sleep(${seconds}) from film right join (select) on true`.execute(
        server,
      )
    } catch (error) {
      one.code = (error as { code: string }).code
      throw error
    }
    return 'read'
  }
  const answer = readForGuest({ db, replicas } as Ctx, read)
  await eventually(async () => equal((await ask(standby.url, SLEEPING)).length, 1))
  await ask(primary.url, LOCKED)
  equal(await answer, 'read')
  deepEqual(asked.map(({ code }) => code), ['40001', undefined]) // oxfmt-ignore
  ok(asked[0]!.server !== db)
  ok(asked[1]!.server === db)
})

test('OP-09 a standby with another history, as a failover may leave it, answers nobody', async (t) => {
  const lines = captureLog(t, 'a replica')
  const [here, elsewhere] = [await openPrimaryAndReplica(t), await openPrimaryAndReplica(t)]
  await ask(elsewhere.primary.url, 'create table film as select generate_series(1, 1000) as number')
  const { replicas } = follow(t, here.primary.url, elsewhere.standby.url)
  await eventually(async () => equal(lines.length, 1))
  const { what, code } = JSON.parse(lines[0]!) as { what: string; code: string }
  equal(what, 'a replica is not used: guests read from the primary')
  equal(code, 'another history')
  equal(replicas.choose(-Infinity), undefined)
})

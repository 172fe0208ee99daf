import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import { pick, seededRandom } from '../../../test/random.ts'
import { allowlistColumns, joinReservedCopy } from './acquisition.ts'

test('the joined lists of all copies of a title are those of the view `reserved_copy`', async (t) => {
  const { here, ren, mika, film, ids, reserve } = await allowlistFixtures(t)
  for (const numbers of [
    [1, 2, 3],
    [4, 5],
    [6, 7],
  ])
    await reserve({ asset_token_ids: ids(numbers) })
  await reserve()
  const db = await here.app.db.startTransaction().execute() // leaves owners as they are
  const random = seededRandom(1)
  const { now } = here.clock
  const days = (count: number) => addSeconds(now, count * 86_400).toISOString()
  const seen = new Set<string>()
  for (let round = 0; round < 60; round++) {
    const lists = await db
      .selectFrom('allowlist')
      .select('id')
      .where('kid', '=', film.kid)
      .execute()
    for (const { id } of lists) {
      const early_from = pick([null, null, days(1), days(3)], random)
      const ended_at = pick([null, null, days(0)], random)
      await db.updateTable('allowlist').set({ early_from, ended_at }).where('id', '=', id).execute()
    }
    const sale_starting_at = pick([null, days(2), days(4)], random)
    await db.updateTable('asset').set({ sale_starting_at }).where('kid', '=', film.kid).execute()
    const owner = pick([mika, ren], random).account_id
    const copy = pick([...film.tokens.values()], random)
    await db.updateTable('serial').set({ owner }).where('asset_token_id', '=', copy).execute()

    const joined = await sql<{ allowlist_id: string | null }>`
      select serial.asset_token_id, ${allowlistColumns}
      from serial join asset using (kid) ${joinReservedCopy}
      where serial.kid = ${film.kid} order by number
    `.execute(db)
    const viewed = await sql`
      select serial.asset_token_id, ${allowlistColumns}
      from serial left join reserved_copy using (asset_token_id)
      where serial.kid = ${film.kid} order by number
    `.execute(db)

    deepEqual(joined.rows, viewed.rows)
    for (const { allowlist_id } of joined.rows) seen.add(String(allowlist_id))
  }
  await db.rollback().execute()
  ok(seen.size === 5, 'each of the lists, and none, reserved a copy at some time')
})

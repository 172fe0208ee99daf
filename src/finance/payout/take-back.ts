import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { endPayouts } from './move.ts'

/** Step: what these people asked for and the bank has not been told of yet is theirs no more to pay out. */
export async function takeBack(tx: Tx, people: string[], at: Date) {
  if (people.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from payout where account_id = any(${people}::uuid[])
      and status = 'reserved' and exported_at is null
      and not exists (select from payout_update where done_at is null and payout.id = any(ids))
    order by id for no key update
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await endPayouts(tx, ids, { action: 'cancel', by: 'platform', at })
}

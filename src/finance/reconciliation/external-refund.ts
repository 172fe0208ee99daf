import { sql } from 'kysely'
import { type Db, inTx } from '#core/database/db.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { newestCheck } from './checks.ts'

/**
 * Posts a refund made in the card provider's dashboard, as found by the newest comparison. The platform
 * pays it from its fees. Returns the yen posted, or 0 if everything is posted already.
 */
export function postExternalRefund(db: Db, subject_id: string, time: () => Date): Promise<number> {
  return inTx({ db }, async (tx) => {
    await sql`select from purchase where id = ${subject_id} for no key update`.execute(tx)
    const { rows } = await sql<{ posted: number }>`
      select coalesce(sum(amount), 0)::bigint as posted
      from ledger_transfer transfer
      join ledger_account card on card.id = transfer.credit and card.kind = 'card'
      where reason not in ('dispute', 'dispute_fee')
        and subject_id in (select id from purchase where order_id = ${subject_id})
    `.execute(tx)
    const differences = (await newestCheck(tx, 'card'))?.differences ?? []
    const found = differences
      .flatMap((one) => one.rows)
      .find((row) => row.subject_id === subject_id && 'refunded' in row)
    const amount = Math.max(0, Number(found?.refunded ?? 0) - rows[0]!.posted)
    const sides = { debit: { kind: 'fees' }, credit: { kind: 'card' } } as const
    const transfer = { ...sides, amount, reason: 'refund', subject_id } as const
    await post(tx, await lockBalances(tx, []), [transfer], time())
    return amount
  })
}

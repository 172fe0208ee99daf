import { sql } from 'kysely'
import { type Db, inTx } from '#core/database/db.ts'
import { lockBalances, post, type Transfer } from '#src/ledger/ledger.ts'
import { newestCheck } from './checks.ts'

/**
 * Posts a refund made in the card provider's dashboard, as found by the newest comparison. The platform
 * pays it from its fees, and gets back what the card's bank later returned of a settled order. Returns
 * the yen posted, negative if they came back, or 0 if everything is posted already.
 */
export function postExternalRefund(db: Db, subject_id: string, time: () => Date): Promise<number> {
  return inTx({ db }, async (tx) => {
    const { rows: order } = await sql<{ status: string }>`
      select status from purchase where id = ${subject_id} for no key update
    `.execute(tx)
    const { rows } = await sql<{ posted: number }>`
      select coalesce(sum(case card.id when transfer.credit then amount else -amount end), 0)::bigint as posted
      from ledger_transfer transfer
      join ledger_account card on card.id in (debit, credit) and card.kind = 'card'
      where (card.id = transfer.credit and reason not in ('dispute', 'dispute_fee')
          or reason = 'refund_failed')
        and subject_id in (select id from purchase where order_id = ${subject_id})
    `.execute(tx)
    const differences = (await newestCheck(tx, 'card'))?.differences ?? []
    const found = differences
      .flatMap((one) => one.rows)
      .find((row) => row.subject_id === subject_id && 'refunded' in row)
    if (!found) return 0
    const amount = Number(found.refunded) - rows[0]!.posted
    if (amount < 0 && order[0]?.status !== 'settled') return 0 // `bounce` owes it to the buyer
    await post(tx, await lockBalances(tx, []), [transferOf(amount, subject_id)], time())
    return amount
  })
}

const transferOf = (amount: number, subject_id: string): Transfer =>
  amount < 0
    ? {
        debit: { kind: 'card' },
        credit: { kind: 'fees' },
        amount: -amount,
        reason: 'refund_failed',
        subject_id,
      }
    : {
        debit: { kind: 'fees' },
        credit: { kind: 'card' },
        amount,
        reason: 'refund',
        subject_id,
      }

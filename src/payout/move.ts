import type { Tx } from '#core/db.ts'
import { moveAll, type Mover } from '#core/events.ts'
import type { ActOf, RoleOf } from '#core/moves.ts'
import { job, laterAll } from '#core/jobs.ts'
import { lockBalances, post, type Side, type Transfer } from '../ledger/ledger.ts'
import { payoutMoves } from './payout.shape.ts'

type Act = ActOf<typeof payoutMoves>
type Owed = { id: string; account_id: string; amount: number; fee: number }

export const mailPayout = job<{ id: string; status: string }>('payout.mail')

/**
 * The money of each move (readings A4). A request sets amount and fee aside; paid, both leave;
 * failed or canceled, both return; failed and charged, the fee stays with the house.
 */
export function transfersOf(act: Act, { id, account_id, amount, fee }: Owed): Transfer[] {
  const sales: Side = { account_id, kind: 'sales' }
  const aside: Side = { account_id, kind: 'payout' }
  const move = (debit: Side, credit: Side, yen: number, reason: string) => ({
    ...{ debit, credit, amount: yen, reason },
    subject_id: id,
  })
  const charge = move(aside, { kind: 'fees' }, fee, 'payout_fee')
  switch (act) {
    case 'request':
      return [move(sales, aside, amount + fee, 'payout_hold')]
    case 'cancel':
      return [move(aside, sales, amount + fee, 'payout_cancel')]
    case 'process':
      return [move(aside, { kind: 'bank' }, amount, 'payout'), charge]
    case 'fail':
      return [move(aside, sales, amount + fee, 'payout_return')]
    case 'fail_and_charge':
      return [move(aside, sales, amount, 'payout_return'), charge]
  }
}

/**
 * Takes one step with each of these payouts that may take it, its money with it and a mail to its
 * owner; answers which did. The payouts are locked first, so of two who try one wins.
 */
export async function endPayouts(
  tx: Tx,
  ids: string[],
  act: Exclude<Act, 'request'>,
  mover: Mover<RoleOf<typeof payoutMoves>>,
  reason: string | null = null,
): Promise<string[]> {
  const processed_at = mover.at.toISOString()
  const moved = await moveAll(tx, 'payout', payoutMoves, ids, act, mover, { processed_at, reason })
  if (moved.length === 0) return []
  const rows = await tx
    .selectFrom('payout')
    .select(['id', 'account_id', 'amount', 'fee', 'status'])
    .where('id', 'in', moved)
    .execute()
  const ledger = await lockBalances(
    tx,
    rows.map(({ account_id }) => account_id),
  )
  const transfers = rows.flatMap((row) => transfersOf(act, row))
  await post(tx, ledger, transfers, mover.at)
  await laterAll(
    tx,
    mailPayout,
    rows.map(({ id, status }) => ({ id, status })),
  )
  return moved
}

import type { Tx } from '#core/db.ts'
import { moveAll, type Mover } from '#core/events.ts'
import type { ActOf, RoleOf } from '#core/moves.ts'
import { job, laterAll } from '#core/jobs.ts'
import { lockBalances, post, type Side, type Transfer } from '../ledger/ledger.ts'
import { payoutMoves } from './payout.shape.ts'

type Act = ActOf<typeof payoutMoves>
type Owed = { id: string; account_id: string; amount: number; fee: number }

export const mailPayout = job<{ id: string; status: string }>('payout.mail')

type Step = [from: 'sales' | 'payout', to: 'sales' | 'payout' | 'bank' | 'fees', reason: string]

/**
 * The money of each move (readings A4). A request sets amount and fee aside; paid, both leave;
 * failed or canceled, both return; failed and charged, the fee stays with the house.
 */
// oxfmt-ignore
const money: Record<Act, { amount: Step; fee: Step }> = {
  request:         { amount: ['sales', 'payout', 'payout_hold'],   fee: ['sales', 'payout', 'payout_hold'] },
  cancel:          { amount: ['payout', 'sales', 'payout_cancel'], fee: ['payout', 'sales', 'payout_cancel'] },
  process:         { amount: ['payout', 'bank', 'payout'],         fee: ['payout', 'fees', 'payout_fee'] },
  fail:            { amount: ['payout', 'sales', 'payout_return'], fee: ['payout', 'sales', 'payout_return'] },
  fail_and_charge: { amount: ['payout', 'sales', 'payout_return'], fee: ['payout', 'fees', 'payout_fee'] },
}

/** A move's transfers: amount and fee as one where both go the same way. */
export function transfersOf(act: Act, { id, account_id, amount, fee }: Owed): Transfer[] {
  const side = (kind: Step[0] | Step[1]): Side =>
    kind === 'bank' || kind === 'fees' ? { kind } : { account_id, kind }
  const transfer = ([from, to, reason]: Step, yen: number) => ({
    ...{ debit: side(from), credit: side(to), amount: yen, reason },
    subject_id: id,
  })
  const of = money[act]
  return of.amount[2] === of.fee[2]
    ? [transfer(of.amount, amount + fee)]
    : [transfer(of.amount, amount), transfer(of.fee, fee)]
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

import type { Tx } from '#core/database/db.ts'
import { transitionAll, type StepOf } from '#core/database/events.ts'
import type { ActionOf } from '#core/database/transitions.ts'
import { job, enqueueAll } from '#core/jobs.ts'
import { lockBalances, post, type Side, type Transfer } from '#src/ledger/ledger.ts'
import { payoutTransitions } from './payout.shared.ts'

type Action = ActionOf<typeof payoutTransitions>
type Owed = { id: string; account_id: string; amount: number; fee: number; withheld: number }

export const mailPayout = job<{ id: string; status: string }>('payout.mail')

type Kind = 'sales' | 'payout' | 'bank' | 'withheld' | 'fees'
type Step = [from: 'sales' | 'payout', to: Kind, reason: string]

const hold: Step = ['sales', 'payout', 'payout_hold']
const back: Step = ['payout', 'sales', 'payout_cancel']
const returned: Step = ['payout', 'sales', 'payout_return']
const kept: Step = ['payout', 'fees', 'payout_fee']

/**
 * The money of each move (readings A4). A request sets amount and fee aside; paid, both leave, the
 * tax in the amount for the house's account of it; failed or canceled, all returns; failed and
 * charged, the fee stays with the house.
 */
// oxfmt-ignore
const money: Record<Action, { sent: Step; withheld: Step; fee: Step }> = {
  request:         { sent: hold,     withheld: hold,     fee: hold },
  cancel:          { sent: back,     withheld: back,     fee: back },
  process:         { sent: ['payout', 'bank', 'payout'], withheld: ['payout', 'withheld', 'withholding'], fee: kept },
  fail:            { sent: returned, withheld: returned, fee: returned },
  fail_and_charge: { sent: returned, withheld: returned, fee: kept },
}

/** A move's transfers: what goes the same way as one. */
export function transfersOf(
  action: Action,
  { id, account_id, amount, withheld, fee }: Owed,
): Transfer[] {
  const parts = { sent: amount - withheld, withheld, fee }
  const yen = new Map<Step, number>()
  for (const part of ['sent', 'withheld', 'fee'] as const) {
    const step = money[action][part]
    yen.set(step, (yen.get(step) ?? 0) + parts[part])
  }
  const side = (kind: Kind): Side =>
    kind === 'sales' || kind === 'payout' ? { account_id, kind } : { kind }
  return [...yen].map(([[from, to, reason], sum]) => ({
    debit: side(from),
    credit: side(to),
    amount: sum,
    reason,
    subject_id: id,
  }))
}

/**
 * Takes one step with each of these payouts that may take it, its money with it and a mail to its
 * owner; answers which did. The payouts are locked first, so of two who try one wins.
 */
export async function endPayouts(
  tx: Tx,
  ids: string[],
  step: StepOf<typeof payoutTransitions, Exclude<Action, 'request'>>,
  reason: string | null = null,
): Promise<string[]> {
  const { action, at } = step
  const processed_at = action === 'cancel' ? null : at.toISOString() // when the bank had answered
  const moved = await transitionAll(tx, payoutTransitions, ids, {
    ...step,
    also: { processed_at, reason },
  })
  if (moved.length === 0) return []
  const rows = await tx
    .selectFrom('payout')
    .select(['id', 'account_id', 'amount', 'withheld', 'fee', 'status'])
    .where('id', 'in', moved)
    .execute()
  const ledger = await lockBalances(
    tx,
    rows.map(({ account_id }) => account_id),
  )
  const transfers = rows.flatMap((row) => transfersOf(action, row))
  await post(tx, ledger, transfers, at)
  await enqueueAll(
    tx,
    mailPayout,
    rows.map(({ id, status }) => ({ id, status })),
  )
  return moved
}

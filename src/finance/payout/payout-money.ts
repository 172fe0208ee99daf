import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { transitionAll, type StepOf } from '#core/database/events.ts'
import type { ActionOf } from '#core/database/transitions.ts'
import {
  type LedgerReason,
  lockBalances,
  post,
  type Side,
  type Transfer,
} from '#src/ledger/ledger.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { payoutMail } from './mail.shared.ts'
import { payoutTransitions } from './payout.shared.ts'

type Action = ActionOf<typeof payoutTransitions>
type Owed = { id: string; account_id: string; amount: number; fee: number; withheld: number }

type Kind = 'sales' | 'payout' | 'bank' | 'withheld' | 'fees'
type Step = [from: 'sales' | 'payout', to: Kind, reason: LedgerReason]

const hold: Step = ['sales', 'payout', 'payout_hold']
const canceled: Step = ['payout', 'sales', 'payout_cancel']
const stopped: Step = ['payout', 'sales', 'payout_stop']
const returned: Step = ['payout', 'sales', 'payout_return']
const kept: Step = ['payout', 'fees', 'payout_fee']

/**
 * The ledger movements of each action. A request sets aside the amount and the fee. Processing sends
 * the amount to the bank, less the tax, which goes to the platform's `withheld` account. A failed or
 * cancelled payout returns everything. After `fail_and_charge` the platform keeps the fee. What the
 * platform itself cancels returns for as many days as after a failure.
 */
// oxfmt-ignore
const money: Record<Action | 'stop', { sent: Step; withheld: Step; fee: Step }> = {
  request:         { sent: hold,     withheld: hold,     fee: hold },
  cancel:          { sent: canceled, withheld: canceled, fee: canceled },
  stop:            { sent: stopped,  withheld: stopped,  fee: stopped },
  process:         { sent: ['payout', 'bank', 'payout'], withheld: ['payout', 'withheld', 'withholding'], fee: kept },
  fail:            { sent: returned, withheld: returned, fee: returned },
  fail_and_charge: { sent: returned, withheld: returned, fee: kept },
}

/** Returns the transfers of an action. Parts with the same accounts and reason form one transfer. */
export function transfersOf(
  action: Action | 'stop',
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
 * Applies an action to each of these payouts that allows it. Moves its money and enqueues the mail to
 * its owner. Locks the payouts first, so only one of two concurrent attempts succeeds. Returns the ids
 * of the payouts that changed.
 */
export async function endPayouts(
  tx: Tx,
  ids: string[],
  step: StepOf<typeof payoutTransitions, Exclude<Action, 'request'>>,
  reason: string | null = null,
): Promise<string[]> {
  const { action, by, at } = step
  const processed_at = action === 'cancel' ? null : at.toISOString() // time of the bank's answer
  const moved = await transitionAll(tx, payoutTransitions, ids, {
    ...step,
    set: { processed_at, reason },
  })
  if (moved.length === 0) return []
  const rows = await tx
    .selectFrom('payout')
    .select(['id', 'account_id', 'amount', 'withheld', 'fee', 'status'])
    .where(sql<boolean>`id = any(${moved}::uuid[])`) // too many for a parameter each
    .execute()
  const ledger = await lockBalances(
    tx,
    rows.map(({ account_id }) => account_id),
  )
  const moves = action === 'cancel' && by === 'platform' ? 'stop' : action
  const transfers = rows.flatMap((row) => transfersOf(moves, row))
  await post(tx, ledger, transfers, at)
  await enqueueMails(
    tx,
    payoutMail,
    rows.map(({ id, status }) => ({ id, status })),
  )
  return moved
}

/**
 * Locks payouts in the order of their ids. Whoever sends payouts to the bank, cancels them or enters how
 * they ended does so first, and then reads in a new statement what the others have done.
 */
export async function lockPayouts(tx: Tx, where: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout where ${where} order by id for no key update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Matches payouts that neither the bank nor an administrator's update has: they can be sent or cancelled. */
export const isUnsent = sql`(status = 'reserved' and exported_at is null and not exists (
  select from payout_update where done_at is null and payout.id = any(ids)))`

/** Cancels the reserved payouts of these people that neither the bank nor a running update has. */
export async function cancelUnsent(tx: Tx, people: string[], at: Date) {
  if (people.length === 0) return
  const locked = await lockPayouts(tx, sql`account_id = any(${people}::uuid[])`)
  const { rows } = await sql<{ id: string }>`
    select id from payout where id = any(${locked}::uuid[]) and ${isUnsent}
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await endPayouts(tx, ids, { action: 'cancel', by: 'platform', at })
}

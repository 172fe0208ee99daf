import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { dealKinds } from '#src/sales/deal/deals.ts'
import type { Disputed } from './claims.ts'
import {
  type About,
  disputeMail,
  type Facts,
  type Line,
  lines,
  type Role,
  type Step,
} from './dispute-mail.shared.ts'

/** Enqueues the mails: to the buyer about all copies, to seller and creator about the held ones. */
export async function tellAll(
  tx: Tx,
  { id, copies, status, at }: { id: string; copies: Disputed[]; status: Step; at: Date },
) {
  const bought = copies.filter((copy) => copy.status === 'settled')
  const held = bought.filter(({ held: isHeld, seller, buyer }) => isHeld && seller !== buyer)
  const earned = held.filter(({ seller, creator, royalty }) => seller !== creator && royalty > 0)
  const isGone = (copy: Disputed) =>
    status === 'regained' ? copy.undone : !copy.held && !copy.undone
  const aboutEach = (role: Role, of: Disputed[]): About[] =>
    [...Map.groupBy(of, (copy) => copy[role])].map(([account_id, theirs]) => ({
      id,
      status,
      role,
      account_id,
      at: at.toISOString(),
      purchases: theirs.map((copy) => copy.id),
      gone: theirs.filter(isGone).map((copy) => copy.id),
    }))
  await enqueueMails(tx, disputeMail, [
    ...aboutEach('buyer', bought),
    ...aboutEach('seller', held),
    ...(status === 'lost' || status === 'regained' ? aboutEach('creator', earned) : []),
  ])
}

/**
 * Reads the mail to one person. Dispute, step, role, person and time identify it, because the same
 * step can happen twice.
 */
export async function readDispute({ db }: Ctx, about: About) {
  const { id, status, role, account_id, at } = about
  const recipient = await recipientOf(db, account_id)
  const message = `dispute.${id}.${status}.${role}.${account_id}.${Date.parse(at)}`
  return { ...recipient, id: message, facts: await factsFor(db, about) }
}

/** Returns the facts of a mail. All copies of an order have the same kind of deal. */
async function factsFor(db: Ctx['db'], about: About): Promise<Facts> {
  const { id, status, role, account_id, purchases, at } = about
  const { rows } = await sql<{
    id: string
    number: number
    title: string
    amount: number
    deal: Deal
  }>`
    select purchase.id, number, title, dispute.amount, purchase.deal
    from purchase join asset using (kid) join dispute on dispute.id = ${id}
    where purchase.id = any(${purchases}::uuid[]) order by number
  `.execute(db)
  const moved = await movedBy(db, { account_id, purchases, at })
  const { deal, amount } = rows[0]!
  const copies = rows.map(({ number, title }) => ({ number, title }))
  const gone = copies.filter((_, i) => role === 'buyer' && about.gone.includes(rows[i]!.id))
  const isShown: Record<Line, boolean> = {
    soldOn: gone.length > 0 && dealKinds[deal].transfers_copy,
    gone: gone.length > 0,
    taken: moved.taken > 0,
    again: role === 'buyer' && moved.taken > 0,
    owed: moved.owed > 0,
    back: role === 'buyer' && moved.back > 0,
  }
  const possible = status === 'lost' || status === 'regained' ? lines[status] : []
  const more = possible.filter((line) => isShown[line])
  return { deal, role, status, amount, copies, gone, ...moved, more }
}

/** Returns the yen that a decision took from one person, recorded as debt and gave back. */
async function movedBy(
  db: Ctx['db'],
  { account_id, purchases, at }: Pick<About, 'account_id' | 'purchases' | 'at'>,
) {
  const { rows } = await sql<{ taken: number; owed: number; back: number }>`
    select coalesce(sum(amount) filter (where debit.kind in ('sales', 'points')), 0)::bigint as taken,
      coalesce(sum(amount) filter (where credit.kind = 'debt'), 0)::bigint as owed,
      coalesce(sum(amount) filter (where credit.kind in ('sales', 'points')), 0)::bigint as back
    from ledger_transfer transfer
    join ledger_account debit on debit.id = transfer.debit
    join ledger_account credit on credit.id = transfer.credit
    where subject_id = any(${purchases}::uuid[]) and reason = 'dispute' and at = ${at}
      and ((debit.account_id = ${account_id} and debit.kind in ('sales', 'points'))
        or (credit.account_id = ${account_id} and credit.kind in ('sales', 'points', 'debt')))
  `.execute(db)
  return rows[0]!
}

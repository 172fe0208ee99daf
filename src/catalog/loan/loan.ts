import { randomUUID } from 'node:crypto'
import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent, transition, transitionAll } from '#core/database/events.ts'
import { beginLoan, closeLoan, revoke } from '#src/catalog/rental-period/rental-period.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { loanMail, type LoanNews } from './loan-mail.shared.ts'
import { loanTransitions } from './loan.shared.ts'

interface NewLoan {
  lender: string
  kid: string
  asset_token_id: string
  number: number
  listing_id: string
  email: string | null
  from_name: string
  message: string
  lang: string
  period_seconds: number
  expires_at: string
}

/** Step: stores an open loan, enqueues its mail and returns its id. The caller has locked the copy. */
export async function insertLoan(tx: Tx, terms: NewLoan, at: Date): Promise<string> {
  const row = { ...terms, id: randomUUID(), created_at: at.toISOString() }
  const step = { action: 'lend', by: 'lender', account: terms.lender, at } as const
  await insertWithEvent(tx, loanTransitions, [row], step)
  if (terms.email !== null) await tell(tx, [row.id], 'lent')
  return row.id
}

interface Accepted {
  id: string
  kid: string
  asset_token_id: string
  number: number
  period_seconds: number
}

/** Step: begins an open loan. False if it is not open. The caller has locked the copy. */
export async function acceptLoan(
  tx: Tx,
  loan: Accepted,
  borrower: string,
  at: Date,
): Promise<boolean> {
  const { id, period_seconds, ...copy } = loan
  const ends_at = addSeconds(at, period_seconds).toISOString()
  const set = { borrower, began_at: at.toISOString(), ends_at }
  const step = { action: 'accept', by: 'borrower', account: borrower, at, set } as const
  if (!(await transition(tx, loanTransitions, id, step))) return false
  const { kid, asset_token_id, number } = copy
  await beginLoan(tx, { id, kid, asset_token_id, number, renter: borrower, ends_at }, at)
  await tell(tx, [id], 'accepted')
  await tell(tx, [id], 'borrowed')
  return true
}

/** Step: ends an open loan that the friend does not want. False if it is not open. */
export async function declineLoan(
  tx: Tx,
  id: string,
  account: string | undefined,
  at: Date,
): Promise<boolean> {
  const set = { ended_at: at.toISOString() }
  const step = { action: 'decline', by: 'borrower', account, at, set } as const
  const isDeclined = await transition(tx, loanTransitions, id, step)
  if (isDeclined) await tell(tx, [id], 'declined')
  return isDeclined
}

/** Step: ends an open loan that nobody has accepted in time. False if it is not open. */
export async function expireLoan(tx: Tx, id: string, at: Date): Promise<boolean> {
  const set = { ended_at: at.toISOString() }
  const isExpired = await transition(tx, loanTransitions, id, {
    action: 'expire',
    by: 'clock',
    at,
    set,
  })
  if (isExpired) await tell(tx, [id], 'expired')
  return isExpired
}

/** Step: withdraws the open loans that lock copies by these listings, on behalf of their lender. */
export async function withdrawLoansOn(tx: Tx, listing_ids: string[], account: string, at: Date) {
  const set = { ended_at: at.toISOString() }
  const ids = await openOn(tx, listing_ids)
  const step = { action: 'withdraw', by: 'lender', account, at, set } as const
  await transitionAll(tx, loanTransitions, ids, step)
}

/** Step: revokes the open loans that lock copies by these listings. */
export async function revokeLoansOn(tx: Tx, listing_ids: string[], at: Date) {
  const set = { ended_at: at.toISOString() }
  const ids = await openOn(tx, listing_ids)
  const step = { action: 'revoke', by: 'platform', at, set } as const
  await tell(tx, await transitionAll(tx, loanTransitions, ids, step), 'revoked')
}

/**
 * Step: ends a running loan before its time, on behalf of its borrower or its lender. False if it is not
 * running. The caller has locked the copy.
 */
export async function returnLoan(
  tx: Tx,
  id: string,
  { by, account }: { by: 'borrower' | 'lender'; account: string },
  at: Date,
): Promise<boolean> {
  const set = { ended_at: at.toISOString() }
  const step =
    by === 'borrower'
      ? ({ action: 'return', by, account, at, set } as const)
      : ({ action: 'recall', by, account, at, set } as const)
  if (!(await transition(tx, loanTransitions, id, step))) return false
  await closeLoan(tx, id, by, at)
  await tell(tx, [id], by === 'borrower' ? 'back' : 'over')
  return true
}

/**
 * Step: ends the running loans of copies that go to another owner because a payment was reversed, and tells
 * the borrowers. The caller has locked the copies.
 */
export async function takeLoansBack(tx: Tx, asset_token_ids: string[], at: Date) {
  const running = await tx
    .selectFrom('loan')
    .select('id')
    .where('asset_token_id', 'in', asset_token_ids)
    .where('status', '=', 'running')
    .orderBy('id')
    .execute()
  const set = { ended_at: at.toISOString() }
  const step = { action: 'take_back', by: 'platform', at, set } as const
  const ids = running.map(({ id }) => id)
  const ended = await transitionAll(tx, loanTransitions, ids, step)
  await revoke(tx, ended, at)
  await tell(tx, ended, 'taken_back')
}

/** Step: ends running loans whose time is over, and tells their lenders. The copies were free already. */
export async function endLoans(tx: Tx, ids: string[], at: Date) {
  const set = { ended_at: at.toISOString() }
  const step = { action: 'end', by: 'clock', at, set } as const
  await tell(tx, await transitionAll(tx, loanTransitions, ids, step), 'back')
}

async function openOn(tx: Tx, listing_ids: string[]): Promise<string[]> {
  if (listing_ids.length === 0) return []
  const rows = await tx
    .selectFrom('loan')
    .select('id')
    .where('listing_id', 'in', listing_ids)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const tell = (tx: Tx, ids: string[], news: LoanNews) =>
  enqueueMails(
    tx,
    loanMail,
    ids.map((id) => ({ id, news })),
  )

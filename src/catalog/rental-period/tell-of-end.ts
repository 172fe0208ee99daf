import type { Tx } from '#core/database/db.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { backMail, overMail } from './returned-mail.shared.ts'

/**
 * Step: tells owners and renters of rentals that have run out, an owner once of all. Loans, and payments
 * that were reversed, have mails of their own.
 */
export async function tellOfEnd(tx: Tx, ids: string[]) {
  if (ids.length === 0) return
  const ended = await tx
    .selectFrom('rental')
    .innerJoin('serial', 'serial.asset_token_id', 'rental.asset_token_id')
    .select(['rental.id', 'owner'])
    .where('rental.id', 'in', ids)
    .where('loan_id', 'is', null)
    .execute()
  const byOwner = Map.groupBy(ended, ({ owner }) => owner)
  const backs = [...byOwner].map(([owner, own]) => ({ owner, ids: own.map(({ id }) => id) }))
  await enqueueMails(tx, backMail, backs)
  const overs = ended.map(({ id }) => ({ id }))
  await enqueueMails(tx, overMail, overs)
}

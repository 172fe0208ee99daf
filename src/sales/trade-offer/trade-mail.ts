import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { messageColumns } from '#src/catalog/moderation/messages.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { OfferState } from './trade-offer.shared.ts'
import type { TradeFacts, tradeMail } from './trade-mail.shared.ts'

interface Row {
  offeror: string
  owner: string
  partner: string
  status: OfferState
  is_counter: boolean
  message: string
  message_hidden: boolean
  expires_at: string
  top_up: number | null
  top_up_by: 'offeror' | 'owner' | null
  submitted: TradeFacts['mine']
  requested: TradeFacts['mine']
}

/**
 * Reads the mail about an offer to one side of it. Undefined if the offer has ended before its owner
 * was told of it, or while trading is switched off.
 */
export async function readTradeMail({ db }: Ctx, { id, to }: AboutOf<typeof tradeMail>) {
  const row = await offerRow(db, id, to)
  const news = row && newsOf(row, to)
  if (!news || !(await settingsOf(db)).trade_enabled) return undefined
  const isSender = to === 'offeror'
  const { partner, message, message_hidden, expires_at } = row
  const top_up = row.top_up === null ? null : { price: row.top_up, is_mine: row.top_up_by === to }
  const [mine, theirs] = isSender ? [row.submitted, row.requested] : [row.requested, row.submitted]
  const deal = { mine, theirs, partner, top_up, expires_at }
  const facts: TradeFacts = { news, ...deal, message, message_hidden }
  const state = row.status === 'awaiting_acceptance' ? 'offer' : row.status
  return { id: `trade.${id}.${state}.${to}`, ...(await recipientOf(db, row[to])), facts }
}

/** Returns what the reader learns. The sender of an offer that was answered by another learns of that. */
function newsOf(
  { status, is_counter }: Row,
  to: 'offeror' | 'owner',
): TradeFacts['news'] | undefined {
  if (to === 'owner') {
    if (status === 'awaiting_acceptance') return is_counter ? 'countered' : 'offered'
    return status === 'accepted' ? 'accepted' : undefined
  }
  const told = ['accepted', 'declined', 'lapsed', 'spoiled'] as const
  return told.find((state) => state === status)
}

async function offerRow(db: Ctx['db'], id: string, to: 'offeror' | 'owner') {
  const copy = (token: string) => sql`(
    select jsonb_build_object('kid', asset.kid, 'number', number, 'title', title)
    from serial join asset using (kid) where asset_token_id = ${sql.ref(token)})`
  const { rows } = await sql<Row>`
    select offeror, owner, account.username as partner, status, counters is not null as is_counter,
      ${messageColumns('trade_offer', null)}, expires_at, top_up, top_up_by, ${copy('submitted')} as submitted, ${copy('requested')} as requested
    from trade_offer
    join account on account.id = ${sql.ref(to === 'offeror' ? 'owner' : 'offeror')}
    where trade_offer.id = ${id}
  `.execute(db)
  return rows[0]
}

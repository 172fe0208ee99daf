import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent, transitionAll } from '#core/database/events.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { type GiftFacts, giftMail } from './gift-mail.shared.ts'
import { giftTransitions } from './gift.shared.ts'

/** A copy to give, and to whom. */
export interface GiftedCopy {
  asset_token_id: string
  kid: string
  number: number
  listing_id: string | null
  purchase_id: string | null
  email: string | null
}

/** The terms shared by gifts that are made at once. */
export interface GiftTerms {
  giver: string
  from_name: string
  message: string
  lang: string
  deliver_at: string
  expires_at: string
}

/**
 * Step: stores gifts and returns their ids. Those with a listing are scheduled; the others await
 * payment. The caller has locked the copies.
 */
export async function insertGifts(
  tx: Tx,
  copies: readonly GiftedCopy[],
  terms: GiftTerms,
  at: Date,
): Promise<string[]> {
  const batch = randomUUID()
  const rows = copies.map(({ asset_token_id, kid, number, listing_id, purchase_id, email }) => ({
    id: randomUUID(),
    asset_token_id,
    kid,
    number,
    listing_id,
    purchase_id,
    email,
    ...terms,
    batch,
    created_at: at.toISOString(),
  }))
  const giver = { by: 'giver', account: terms.giver, at } as const
  const isLocked = ({ listing_id }: GiftedCopy) => listing_id !== null
  const given = rows.filter(isLocked)
  await insertWithEvent(tx, giftTransitions, given, { action: 'give', ...giver })
  const ordered = rows.filter((row) => !isLocked(row))
  await insertWithEvent(tx, giftTransitions, ordered, { action: 'order', ...giver })
  const ids = rows.map(({ id }) => id)
  await deliverGifts(tx, ids, at)
  return ids
}

/** Matches a `purchase` whose copy was bought as a gift: its price is shown to nobody. */
export const isBoughtAsGift = sql`exists (select from gift where gift.purchase_id = purchase.id
  and gift.status in ('scheduled', 'open', 'claimed'))`

/**
 * Matches a `gift` that can be delivered now. Those of a hidden title wait until it is shown again, or until
 * their end, when they are opened only to expire.
 */
export const isDeliverable = (at: Date) => sql<boolean>`(gift.status = 'scheduled'
  and deliver_at <= ${at.toISOString()}::timestamptz and (expires_at <= ${at.toISOString()}::timestamptz
    or exists (select from asset where asset.kid = gift.kid and is_public)))`

/** Step: opens those of these gifts that can be delivered now, and enqueues their mails. */
export async function deliverGifts(tx: Tx, ids: readonly string[], at: Date) {
  const { rows } = await sql<{ id: string }>`
    select id from gift where id = any(${[...ids]}::uuid[]) and ${isDeliverable(at)} order by id
  `.execute(tx)
  const due = rows.map(({ id }) => id)
  const step = { action: 'deliver', by: 'platform', at } as const
  const delivered = await transitionAll(tx, giftTransitions, due, step)
  await tell(tx, await mailed(tx, delivered), 'given')
}

/** Step: locks the paid copies of these gifts by their listings, and delivers those that are due. */
export async function startGifts(
  tx: Tx,
  gifts: readonly { id: string; listing_id: string }[],
  at: Date,
) {
  for (const { id, listing_id } of gifts)
    await transitionAll(tx, giftTransitions, [id], {
      action: 'pay',
      by: 'platform',
      at,
      set: { listing_id },
    })
  await deliverGifts(
    tx,
    gifts.map(({ id }) => id),
    at,
  )
}

/** A gift whose copy is being bought. */
export interface BoughtGift {
  id: string
  asset_token_id: string
  kid: string
  giver: string
  batch: string
}

/** Reads the gifts that await the payment of these purchases. */
export async function giftsOfPurchases(tx: Tx, purchase_ids: string[]): Promise<BoughtGift[]> {
  return tx
    .selectFrom('gift')
    .select(['id', 'asset_token_id', 'kid', 'giver', 'batch'])
    .where(sql<boolean>`purchase_id = any(${purchase_ids}::uuid[])`)
    .where('status', '=', 'awaiting_payment')
    .orderBy('id')
    .execute()
}

/** Step: ends the gifts of purchases that were not paid. */
export async function releaseGifts(tx: Tx, purchase_ids: string[], at: Date) {
  const gifts = await giftsOfPurchases(tx, purchase_ids)
  await end(tx, idsOf(gifts), { action: 'release', by: 'platform', at })
}

/** Step: ends an open gift by its recipient. False if it is not open. The caller has locked the copy. */
export async function claimGift(tx: Tx, id: string, recipient: string, at: Date): Promise<boolean> {
  const set = { recipient, ended_at: at.toISOString() }
  const step = { action: 'claim', by: 'recipient', account: recipient, at, set } as const
  const claimed = await transitionAll(tx, giftTransitions, [id], step)
  await tell(tx, claimed, 'claimed')
  return claimed.length > 0
}

/** Step: ends an open gift that its recipient does not want. False if it is not open. */
export async function declineGift(
  tx: Tx,
  id: string,
  account: string | undefined,
  at: Date,
): Promise<boolean> {
  const declined = await end(tx, [id], { action: 'decline', by: 'recipient', account, at })
  await tell(tx, declined, 'declined')
  return declined.length > 0
}

/** Step: ends an open gift whose time is over. False if it is not open. */
export async function expireGift(tx: Tx, id: string, at: Date): Promise<boolean> {
  const expired = await end(tx, [id], { action: 'expire', by: 'clock', at })
  await tell(tx, expired, 'expired')
  return expired.length > 0
}

/** Step: ends a live gift because gifts were switched off. False if it is not live. */
export async function returnGift(tx: Tx, id: string, at: Date): Promise<boolean> {
  return (await end(tx, [id], { action: 'return', by: 'platform', at })).length > 0
}

/** Step: sends the mail of an open gift again. The caller has locked the gift. */
export async function mailGiftAgain(tx: Tx, id: string, at: Date) {
  const { mailed_again: again } = await tx
    .updateTable('gift')
    .set({ mailed_again: sql`mailed_again + 1`, mailed_again_at: at.toISOString() })
    .where('id', '=', id)
    .returning('mailed_again')
    .executeTakeFirstOrThrow()
  await enqueueMails(tx, giftMail, [{ id, news: 'given', again }])
}

/** Step: withdraws the live gifts that lock copies by one of these listings, on behalf of their giver. */
export async function withdrawGiftsOn(tx: Tx, listing_ids: string[], account: string, at: Date) {
  const ids = await liveOn(tx, listing_ids)
  await end(tx, ids, { action: 'withdraw', by: 'giver', account, at })
}

/** Step: revokes the live gifts that lock copies by one of these listings. */
export async function revokeGiftsOn(tx: Tx, listing_ids: string[], at: Date) {
  const ids = await liveOn(tx, listing_ids)
  await tell(tx, await end(tx, ids, { action: 'revoke', by: 'platform', at }), 'revoked')
}

/** Step: reminds of open gifts, and marks them so that it happens once. */
export async function remindOf(tx: Tx, ids: string[], at: Date) {
  if (ids.length === 0) return
  const rows = await tx
    .updateTable('gift')
    .set({ reminded_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .where('reminded_at', 'is', null)
    .returning('id')
    .execute()
  const reminded = idsOf(rows)
  const byMail = await mailed(tx, reminded)
  await tell(tx, byMail, 'reminder')
  await tell(
    tx,
    reminded.filter((id) => !byMail.includes(id)),
    'unclaimed',
  )
}

async function liveOn(tx: Tx, listing_ids: string[]): Promise<string[]> {
  if (listing_ids.length === 0) return []
  const rows = await tx
    .selectFrom('gift')
    .select('id')
    .where('listing_id', 'in', listing_ids)
    .where('status', 'in', ['scheduled', 'open'])
    .orderBy('id')
    .execute()
  return idsOf(rows)
}

type Ending =
  | { action: 'release' | 'return' | 'revoke'; by: 'platform' }
  | { action: 'decline'; by: 'recipient'; account: string | undefined }
  | { action: 'expire'; by: 'clock' }
  | { action: 'withdraw'; by: 'giver'; account: string }

function end(tx: Tx, ids: string[], step: Ending & { at: Date }): Promise<string[]> {
  const set = { ended_at: step.at.toISOString() }
  return transitionAll(tx, giftTransitions, ids, { ...step, set })
}

/** Returns those of these gifts that are sent by mail. */
async function mailed(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('gift')
    .select('id')
    .where('id', 'in', ids)
    .where('email', 'is not', null)
    .execute()
  return idsOf(rows)
}

const tell = (tx: Tx, ids: string[], news: GiftFacts['news']) =>
  enqueueMails(
    tx,
    giftMail,
    ids.map((id) => ({ id, news })),
  )

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import * as gifts from '#src/catalog/gift/gift.ts'
import { messageColumns, shownName } from '#src/catalog/moderation/messages.ts'
import type { GiftStatus } from '#src/catalog/gift/gift.shared.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { lockSerials, transferSerials } from '#src/catalog/serial/transfer.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'
import { giveListings } from '#src/sales/listing/give-away.ts'
import { requireMayTake } from '#src/sales/purchase/handover.ts'
import { lockOffers } from '#src/sales/purchase/offers.ts'
import type { claimGift, declineGift, getGift, ReceivedGift } from './gift.shared.ts'
import { copyOfGift } from './rows.ts'
import { idOfToken } from './token.ts'

/** Returns a gift for the visitor of its link. */
export async function read(ctx: Ctx, { token }: BodyOf<typeof getGift>): Promise<ReceivedGift> {
  if (!(await settingsFor(ctx)).gift_enabled) fail('not_found')
  const id = idOfToken(ctx, token) ?? fail('not_found')
  const person = ctx.person?.account_id ?? null
  const { rows } = await sql<
    Omit<ReceivedGift, 'status' | 'reason'> & {
      status: GiftStatus
      is_abroad: boolean
      is_out: boolean
    }
  >`
    select ${copyOfGift} as copy, ${shownName('gift', null)} as from_name,
      ${messageColumns('gift', null)},
      gift.status, coalesce(recipient = ${person}::uuid, false) as mine,
      deliver_at, expires_at, coalesce(giver = ${person}::uuid, false) as is_own,
      only_japan_accessible and ${ctx.country} <> 'JP' as is_abroad,
      asset.is_public as is_out
    from gift join asset using (kid) where gift.id = ${id} and removed_at is null
  `.execute(ctx.db)
  const { status: stored, message, is_abroad, is_out, ...row } = rows[0] ?? fail('not_found')
  const isOver = row.expires_at <= ctx.now.toISOString() || !is_out
  const status = shownStatus(stored, isOver)
  const reason = reasonOf({ status, is_own: row.is_own, is_abroad })
  const isDelivered = stored === 'open' || stored === 'claimed'
  return { ...row, message: isDelivered ? message : '', status, reason }
}

function shownStatus(status: GiftStatus, isOver: boolean): ReceivedGift['status'] {
  if (status === 'claimed') return 'claimed'
  return (status === 'open' || status === 'scheduled') && !isOver ? status : 'closed'
}

function reasonOf(gift: {
  status: ReceivedGift['status']
  is_own: boolean
  is_abroad: boolean
}): ReceivedGift['reason'] {
  if (gift.status === 'claimed' || gift.status === 'closed') return 'closed'
  if (gift.is_own) return 'own_gift'
  if (gift.status === 'scheduled') return 'not_delivered'
  return gift.is_abroad ? 'region_unavailable' : null
}

/**
 * Claims a gift: moves the copy to the caller once. Refuses `gift_closed` if it was claimed or has ended,
 * `gift_not_delivered` before its day, `gift_to_yourself`, `region_unavailable`,
 * `not_designated_acquirer` and `max_holding_reached`.
 */
export async function claim(ctx: Ctx, body: BodyOf<typeof claimGift>) {
  const id = idOfToken(ctx, body.token) ?? fail('not_found')
  const reply = await once(ctx, body, (tx) => take(tx, ctx, id))
  failpoint('gift.claimed')
  return reply
}

async function take(tx: Tx, ctx: Ctx, id: string): Promise<ReplyOf<typeof claimGift>> {
  requireOn(await settingsOf(tx), 'gift_enabled')
  const person = currentPerson(ctx).account_id
  const { asset_token_id } = await stored(tx, id)
  await lockActor(tx, person) // so that limits are counted safely
  const { offers, at } = await lockOffers(tx, [asset_token_id], ctx.time)
  const gift = await stored(tx, id) // read again under the lock
  const offer = offers.get(asset_token_id) ?? fail('gift_closed')
  if (gift.giver === person) fail('gift_to_yourself')
  if (gift.status === 'scheduled') fail('gift_not_delivered')
  const isOpen = gift.status === 'open' && at.toISOString() < gift.expires_at
  if (!isOpen || offer.owner !== gift.giver) fail('gift_closed')
  await requireMayTake(tx, ctx, offer, offers)
  const { listing_id, kid, number, giver } = gift
  if (!(await gifts.claimGift(tx, id, person, at))) fail('gift_closed')
  await transferSerials(tx, [{ asset_token_id, to: person }], at)
  await giveListings(tx, [listing_id!], at)
  const change = { asset_token_id, kid, number, kind: 'gift' as const }
  await record(tx, [{ ...change, subject_id: id, from: giver, to: person }], at)
  failpoint('gift.claiming')
  return { gift_id: id, kid, asset_token_id, number }
}

const stored = async (tx: Tx, id: string) =>
  (await tx.selectFrom('gift').selectAll().where('id', '=', id).executeTakeFirst()) ??
  fail('not_found')

/** Declines an open gift for its recipient, who needs no account. A repeat changes nothing. */
export function decline(ctx: Ctx, { token }: BodyOf<typeof declineGift>) {
  const id = idOfToken(ctx, token) ?? fail('not_found')
  return inTx(ctx, async (tx): Promise<ReplyOf<typeof declineGift>> => {
    requireOn(await settingsOf(tx), 'gift_enabled')
    const { asset_token_id } = await stored(tx, id)
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    const { status, giver, listing_id } = await stored(tx, id)
    const account = ctx.person?.account_id
    if (giver === account) fail('gift_to_yourself')
    if (status === 'declined') return { status }
    if (!(await gifts.declineGift(tx, id, account, at))) fail('gift_closed')
    await delistByPlatform(tx, [listing_id!], at)
    failpoint('gift.declining')
    return { status: 'declined' }
  })
}

import { randomUUID } from 'node:crypto'
import { inTx } from '#core/database/db.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { earlierReply, once } from '#core/http/idempotency.ts'
import { insertGifts, mailGiftAgain } from '#src/catalog/gift/gift.ts'
import { confirmStep } from '#src/accounts/account/step-up.ts'
import { isLarge, requireTerms, termsOf } from './terms.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { delistByOwner } from '#src/sales/listing/delist.ts'
import { openGiveaway, prepareGiveaway } from '#src/sales/listing/give-away.ts'
import { giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { type giveCopies, type mailGift, MAILS_AGAIN, type withdrawGift } from './gift.shared.ts'
import { givenById, givenByIds } from './rows.ts'

/**
 * Gives own copies: locks each and sends or schedules its gift, all or none. A code or passkey is used
 * up beforehand; the reply of a repeat needs none. Refuses as `gift_needs_confirmation` a large gift
 * without one, after all other reasons.
 */
export async function give(
  ctx: Ctx,
  { code, passkey, ...body }: BodyOf<typeof giveCopies>,
): Promise<ReplyOf<typeof giveCopies>> {
  const { account_id: giver, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const ids = [...new Set(body.asset_token_ids)]
  const earlier = await earlierReply<ReplyOf<typeof giveCopies>>(ctx, body)
  if (earlier) return earlier
  const isConfirmed = code !== undefined || passkey !== undefined
  if (isConfirmed) await confirmStep(ctx, { code, passkey }, 'gift')
  const reply = await once(ctx, body, async (tx) => {
    const settings = await settingsOf(tx)
    await lockActor(tx, giver) // so that the gifts of a day are counted safely
    await requireTerms(tx, ctx, body, { copies: ids.length, settings })
    const { copies, at } = await lockCopies(tx, ids, ctx.time)
    const given = ids.map((id) => {
      const copy = copies.get(id)
      const refusal = giveRefusal(copy, giver)
      return refusal ? fail(refusal.code, refusal.params) : copy!
    })
    if (!isConfirmed && (await isLarge(tx, { giver, ids, at, settings })))
      fail('gift_needs_confirmation')
    const giveaway = { kind: 'transfer', giver, batch: randomUUID() } as const
    const listings = await prepareGiveaway(tx, given, giveaway, at)
    await openGiveaway(tx, listings, at)
    const rows = given.map(({ asset_token_id, kid, number }, i) => ({
      asset_token_id,
      kid,
      number,
      listing_id: listings[i]!,
      purchase_id: null,
      email: body.emails[i] ?? null,
    }))
    const made = await insertGifts(tx, rows, { giver, ...termsOf(body, settings, at) }, at)
    failpoint('gift.giving')
    const items = await givenByIds(ctx, tx, made)
    return { batch: items[0]!.batch, items }
  })
  failpoint('gift.given')
  return reply
}

/** Withdraws the caller's own gift. A repeat returns it as it is. */
export function withdraw(ctx: Ctx, { id }: BodyOf<typeof withdrawGift>) {
  return inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'gift_enabled')
    const { copy } = await givenById(ctx, tx, id)
    const at = await lockSerials(tx, [copy.asset_token_id], ctx.time)
    const live = await tx
      .selectFrom('gift')
      .select('listing_id')
      .where('id', '=', id)
      .where('status', 'in', ['scheduled', 'open'])
      .execute()
    await delistByOwner(
      tx,
      ctx,
      live.map(({ listing_id }) => listing_id!),
      at,
    )
    const gift = await givenById(ctx, tx, id)
    return gift.status === 'withdrawn' ? gift : fail('gift_closed')
  })
}

/**
 * Sends the mail of an open gift again, once a day and three times in all. Refuses `gift_by_link`
 * without an address, `gift_closed` and `gift_mail_limit`.
 */
export function mailAgain(ctx: Ctx, body: BodyOf<typeof mailGift>) {
  return once(ctx, body, async (tx) => {
    requireOn(await settingsOf(tx), 'gift_enabled')
    const { id, email, copy } = await givenById(ctx, tx, body.id)
    if (email === null) fail('gift_by_link')
    const at = await lockSerials(tx, [copy.asset_token_id], ctx.time)
    const gift = await givenById(ctx, tx, id) // read again under the lock
    if (gift.status !== 'open') fail('gift_closed')
    if (!gift.can_mail_again) fail('gift_mail_limit', { limit: MAILS_AGAIN })
    await mailGiftAgain(tx, id, at)
    return givenById(ctx, tx, id)
  })
}

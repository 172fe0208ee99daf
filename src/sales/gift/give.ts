import { sql } from 'kysely'
import { addSeconds, latest } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { insertGifts } from '#src/catalog/gift/gift.ts'
import { requireGifts } from '#src/platform/settings/gifting.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { delistByOwner } from '#src/sales/listing/delist.ts'
import { openGiveaway, prepareGiveaway } from '#src/sales/listing/give-away.ts'
import { giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { lockBuyers } from '#src/sales/purchase/offers.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import {
  DELIVERY_DAYS_MAX,
  type giftTerms,
  type giveCopies,
  type withdrawGift,
} from './gift.shared.ts'
import { givenById, givenByIds } from './rows.ts'
import type { z } from 'zod'
import { randomUUID } from 'node:crypto'

const DAY_SECONDS = 86_400

/** Gives own copies: locks each and sends or schedules its gift, all or none. */
export function give(ctx: Ctx, body: BodyOf<typeof giveCopies>) {
  const { account_id: giver, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx) => {
    const settings = await settingsOf(tx)
    await lockBuyers(tx, [giver]) // so that the gifts of a day are counted safely
    await requireTerms(tx, ctx, body, { copies: ids.length, settings })
    const { copies, at } = await lockCopies(tx, ids, ctx.time)
    const given = ids.map((id) => {
      const copy = copies.get(id)
      const refusal = giveRefusal(copy, giver)
      return refusal ? fail(refusal.code, refusal.params) : copy!
    })
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
}

type Terms = z.output<typeof giftTerms>

/** Refuses terms that do not fit the copies, the settings or the giver. The giver's account is locked. */
export async function requireTerms(
  tx: Tx,
  ctx: Ctx,
  { emails, deliver_at, days }: Terms,
  { copies, settings }: { copies: number; settings: Settings },
) {
  requireGifts(settings)
  const { account_id, email } = currentPerson(ctx)
  if (emails.length > 0 && emails.length !== copies)
    fail('gift_people_mismatch', { copies, people: emails.length })
  if (emails.includes(email.toLowerCase())) fail('gift_to_yourself')
  const last = addSeconds(ctx.now, DELIVERY_DAYS_MAX * DAY_SECONDS)
  if (deliver_at && new Date(deliver_at) > last) fail('input_invalid', { field: 'deliver_at' })
  const maximum = settings.gift_days_max
  if (days !== null && days > maximum) fail('gift_days_out_of_bounds', { maximum })
  const limit = settings.gifts_per_day
  if ((await countToday(tx, account_id, ctx.now)) + copies > limit)
    fail('too_many_gifts', { limit })
}

async function countToday(tx: Tx, giver: string, now: Date): Promise<number> {
  const since = addSeconds(now, -DAY_SECONDS).toISOString()
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from gift where giver = ${giver} and created_at > ${since}::timestamptz
  `.execute(tx)
  return rows[0]!.n
}

/** Returns the terms as they are stored. A delivery in the past is one now. */
export function termsOf(
  { from_name, message, lang, deliver_at, days }: Terms,
  { gift_days, gift_days_max }: Settings,
  at: Date,
) {
  const delivery = latest([at, ...(deliver_at ? [new Date(deliver_at)] : [])])
  const kept = days ?? Math.min(gift_days, gift_days_max)
  return {
    from_name,
    message,
    lang,
    deliver_at: delivery.toISOString(),
    expires_at: addSeconds(delivery, kept * DAY_SECONDS).toISOString(),
  }
}

/** Withdraws the caller's own gift. A repeat returns it as it is. */
export function withdraw(ctx: Ctx, { id }: BodyOf<typeof withdrawGift>) {
  return inTx(ctx, async (tx) => {
    requireGifts(await settingsOf(tx))
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

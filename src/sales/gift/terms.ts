import { sql } from 'kysely'
import { addSeconds, latest } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import { DELIVERY_DAYS_MAX, type GiftTerms } from '#src/catalog/gift/gift.shared.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'

/**
 * Refuses terms that do not fit the copies, the settings or the giver. The count of a day is exact only
 * while the giver's account is locked.
 */
export async function requireTerms(
  db: Db | Tx,
  ctx: Ctx,
  { emails, deliver_at, days }: GiftTerms,
  { copies, settings }: { copies: number; settings: Settings },
) {
  requireOn(settings, 'gift_enabled')
  const { account_id, email } = currentPerson(ctx)
  if (emails.length > 0 && emails.length !== copies)
    fail('gift_people_mismatch', { copies, people: emails.length })
  if (emails.includes(email.toLowerCase())) fail('gift_to_yourself')
  const last = addSeconds(ctx.now, DELIVERY_DAYS_MAX * DAY_SECONDS)
  if (deliver_at && new Date(deliver_at) > last) fail('input_invalid', { field: 'deliver_at' })
  const maximum = settings.gift_days_max
  if (days !== null && days > maximum) fail('gift_days_out_of_bounds', { maximum })
  const limit = settings.gifts_per_day
  if ((await countLastDay(db, account_id, ctx.now)) + copies > limit)
    fail('too_many_gifts', { limit })
}

async function countLastDay(db: Db | Tx, giver: string, now: Date): Promise<number> {
  const since = addSeconds(now, -DAY_SECONDS).toISOString()
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from gift
    where giver = ${giver} and created_at > ${since}::timestamptz and status <> 'canceled'
  `.execute(db)
  return rows[0]!.n
}

/**
 * Step: tells if copies, and what their giver gave in the 24 hours before, are together worth more than
 * the setting allows without a confirmation. A copy is worth its last price, or the least for which one
 * of its title is for sale, if that is more. Exact only while the giver's account is locked.
 */
export async function isLarge(
  tx: Tx,
  of: { giver: string; ids: readonly string[]; at: Date; settings: Settings },
): Promise<boolean> {
  const { giver, ids, at, settings } = of
  const since = addSeconds(at, -DAY_SECONDS).toISOString()
  const { rows } = await sql<{ yen: number }>`
    with given as (
      select asset_token_id from gift
      where giver = ${giver} and created_at > ${since}::timestamptz and status <> 'canceled'
      union select unnest(${ids}::uuid[]))
    select coalesce(sum(greatest(last.price, min_sale_price, 0)), 0) as yen
    from given
      join serial using (asset_token_id)
      left join asset_offer using (kid)
      left join lateral (
        select price from purchase
        where purchase.asset_token_id = given.asset_token_id and status = 'settled' and transfers_copy
        order by settled_at desc limit 1) as last on true
  `.execute(tx)
  return rows[0]!.yen > settings.gift_confirm_yen
}

/** Returns the terms as they are stored. A delivery in the past is one now. */
export function termsOf(
  { from_name, message, lang, deliver_at, days }: GiftTerms,
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

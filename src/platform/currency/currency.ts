import { addSeconds, jstDay } from '#core/clock.ts'
import { primaryDb } from '#core/database/replicas.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { cached } from '#src/platform/guest-cache/answer-cache.ts'
import {
  type Currency,
  currency as currencySchema,
  type getUserLocalCurrency,
  type LocalCurrency,
} from './currency.shared.ts'
import { currencyOfCountry, currencyOfLanguage } from './regional-currency.ts'

const RATES_SHOWN_DAYS = 7 // older rates are not shown

/** `GET /currencies/user_local_currency`: for display only; every charge is in yen. */
export const get = (ctx: Ctx, { user_currency }: BodyOf<typeof getUserLocalCurrency>) =>
  localCurrencyOf(ctx, user_currency)

/** Returns the caller's currency and rate, for other modules that show prices. */
export async function localCurrencyOf(
  ctx: Ctx,
  requested: Currency | undefined,
): Promise<LocalCurrency> {
  const { currency, chosen_by } = chooseCurrency(ctx, requested)
  const rate = currency === 'JPY' ? null : await recentRateOf(ctx, currency)
  const none = { rate: null, rate_date: null, source: null }
  return { currency, chosen_by, ...(rate ?? none) }
}

function chooseCurrency(
  ctx: Ctx,
  requested: Currency | undefined,
): Pick<LocalCurrency, 'currency' | 'chosen_by'> {
  if (requested) return { currency: requested, chosen_by: 'request' }
  const saved = currencySchema.safeParse(ctx.person?.currency)
  if (saved.success) return { currency: saved.data, chosen_by: 'account' }
  // The country counts only if a proxy names it.
  if (ctx.config.regionHeader)
    return { currency: currencyOfCountry(ctx.country), chosen_by: 'country' }
  return { currency: currencyOfLanguage(ctx.lang), chosen_by: 'language' }
}

/** Returns the newest rate. It comes once a day, so it is read once for all who ask within a second. */
function recentRateOf(ctx: Ctx, currency: Currency) {
  const db = primaryDb(ctx.db) // a replica that fails must not fail for those who do not read from it
  const rule = { ms: ctx.config.guestListsMs }
  return cached(db, `rate ${currency}`, rule, () => rateOf({ ...ctx, db }, currency))
}

/** Returns the newest rate, computed from the two rates to the euro of one day. */
async function rateOf({ db, now }: Ctx, currency: Currency) {
  const since = jstDay(addSeconds(now, -RATES_SHOWN_DAYS * DAY_SECONDS))
  const day = await db
    .selectFrom('currency_rate as yen')
    .select(['day', 'per_euro', 'source'])
    .where('currency', '=', 'JPY')
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!day) return null
  const rate_date = day.day
  if (currency === 'EUR') return { rate: 1 / day.per_euro, rate_date, source: day.source }
  const other = await db
    .selectFrom('currency_rate')
    .select('per_euro')
    .where('currency', '=', currency)
    .where('day', '=', rate_date)
    .executeTakeFirst()
  return other ? { rate: other.per_euro / day.per_euro, rate_date, source: day.source } : null
}

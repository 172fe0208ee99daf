import { addSeconds, jstDay } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import type { Currency, getUserLocalCurrency, LocalCurrency } from './currency.shared.ts'
import { currencyOfCountry, currencyOfLanguage } from './regional-currency.ts'

const RATES_KEPT_DAYS = 7 // older ones are no help to anybody
const DAY_SECONDS = 86_400

/** `GET /currencies/user_local_currency`: for showing only, nothing is ever charged by it. */
export const get = (ctx: Ctx, { user_currency }: BodyOf<typeof getUserLocalCurrency>) =>
  localCurrencyOf(ctx, user_currency)

/** The same for rooms that show prices. */
export async function localCurrencyOf(
  ctx: Ctx,
  asked: Currency | undefined,
): Promise<LocalCurrency> {
  const { currency, chosen_by } = await choice(ctx, asked)
  const rate = currency === 'JPY' ? undefined : await rateOf(ctx, currency)
  const none = { rate: null, rate_date: null, source: null }
  return { currency, chosen_by, ...(rate ?? none) }
}

async function choice(
  ctx: Ctx,
  asked: Currency | undefined,
): Promise<Pick<LocalCurrency, 'currency' | 'chosen_by'>> {
  if (asked) return { currency: asked, chosen_by: 'request' }
  const own = ctx.person && (await ownCurrency(ctx.db, ctx.person.account_id))
  if (own) return { currency: own, chosen_by: 'account' }
  // Where no proxy names a country all are in Japan, as far as we know.
  if (ctx.config.regionHeader)
    return { currency: currencyOfCountry(ctx.country), chosen_by: 'country' }
  return { currency: currencyOfLanguage(ctx.lang), chosen_by: 'language' }
}

async function ownCurrency(db: Db, id: string): Promise<Currency | undefined> {
  const row = await db
    .selectFrom('account')
    .select('currency')
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.currency ?? undefined) as Currency | undefined
}

/** The newest rate, through the euro that both are quoted against on one day. */
async function rateOf({ db, now }: Ctx, currency: Currency) {
  const since = jstDay(addSeconds(now, -RATES_KEPT_DAYS * DAY_SECONDS))
  const day = await db
    .selectFrom('currency_rate as yen')
    .select(['day', 'per_euro', 'source'])
    .where('currency', '=', 'JPY')
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!day) return undefined
  const rate_date = day.day
  if (currency === 'EUR') return { rate: 1 / day.per_euro, rate_date, source: day.source }
  const other = await db
    .selectFrom('currency_rate')
    .select('per_euro')
    .where('currency', '=', currency)
    .where('day', '=', rate_date)
    .executeTakeFirst()
  return other && { rate: other.per_euro / day.per_euro, rate_date, source: day.source }
}

import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { shares } from '#core/money.ts'
import { balancesIn, lockBalances } from '#src/ledger/ledger.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { topUp as deal } from '#src/sales/deal/top-up.ts'
import { ratesFor } from '#src/sales/listing/profit.ts'
import { split } from '#src/sales/purchase/decide.ts'
import { settleFromBalance } from '#src/sales/purchase/settle.ts'
import type { NewOffer } from '#src/sales/trade-offer/end-offers.ts'
import type { LockedCopy } from './copies.ts'
import type { TopUp } from './trade.shared.ts'

/** The columns of an offer's top-up, as they are read. */
export interface StoredTopUp {
  top_up: number | null
  top_up_by: string | null
  top_up_fee: number | null
  top_up_royalty: number | null
}
type Wanted = Pick<TopUp, 'paid_by' | 'price'> | undefined
type Flag = Pick<Settings, 'trade_top_up_enabled'>

type Columns = Pick<NewOffer, keyof StoredTopUp>
const NONE: Columns = { top_up: null, top_up_by: null, top_up_fee: null, top_up_royalty: null }

/**
 * Returns a top-up as an offer stores it. Its shares are those of a sale of the copy that the payer gets.
 * Refuses `top_up_unavailable` while top-ups are switched off.
 */
export function topUpColumns(
  wanted: Wanted,
  { gives, gets }: { gives: LockedCopy; gets: LockedCopy },
  settings: Settings,
): Columns {
  if (!wanted) return NONE
  requireOn(settings, 'trade_top_up_enabled')
  const { owner, creator, royalty_rate_bp } = wanted.paid_by === 'offeror' ? gets : gives
  const rates = ratesFor(settings, owner === creator, royalty_rate_bp)
  const { platform_fee, royalty } = shares(wanted.price, rates)
  return {
    top_up: wanted.price,
    top_up_by: wanted.paid_by,
    top_up_fee: platform_fee,
    top_up_royalty: royalty,
  }
}

/** Refuses `balance_not_enough` if a person's points and sales balance are less than `price` yen. */
export async function requireBalance(tx: Tx, account_id: string, price: number) {
  const { points, sales } = balancesIn(await lockBalances(tx, [account_id]), account_id)
  if (points + sales < price) fail('balance_not_enough')
}

/** Refuses `price_changed` if an offer has another top-up than the one that its reader accepts. */
export function refuseOtherTopUp(offer: StoredTopUp, accepted: Wanted, settings: Flag) {
  if (offer.top_up !== (accepted?.price ?? null) || offer.top_up_by !== (accepted?.paid_by ?? null))
    fail('price_changed')
  if (offer.top_up !== null) requireOn(settings, 'trade_top_up_enabled')
}

interface TopUpSwap extends StoredTopUp {
  id: string
  offeror: string
  owner: string
  submitted: LockedCopy
  requested: LockedCopy
}

/**
 * Step: pays the top-up of an accepted offer, if it has one, from its payer's balance, points first. The
 * purchase has the id of the offer. The caller has locked people, copies and offers. Refuses
 * `balance_not_enough`, or `partner_cannot_pay` if the payer is not the caller `account`.
 */
export async function payTopUp(tx: Tx, offer: TopUpSwap, account: string, at: Date) {
  const { id, top_up: price, top_up_by, offeror, owner } = offer
  if (price === null) return
  const isOfferor = top_up_by === 'offeror'
  const [buyer, seller] = isOfferor ? [offeror, owner] : [owner, offeror]
  const { asset_token_id, kid, number, creator } = isOfferor ? offer.requested : offer.submitted
  const ledger = await lockBalances(tx, [buyer, seller, creator])
  const balances = balancesIn(ledger, buyer)
  if (balances.points + balances.sales < price)
    fail(buyer === account ? 'balance_not_enough' : 'partner_cannot_pay')
  const [parts] = split({ copies: [{ price }], from_balance: price }, balances)
  const [platform_fee, royalty] = [offer.top_up_fee!, offer.top_up_royalty!]
  const time = at.toISOString()
  const row = {
    ...parts!,
    id,
    order_id: id,
    buyer,
    seller,
    creator,
    asset_token_id,
    kid,
    number,
    deal: 'top_up' as const,
    transfers_copy: deal.transfers_copy,
    rental_period_seconds: null,
    start_within_seconds: null,
    price,
    platform_fee,
    royalty,
    net: price - platform_fee - royalty,
    kind: seller === creator ? 'primary' : 'secondary',
    ...(await dealContext(tx, id, buyer)),
    held_until: time,
    created_at: time,
    settled_at: time,
  }
  await settleFromBalance(tx, row, ledger, at)
}

/** Reads the listing with which the trade began, of this or an answered offer, and the payer's language. */
async function dealContext(tx: Tx, id: string, payer: string) {
  const { rows } = await sql<{ listing_id: string; lang: string }>`
    with recursive answered as (
      select counters, listing_id from trade_offer where id = ${id}
      union all
      select earlier.counters, earlier.listing_id
      from answered join trade_offer earlier on earlier.id = answered.counters
      where answered.listing_id is null)
    select listing_id, lang from answered, account
    where listing_id is not null and account.id = ${payer}
  `.execute(tx)
  return rows[0]!
}

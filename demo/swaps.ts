import { open } from '#src/sales/listing/listing.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { acceptTrade, listTradingAssets, offerTrade } from '#src/sales/trade/trade.shared.ts'
import { addWish } from '#src/sales/wish/wish.shared.ts'
import type { DemoClient } from './client.ts'
import type { PersonKey } from './people.ts'

const OPENED = 2 // copies that each collector opens to trade
const collectors = ['aoi', 'ren', 'nami', 'kazuo'] as const satisfies PersonKey[]

/**
 * Opens copies of collectors to trade, makes one trade, and leaves an offer open for the buyer to
 * answer. Does nothing if somebody has opened a copy already.
 */
export async function makeTrades(client: DemoClient) {
  const own = await Promise.all(
    collectors.map(async (who) => {
      const { items } = await client.call(who, listTradingAssets, {})
      return items.map((copy) => ({ who, ...copy }))
    }),
  )
  if (own.flat().some(({ is_open_to_trade }) => is_open_to_trade)) return
  for (const copies of own) await openToTrade(client, copies.slice(0, OPENED))
  const [aois = [], rens = [], ...others] = own
  const [wanted, mine] = [others.flat()[0], rens[1] ?? rens[0]]
  if (wanted && mine) {
    await offer(client, mine, wanted, 'I have looked for this number for a long time.')
    await client.call(
      wanted.who,
      acceptTrade,
      {
        my_trading_asset_token_id: wanted.asset_token_id,
        offering_serial_token_id: mine.asset_token_id,
        offering_serial_owner_account_id: mine.owner_account_id,
      },
      { key: 'demo trade' },
    )
  }
  if (aois[0] && rens[0] && rens.length > 1)
    await offer(client, aois[0], rens[0], 'Would you trade it for mine?')
}

const wishers = ['ren', 'nami', 'kazuo'] as const satisfies PersonKey[]

/**
 * Lets three collectors each want a copy that the next one has open to trade, so that the search for
 * trades proposes one among the three.
 */
export async function wishForTrades(client: DemoClient) {
  const opened = await Promise.all(
    wishers.map(async (who) => {
      const { items } = await client.call(who, listTradingAssets, {})
      return items.findLast(({ is_open_to_trade }) => is_open_to_trade)
    }),
  )
  for (const [i, who] of wishers.entries()) {
    const wanted = opened[(i + 1) % wishers.length]
    if (wanted) await client.call(who, addWish, { kid: wanted.kid, number: wanted.number })
  }
}

type Owned = { who: PersonKey; asset_token_id: string; owner_account_id: string }

async function openToTrade(client: DemoClient, copies: readonly Owned[]) {
  const [first] = copies
  if (!first) return
  const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
  const when = { key: `demo trades ${first.who}` }
  const body = { listing_type: 'trade' as const, asset_token_ids }
  const { batch } = await client.call(first.who, listSerialsForSale, body, when)
  await open(client.ctxOf(undefined, when), { batch })
}

async function offer(client: DemoClient, mine: Owned, wanted: Owned, message: string) {
  const body = {
    my_trading_serial_id: mine.asset_token_id,
    requested_serial_id: wanted.asset_token_id,
    requested_serial_owner_account_id: wanted.owner_account_id,
    message,
  }
  await client.call(mine.who, offerTrade, body, { key: `demo trade offer ${mine.who}` })
}

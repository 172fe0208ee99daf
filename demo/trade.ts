import { setTimeout as sleep } from 'node:timers/promises'
import { open } from '#src/sales/listing/listing.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import {
  getPurchase,
  listPurchases,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { brands } from './brands.ts'
import type { Deal } from './deals.ts'
import type { DemoClient } from './client.ts'
import { people, type PersonKey } from './people.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

const CARD = '4242424242424242' // accepted by the card emulator
const PAID_TRIES = 300
const PAID_MS = 50
const HOUR_MS = 3_600_000

/** A published title. */
export interface PublishedTitle {
  kid: string
  /** The time of publication; nothing is sold before. */
  at: Date
}

/** Offers the copies that a title's creator sells. */
export async function offerCopies(client: DemoClient, key: WorkKey, { kid, at }: PublishedTitle) {
  const { brand, offers } = works.get(key)!
  if (offers.length === 0) return
  const { items } = await client.call(undefined, listSerials, { id: kid })
  const tokens = new Map(items.map(({ number, asset_token_id }) => [number, asset_token_id]))
  for (const { numbers, price } of offers) {
    const ids = parseRanges(numbers).map((number) => tokens.get(number)!)
    await offer(client, brands[brand].owner, ids, price, {
      at,
      key: `demo offer ${key} ${numbers}`,
    })
  }
}

/** Offers a copy for resale by its owner, unless it has been offered since. */
export async function offerFromHolder(
  client: DemoClient,
  { work, number, price }: Omit<Deal, 'buyer'>,
  published: PublishedTitle,
) {
  const copy = await client.call(undefined, getSerial, { id: published.kid, number })
  if (copy.status !== 'not_listed' && copy.status !== 'not_available') return
  const holder = await holderOf(client, copy.asset_token_id)
  await offer(client, holder, [copy.asset_token_id], price, {
    key: `demo resale ${work} ${number}`,
  })
}

/** Sells a copy from its owner to the buyer. A repeated call changes nothing. */
export async function makeDeal(
  client: DemoClient,
  { days, work, number, buyer, price, card }: Deal,
  published: PublishedTitle,
) {
  const filters = { kid: published.kid, number }
  const { items } = await client.call(buyer, listPurchases, filters)
  const [existing] = items.filter(({ status }) => status === 'settled' || status === 'reserved')
  if (existing?.status === 'settled') return
  if (existing?.checkout_url) return payByCard(client, buyer, existing.id, existing.checkout_url)

  const dealTime =
    days === undefined ? undefined : latest(client.daysAgo(days, number), published.at)
  const when = { key: `demo ${work} ${number} ${buyer}`, ...(dealTime && { at: dealTime }) }
  const copy = await client.call(undefined, getSerial, { id: published.kid, number })
  const { asset_token_id } = copy
  const holder = await holderOf(client, asset_token_id)
  if (copy.sale_price !== price) {
    const listed =
      dealTime && new Date(Math.max(published.at.getTime(), dealTime.getTime() - 5 * HOUR_MS))
    await offer(client, holder, [asset_token_id], price, {
      key: `demo offer ${work} ${number} ${buyer}`,
      ...(listed && { at: listed }),
    })
  }
  const order = {
    owner_account_id: client.account(holder),
    kid: published.kid,
    asset_token_id,
    asset_sale_price: price,
  }
  if (!card) {
    await client.call(buyer, purchaseForFree, { ...order, balance_to_use: price }, when)
    return
  }
  const { purchase_id, url } = await client.call(
    buyer,
    purchaseSerial,
    { ...order, balance_to_use: 0 },
    when,
  )
  await payByCard(client, buyer, purchase_id, url)
}

/** Pays on the card provider's page. */
export async function fillCardPage(url: string) {
  const body = new URLSearchParams({ card_number: CARD })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
}

/** Pays on the card provider's page and waits for the provider's confirmation. */
async function payByCard(client: DemoClient, buyer: PersonKey, id: string, url: string) {
  await fillCardPage(url)
  for (let tries = 0; tries < PAID_TRIES; tries++) {
    const { status } = await client.call(buyer, getPurchase, { id })
    if (status === 'settled') return
    await sleep(PAID_MS)
  }
  throw new Error(`The card provider did not confirm purchase ${id}`)
}

interface OfferTime {
  key: string
  at?: Date
}

async function offer(
  client: DemoClient,
  seller: PersonKey,
  ids: string[],
  price: number,
  when: OfferTime,
) {
  const body = { listing_type: 'sale', asset_token_ids: ids, sale_price: price } as const
  const { batch } = await client.call(seller, listSerialsForSale, body, when)
  await open(client.ctxOf(undefined, when), { batch })
}

/**
 * Returns the owner of a copy. The API does not reveal the owner of a copy that is not on offer.
 */
async function holderOf(client: DemoClient, asset_token_id: string): Promise<PersonKey> {
  const { owner } = await client.app.db
    .selectFrom('serial')
    .select('owner')
    .where('asset_token_id', '=', asset_token_id)
    .executeTakeFirstOrThrow()
  return (Object.keys(people) as PersonKey[]).find((key) => client.account(key) === owner)!
}

const latest = (a: Date, b: Date) => (a > b ? a : b)

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
import type { Host } from './host.ts'
import { people, type PersonKey } from './people.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

const CARD = '4242424242424242' // pays at the stand-in of the card provider
const PAID_TRIES = 300
const PAID_MS = 50
const HOUR_MS = 3_600_000

/** A title that is out. */
export interface Out {
  kid: string
  /** When it came out: nothing is sold before. */
  at: Date
}

/** Puts on offer what the creator of a title sells themselves. */
export async function offerCopies(host: Host, key: WorkKey, { kid, at }: Out) {
  const { brand, offers } = works.get(key)!
  if (offers.length === 0) return
  const { items } = await host.ask(undefined, listSerials, { id: kid })
  const tokens = new Map(items.map(({ number, asset_token_id }) => [number, asset_token_id]))
  for (const { numbers, price } of offers) {
    const ids = parseRanges(numbers).map((number) => tokens.get(number)!)
    await offer(host, brands[brand].owner, ids, price, { at, key: `demo offer ${key} ${numbers}` })
  }
}

/** Puts on offer what somebody holds, unless it has been since. */
export async function offerHeld(
  host: Host,
  { work, number, price }: Omit<Deal, 'buyer'>,
  out: Out,
) {
  const copy = await host.ask(undefined, getSerial, { id: out.kid, number })
  if (copy.status !== 'not_listed' && copy.status !== 'not_available') return
  const holder = await holderOf(host, copy.asset_token_id)
  await offer(host, holder, [copy.asset_token_id], price, { key: `demo resale ${work} ${number}` })
}

/** One copy changes hands, from whoever holds it; done before, it is left alone. */
export async function deal(host: Host, { days, work, number, buyer, price, card }: Deal, out: Out) {
  const about = { kid: out.kid, number }
  const { items } = await host.ask(buyer, listPurchases, about)
  const [before] = items.filter(({ status }) => status === 'settled' || status === 'reserved')
  if (before?.status === 'settled') return
  if (before?.checkout_url) return payByCard(host, buyer, before.id, before.checkout_url)

  const then = days === undefined ? undefined : latest(host.daysAgo(days, number), out.at)
  const when = { key: `demo ${work} ${number} ${buyer}`, ...(then && { at: then }) }
  const copy = await host.ask(undefined, getSerial, { id: out.kid, number })
  const { asset_token_id } = copy
  const holder = await holderOf(host, asset_token_id)
  if (copy.sale_price !== price) {
    const listed = then && new Date(Math.max(out.at.getTime(), then.getTime() - 5 * HOUR_MS))
    await offer(host, holder, [asset_token_id], price, {
      key: `demo offer ${work} ${number} ${buyer}`,
      ...(listed && { at: listed }),
    })
  }
  const order = {
    owner_account_id: host.account(holder),
    kid: out.kid,
    asset_token_id,
    asset_sale_price: price,
  }
  if (!card) {
    await host.ask(buyer, purchaseForFree, { ...order, balance_to_use: price }, when)
    return
  }
  const { purchase_id, url } = await host.ask(
    buyer,
    purchaseSerial,
    { ...order, balance_to_use: 0 },
    when,
  )
  await payByCard(host, buyer, purchase_id, url)
}

/** Fills in the provider's page and waits until its word has come. */
async function payByCard(host: Host, buyer: PersonKey, id: string, url: string) {
  await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card_number: CARD }),
    redirect: 'manual',
  })
  for (let tries = 0; tries < PAID_TRIES; tries++) {
    const { status } = await host.ask(buyer, getPurchase, { id })
    if (status === 'settled') return
    await sleep(PAID_MS)
  }
  throw new Error(`The card provider sent no word of purchase ${id}`)
}

interface Offered {
  key: string
  at?: Date
}

async function offer(host: Host, seller: PersonKey, ids: string[], price: number, when: Offered) {
  const body = { listing_type: 'sale', asset_token_ids: ids, sale_price: price } as const
  const { batch } = await host.ask(seller, listSerialsForSale, body, when)
  await open(host.ctxOf(undefined, when), { batch })
}

/** Who holds a copy, which no call tells of one that is not on offer. */
async function holderOf(host: Host, asset_token_id: string): Promise<PersonKey> {
  const { owner } = await host.app.db
    .selectFrom('serial')
    .select('owner')
    .where('asset_token_id', '=', asset_token_id)
    .executeTakeFirstOrThrow()
  return (Object.keys(people) as PersonKey[]).find((key) => host.account(key) === owner)!
}

const latest = (a: Date, b: Date) => (a > b ? a : b)

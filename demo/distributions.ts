import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import {
  createDistribution,
  getDistribution,
  getOffer,
  listDistributions,
  payDistribution,
} from '#src/sales/distribution/distribution.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import { people, type PersonKey } from './people.ts'
import { fillCardPage, type PublishedTitle } from './trade.ts'
import { parseRanges } from './works/work.ts'
import { type WorkKey, works } from './works/works.ts'

const OPEN_TRIES = 300
const OPEN_MS = 50

/** Copies that a creator gives away: to `invited`, or to everybody with the link. */
interface DemoDistribution {
  work: WorkKey
  numbers: string
  invited: PersonKey[]
  claimants: PersonKey[]
}

export const distributions: DemoDistribution[] = [
  {
    work: 'fern',
    numbers: '21-25',
    invited: ['aoi', 'ren', 'emi', 'jun', 'tomo'],
    claimants: ['jun', 'emi', 'tomo'],
  },
  { work: 'plough', numbers: '60-69', invited: [], claimants: ['kiyo', 'ruth', 'emi', 'jun'] },
]

/** Pays the fee by card and has people claim copies. A repeated call claims nothing again. */
export async function distribute(
  client: DemoClient,
  one: DemoDistribution,
  { kid }: PublishedTitle,
) {
  const id = await openDistribution(client, one, kid)
  for (const who of one.claimants) {
    const offer = await client.call(who, getOffer, { id })
    const { asset_token_id, creator_account_id: owner_account_id, mine } = offer
    if (mine.length > 0 || asset_token_id === null) continue
    const copy = { kid, asset_token_id, owner_account_id, asset_sale_price: 0, balance_to_use: 0 }
    await client.call(who, purchaseForFree, copy, { key: `demo claim ${one.work} ${who}` })
  }
}

/** Returns the id of the open distribution. Continues one that a stop has left unpaid. */
async function openDistribution(client: DemoClient, one: DemoDistribution, kid: string) {
  const { owner } = brands[works.get(one.work)!.brand]
  const { items } = await client.call(owner, listDistributions, {})
  const found = items.find((item) => item.kid === kid) ?? (await draft(client, owner, one, kid))
  const { id, status, checkout_url } = found
  const fee = { id, balance_to_use: 0 }
  if (status === 'draft')
    await fillCardPage((await client.call(owner, payDistribution, fee, { key: randomUUID() })).url!)
  else if (checkout_url) await fillCardPage(checkout_url)
  for (let tries = 0; tries < OPEN_TRIES; tries++) {
    const now = await client.call(owner, getDistribution, { id })
    if (now.status === 'done') return id
    await sleep(OPEN_MS)
  }
  throw new Error(`The distribution of ${one.work} did not open`)
}

async function draft(client: DemoClient, owner: PersonKey, one: DemoDistribution, kid: string) {
  const { items } = await client.call(undefined, listSerials, { id: kid })
  const wanted = new Set(parseRanges(one.numbers))
  const body = {
    asset_token_ids: items
      .filter(({ number }) => wanted.has(number))
      .map(({ asset_token_id }) => asset_token_id),
    allowed_asset_acquirers: one.invited.map((who) => people[who].email),
    max_count_per_wallet: 1,
  }
  return client.call(owner, createDistribution, body, { key: randomUUID() })
}

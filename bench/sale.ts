import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#core/database/db.ts'
import { isRefusal } from '#core/errors.ts'
import { buyFromBalance } from '#src/sales/purchase/checkout.ts'
import {
  type Buyer,
  type Copy,
  ground,
  type Ground,
  ledgerDifference,
  onSale,
  people,
} from './ground.ts'

const BUYERS = 500
const SERIALS = 2_000
const PRICE = 1_000
const CONNECTIONS = 32
const ROUNDS = 3
const LATE = new Set<string>(['another_user_purchasing', 'own_serial'])

/** One way to buy one copy: whether it was sold to this buyer. */
type Buy = (buyer: Buyer, copy: Copy) => Promise<boolean>

/** 500 people after 2,000 copies of one title, each taking whatever still looks free. */
export function dropInside() {
  return compare(async (on) => {
    const [seller] = await people(on, 1, 0)
    return onSale(on, seller!, { copies: SERIALS, price: PRICE })
  })
}

/** As many purchases that have nothing to do with each other: every copy its own title and seller. */
export function purchase() {
  return compare(async (on) => {
    const sellers = await people(on, SERIALS, 0)
    const copies: Copy[] = []
    for (const seller of sellers)
      copies.push(...(await onSale(on, seller, { copies: 1, price: PRICE })))
    return copies
  })
}

async function compare(stock: (on: Ground) => Promise<Copy[]>) {
  const on = await ground()
  try {
    await on.pool.query(readFileSync(join(import.meta.dirname, 'one-sale.sql'), 'utf8'))
    const limit = connect(on.url, CONNECTIONS)
    const viaFunction: Buy = async ({ account_id }, { asset_token_id }) => {
      const values = [account_id, asset_token_id, PRICE, randomUUID()]
      const query = { name: 'one_sale', text: 'select one_sale($1, $2, $3, $4) as said', values }
      return (await limit.pool.query<{ said: string }>(query)).rows[0]!.said === 'settled'
    }
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await sellOut(on, await stock(on), viaApp(on))
      const theirs = await sellOut(on, await stock(on), viaFunction)
      rounds.push({
        ...ours,
        limit_per_second: theirs.per_second,
        ratio: ours.per_second / theirs.per_second,
      })
    }
    await limit.pool.end()
    const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]!
    return {
      buyers: BUYERS,
      serials: SERIALS,
      sold: middle.sold,
      oversold: rounds.reduce((all, { oversold }) => all + oversold, 0),
      ledger_difference: await ledgerDifference(on),
      per_second: Math.round(middle.per_second),
      limit_per_second: Math.round(middle.limit_per_second),
      ratio: Number(middle.ratio.toFixed(2)),
    }
  } finally {
    await on.close()
  }
}

const viaApp =
  (on: Ground): Buy =>
  async (buyer, { kid, asset_token_id, seller }) => {
    const order = {
      kid,
      asset_token_id,
      owner_account_id: seller,
      balance_to_use: PRICE,
      asset_sale_price: PRICE,
      lang: 'en',
      more: [],
    }
    try {
      return (await buyFromBalance(on.ctxOf(buyer), order)).status === 'settled'
    } catch (error) {
      if (isRefusal(error) && LATE.has(error.code)) return false
      throw error
    }
  }

/** Everybody picks one of the copies that still look free, until none does. */
async function sellOut(on: Ground, copies: Copy[], buy: Buy) {
  const buyers = await people(on, BUYERS, PRICE * copies.length)
  const free = [...copies]
  let sold = 0
  const begun = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      while (free.length > 0) {
        const at = Math.floor(Math.random() * free.length)
        const [copy] = free.splice(at, 1)
        if (Math.random() < 0.1) free.push(copy!) // one in ten is seen by somebody else too
        if (await buy(buyer, copy!)) sold++
      }
    }),
  )
  const per_second = sold / ((performance.now() - begun) / 1_000)
  return { sold, oversold: Math.max(0, sold - copies.length), per_second }
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#core/database/db.ts'
import { isRefusal } from '#core/errors.ts'
import { buyFromBalance } from '#src/sales/purchase/checkout.ts'
import { medianBy, rounded } from './figures.ts'
import {
  type Buyer,
  type Copy,
  openBenchDatabase,
  type BenchDatabase,
  ledgerDifference,
  createTitleOnSale,
  createPeople,
} from './bench-database.ts'

const BUYERS = 500
const SERIALS = 2_000
const PRICE = 1_000
const CONNECTIONS = 32
const ROUNDS = 3
const LOST_RACE_CODES = new Set<string>(['another_user_purchasing', 'own_serial'])

/** A way to buy one copy. Returns true if this buyer got it. */
type Buy = (buyer: Buyer, copy: Copy) => Promise<boolean>

/** Measures 500 people who buy 2,000 copies of one title, each taking any that looks available. */
export function sellOutInProcess() {
  return compare(async (database) => {
    const [seller] = await createPeople(database, 1, 0)
    return createTitleOnSale(database, seller!, { copies: SERIALS, price: PRICE })
  })
}

/** Measures as many independent purchases: each copy has its own title and seller. */
export function purchase() {
  return compare(async (database) => {
    const sellers = await createPeople(database, SERIALS, 0)
    const copies: Copy[] = []
    for (const seller of sellers)
      copies.push(...(await createTitleOnSale(database, seller, { copies: 1, price: PRICE })))
    return copies
  })
}

async function compare(prepare: (database: BenchDatabase) => Promise<Copy[]>) {
  const database = await openBenchDatabase()
  try {
    await database.pool.query(readFileSync(join(import.meta.dirname, 'one-sale.sql'), 'utf8'))
    const limit = connect(database.url, CONNECTIONS)
    const viaFunction: Buy = async ({ account_id }, { asset_token_id }) => {
      const values = [account_id, asset_token_id, PRICE, randomUUID()]
      const query = { name: 'one_sale', text: 'select one_sale($1, $2, $3, $4) as outcome', values }
      return (await limit.pool.query<{ outcome: string }>(query)).rows[0]!.outcome === 'settled'
    }
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const ownRound = await sellOut(database, await prepare(database), viaApp(database))
      const limitRound = await sellOut(database, await prepare(database), viaFunction)
      rounds.push({
        ...ownRound,
        limit_per_second: limitRound.per_second,
        ratio: ownRound.per_second / limitRound.per_second,
      })
    }
    await limit.pool.end()
    const median = medianBy(rounds, ({ ratio }) => ratio)
    return {
      buyers: BUYERS,
      serials: SERIALS,
      sold: median.sold,
      oversold: rounds.reduce((all, { oversold }) => all + oversold, 0),
      ledger_difference: await ledgerDifference(database),
      per_second: Math.round(median.per_second),
      limit_per_second: Math.round(median.limit_per_second),
      ratio: rounded(median.ratio),
    }
  } finally {
    await database.close()
  }
}

const viaApp =
  (database: BenchDatabase): Buy =>
  async (buyer, { kid, asset_token_id, seller }) => {
    const order = {
      kid,
      asset_token_id,
      owner_account_id: seller,
      balance_to_use: PRICE,
      asset_sale_price: PRICE,
      lang: 'en' as const,
      more: [],
    }
    try {
      return (await buyFromBalance(database.ctxOf(buyer), order)).status === 'settled'
    } catch (error) {
      if (isRefusal(error) && LOST_RACE_CODES.has(error.code)) return false
      throw error
    }
  }

/** Lets everybody buy any of the copies that look available, until none is left. */
async function sellOut(database: BenchDatabase, copies: Copy[], buy: Buy) {
  const buyers = await createPeople(database, BUYERS, PRICE * copies.length)
  const free = [...copies]
  let sold = 0
  const startedAt = performance.now()
  await Promise.all(
    buyers.map(async (buyer) => {
      while (free.length > 0) {
        const at = Math.floor(Math.random() * free.length)
        const [copy] = free.splice(at, 1)
        if (Math.random() < 0.1) free.push(copy!) // one in ten also looks available to another buyer
        if (await buy(buyer, copy!)) sold++
      }
    }),
  )
  const per_second = sold / ((performance.now() - startedAt) / 1_000)
  return { sold, oversold: Math.max(0, sold - copies.length), per_second }
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '#core/database/db.ts'
import { rounded } from './figures.ts'
import {
  type BenchDatabase,
  type Copy,
  createCatalog,
  createPeople,
  createSessions,
  createTitleOnSale,
  jobsDone,
  ledgerDifference,
  openBenchDatabase,
} from './bench-database.ts'
import { serve } from './server.ts'

const TITLES = Number(process.env.BENCH_TITLES ?? 10_000)
const COPIES = 100 // of each title
const PRICE = 1_000
const ORDERS = { alone: 100, eight: 400, many: 600 } as const // in each run
const RUNS = 3
const WARM_UP = 100 // orders
const PUBLISHERS = 8 // at once, before each run

/** Buys one copy for one buyer. Throws if it is not sold. */
export type Buy = (buyer: number, copy: Copy) => Promise<void>

/**
 * Measures orders paid from balance over HTTP, of unrelated copies among 10,000 titles with a million
 * copies, by 1, 8 and 32 buyers at once. Each is compared with one SQL function for each sale, on as
 * many connections. `BENCH_TITLES` sets another number of titles.
 */
export async function order() {
  const database = await openBenchDatabase()
  await createCatalog(database, TITLES, COPIES)
  await database.pool.query(readFileSync(join(import.meta.dirname, 'one-sale.sql'), 'utf8'))
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const people = await createPeople(database, 32, 1_000_000_000)
    const overHttp = buyOverHttp(server.url, await createSessions(database, people))
    const limit = connect(database.url, 32)
    const viaFunction: Buy = async (buyer, { asset_token_id }) => {
      const values = [people[buyer]!.account_id, asset_token_id, PRICE, randomUUID()]
      const query = { name: 'one_sale', text: 'select one_sale($1, $2, $3, $4) as outcome', values }
      const [row] = (await limit.pool.query<{ outcome: string }>(query)).rows
      if (row!.outcome !== 'settled') throw new Error(row!.outcome)
    }
    await sell(await unrelatedCopies(database, WARM_UP), 8, overHttp)
    await jobsDone(database)
    const compare = (buyers: number, orders: number) =>
      compareWays(database, buyers, orders, { overHttp, viaFunction })
    const eight = await compare(8, ORDERS.eight)
    const many = await compare(32, ORDERS.many)
    const alone = await compare(1, ORDERS.alone)
    await limit.pool.end()
    return {
      ...eight,
      at_32: many,
      alone_ms: rounded(1_000 / alone.per_second),
      alone_function_ms: rounded(1_000 / alone.function_per_second),
      ledger_difference: await ledgerDifference(database),
    }
  } finally {
    await server.stop()
    await database.close()
  }
}

/**
 * Sells in both ways in turn, so that a noisy moment hits both. Waits for the mails of each way, so that
 * they do not slow the other.
 */
async function compareWays(
  database: BenchDatabase,
  buyers: number,
  orders: number,
  { overHttp, viaFunction }: { overHttp: Buy; viaFunction: Buy },
) {
  const seconds = { ours: 0, limit: 0 }
  const waits: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const ours = await sell(await unrelatedCopies(database, orders), buyers, overHttp)
    await jobsDone(database)
    const limit = await sell(await unrelatedCopies(database, orders), buyers, viaFunction)
    await jobsDone(database)
    seconds.ours += ours.seconds
    seconds.limit += limit.seconds
    waits.push(...ours.waits)
  }
  const per_second = (orders * RUNS) / seconds.ours
  const function_per_second = (orders * RUNS) / seconds.limit
  return {
    per_second: Math.round(per_second),
    function_per_second: Math.round(function_per_second),
    ratio: rounded(per_second / function_per_second),
    p99_ms: Math.round(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!),
  }
}

/** Creates copies on sale, each of its own title and seller. */
export async function unrelatedCopies(database: BenchDatabase, count: number): Promise<Copy[]> {
  const copies: Copy[] = []
  const sellers = await createPeople(database, count, 0)
  const publishRest = async () => {
    for (let seller = sellers.pop(); seller; seller = sellers.pop())
      copies.push(...(await createTitleOnSale(database, seller, { copies: 1, price: PRICE })))
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, publishRest))
  return copies
}

/** Lets so many buyers buy all copies. Returns the seconds for all, and the milliseconds of each order. */
export async function sell(copies: Copy[], buyers: number, buy: Buy) {
  const left = [...copies]
  const waits: number[] = []
  const startedAt = performance.now()
  const buyAll = async (buyer: number) => {
    for (let copy = left.pop(); copy; copy = left.pop()) {
      const at = performance.now()
      await buy(buyer, copy)
      waits.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: buyers }, (_, buyer) => buyAll(buyer)))
  return { seconds: (performance.now() - startedAt) / 1_000, waits }
}

/** Returns a way to buy over HTTP: each buyer signed in with the session of the same index. */
export function buyOverHttp(server: string, tokens: string[]): Buy {
  const agent = new Agent({ keepAlive: true })
  return async (buyer, { kid, asset_token_id, seller: owner_account_id }) => {
    const copy = { kid, asset_token_id, owner_account_id }
    const body = JSON.stringify({
      ...copy,
      asset_sale_price: PRICE,
      balance_to_use: PRICE,
      lang: 'en',
    })
    const headers = {
      authorization: `Bearer ${tokens[buyer]}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const reply = await new Promise<{ status: number | undefined; text: string }>(
      (resolve, reject) => {
        const to = `${server}/api/2.0/assets/purchase_for_free`
        const call = httpRequest(to, { method: 'POST', agent, headers }, (answer) => {
          text(answer).then((words) => resolve({ status: answer.statusCode, text: words }), reject)
        })
        call.on('error', reject).end(body)
      },
    )
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  }
}

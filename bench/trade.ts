import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { connect } from '#core/database/db.ts'
import { search } from '#src/sales/matching/find.ts'
import { accept } from '#src/sales/trade/accept.ts'
import { medianBy, rounded } from './figures.ts'
import {
  type BenchDatabase,
  createPeople,
  createTitleOnSale,
  openBenchDatabase,
} from './bench-database.ts'

const [SWAP_TITLES, SWAPS_PER_TITLE] = [50, 20]
const SWAPS = SWAP_TITLES * SWAPS_PER_TITLE
const AT_ONCE = 32
const ROUNDS = 3
const [PEOPLE, TITLES, WISHES_PER_PERSON] = [10_000, 2_000, 10]
const COPIES_PER_TITLE = (2 * PEOPLE) / TITLES
const SEARCHES = 6

/** An open offer of one copy for another. */
interface Offer {
  owner: string
  offeror: string
  requested: string
  submitted: string
}
type Swap = (offer: Offer) => Promise<unknown>

/**
 * Measures independent trades a second against one SQL function per trade on the same database, and
 * the search for trades among 10,000 people with 100,000 wishes: its seconds and the heap in use after
 * each of six runs.
 */
export async function trade() {
  const database = await openBenchDatabase()
  try {
    return { ...(await compareSwaps(database)), search: await searchTrades(database) }
  } finally {
    await database.close()
  }
}

async function compareSwaps(database: BenchDatabase) {
  await database.pool.query(readFileSync(join(import.meta.dirname, 'one-swap.sql'), 'utf8'))
  const limit = connect(database.url, AT_ONCE)
  const viaFunction: Swap = ({ owner, requested, submitted, offeror }) => {
    const values = [owner, requested, submitted, offeror, randomUUID()]
    const text = 'select one_swap($1, $2, $3, $4, $5)'
    return limit.pool.query({ name: 'one_swap', text, values })
  }
  const viaApp: Swap = ({ owner, requested, submitted, offeror }) =>
    accept(database.ctxOf({ account_id: owner }), {
      my_trading_asset_token_id: requested,
      offering_serial_token_id: submitted,
      offering_serial_owner_account_id: offeror,
    })
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const per_second = await swapAll(await openOffers(database), viaApp)
    const limit_per_second = await swapAll(await openOffers(database), viaFunction)
    rounds.push({ per_second, limit_per_second, ratio: per_second / limit_per_second })
  }
  await limit.pool.end()
  const median = medianBy(rounds, ({ ratio }) => ratio)
  return {
    swaps: SWAPS,
    per_second: Math.round(median.per_second),
    limit_per_second: Math.round(median.limit_per_second),
    ratio: rounded(median.ratio),
  }
}

/** Returns the trades a second, with 32 people accepting at once. */
async function swapAll(offers: Offer[], swap: Swap): Promise<number> {
  const left = offers.toSorted(() => Math.random() - 0.5) // people trade titles in any order
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let offer = left.pop(); offer; offer = left.pop()) await swap(offer)
    }),
  )
  return offers.length / ((performance.now() - startedAt) / 1_000)
}

/** Inserts pairs of titles whose copies have an owner each, with an open offer for each pair of copies. */
async function openOffers(database: BenchDatabase): Promise<Offer[]> {
  const [owned, offered]: [OpenCopy[], OpenCopy[]] = [[], []]
  for (let title = 0; title < SWAP_TITLES; title++) {
    owned.push(...(await openToTrade(database, SWAPS_PER_TITLE)))
    offered.push(...(await openToTrade(database, SWAPS_PER_TITLE)))
  }
  const offers = owned.map(({ asset_token_id, owner }, i) => ({
    owner,
    offeror: offered[i]!.owner,
    requested: asset_token_id,
    submitted: offered[i]!.asset_token_id,
  }))
  await sql`
    insert into trade_offer (offeror, owner, submitted, requested, listing_id, status, created_at, expires_at)
    select offeror, offer.owner, submitted, requested, listing.id, 'awaiting_acceptance', now(),
      now() + interval '7 days'
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
      as offer (offeror uuid, owner uuid, submitted uuid, requested uuid)
    join listing on listing.asset_token_id = requested
  `.execute(database.db)
  return offers
}

interface OpenCopy {
  asset_token_id: string
  owner: string
}

/** Inserts a title whose copies are open to trade, each by a person of its own. */
async function openToTrade(database: BenchDatabase, copies: number, people?: string[]) {
  const [creator] = await createPeople(database, 1, 0)
  const [copy] = await createTitleOnSale(database, creator!, { copies, price: 100 })
  const owners =
    people ?? (await createPeople(database, copies, 0)).map(({ account_id }) => account_id)
  const { rows } = await sql<OpenCopy>`
    update serial set owner = (${owners}::uuid[])[number] where kid = ${copy!.kid}
    returning asset_token_id, owner
  `.execute(database.db)
  await sql`
    update listing set kind = 'trade', sale_price = null, seller = serial.owner
    from serial where serial.asset_token_id = listing.asset_token_id and listing.kid = ${copy!.kid}
  `.execute(database.db)
  return rows
}

/** Returns the proposals, the seconds and the heap in use after a collection, of each run of the search. */
async function searchTrades(database: BenchDatabase) {
  const { db } = database
  await sql`update listing set status = 'delisted', closed_at = now() where status = 'open'`.execute(
    db,
  )
  const people = (await createPeople(database, PEOPLE, 0)).map(({ account_id }) => account_id)
  for (let title = 0; title < TITLES; title++) {
    const from = (title * COPIES_PER_TITLE) % PEOPLE
    await openToTrade(database, COPIES_PER_TITLE, people.slice(from, from + COPIES_PER_TITLE))
  }
  await sql`
    with title as (select array_agg(distinct kid) as kids from listing where status = 'open')
    insert into wish (account_id, kid, created_at)
    select distinct on (person, kid) person, kid, now() - random() * interval '90 days'
    from title, unnest(${people}::uuid[]) person, generate_series(1, ${WISHES_PER_PERSON}),
      lateral (select kids[1 + floor(random() * cardinality(kids))::int] as kid
        where person is not null and generate_series is not null) wanted
  `.execute(db)
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ wishes: number }>`select count(*) as wishes from wish`.execute(db)
  const runs = []
  for (let run = 0; run < SEARCHES; run++) {
    const startedAt = performance.now()
    const proposals = await search(database.ctxOf({ account_id: people[0]! }))
    const seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1))
    runs.push({ proposals, seconds, heap_mb: heapInUse() })
  }
  return { people: PEOPLE, wishes: rows[0]!.wishes, runs }
}

/** Returns the megabytes of the heap that are in use once garbage is collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return Math.round(process.memoryUsage().heapUsed / 1e6)
}

import { availableParallelism } from 'node:os'
import { rounded } from './figures.ts'
import {
  type BenchDatabase,
  createCatalog,
  createPeople,
  createSessions,
  jobsDone,
  ledgerDifference,
  openBenchDatabase,
} from './bench-database.ts'
import { type Buy, buyOverHttp, sell, unrelatedCopies } from './order.ts'
import { secondsOfFamily } from './processor-time.ts'
import { countAnswers } from './rates.ts'
import { serve, type Server, work } from './server.ts'

const TITLES = Number(process.env.BENCH_TITLES ?? 1_000)
const COPIES = 100 // of each title
const PROCESSES_MAX = 3
const BUYERS = 16 // of each process: as many share transactions, however many processes there are
const ORDERS = 250 // of each process
const PAGE_SECONDS = 6
const WARM_UP = { orders: 150, seconds: 5 } // of a process that was just started

/** Who uses the processors: PostgreSQL, the web processes, the one worker, and this load. */
interface Seconds {
  database: number
  web: number
  worker: number
  load: number
}

/**
 * Measures orders with their mails and pages of guests by one, two and three web processes at one
 * PostgreSQL, with one worker, and who uses how much of the processors for each. Buyers and guests are
 * spread over the processes. Copies and titles are unrelated, so few pages come from a cache.
 * `BENCH_TITLES` sets another number than 1,000.
 */
export async function scale() {
  const database = await openBenchDatabase()
  const env = { DATABASE_URL: database.url, DATA_DIR: database.folder }
  const servers = [await serve(env, 'web')]
  const worker = work(env)
  try {
    await createCatalog(database, TITLES, COPIES)
    const { rows } = await database.pool.query<{ kid: string }>('select kid from asset')
    const people = await createPeople(database, BUYERS * PROCESSES_MAX, 1_000_000_000)
    const tokens = await createSessions(database, people)
    const load = {
      clock: clockOf({ postmaster: await postmasterOf(database), worker: worker.pid }),
      tokens,
      titles: rows,
    }
    const processes: Record<number, Awaited<ReturnType<typeof measure>>> = {}
    for (let count = 1; count <= PROCESSES_MAX; count++) {
      if (servers.length < count) servers.push(await serve(env, 'web'))
      await countAnswers(pagesOf(servers.slice(-1), rows), WARM_UP.seconds)
      await order(database, servers.slice(-1), load, WARM_UP.orders)
      processes[count] = await measure(database, servers, load)
    }
    const ledger_difference = await ledgerDifference(database)
    return { cores: availableParallelism(), titles: TITLES, processes, ledger_difference }
  } finally {
    for (const process of [worker, ...servers.toReversed()]) await process.stop()
    await database.close()
  }
}

interface Load {
  clock: ReturnType<typeof clockOf>
  tokens: string[]
  titles: { kid: string }[]
}

async function measure(database: BenchDatabase, servers: Server[], load: Load) {
  const before = load.clock(servers)
  const answers = await countAnswers(pagesOf(servers, load.titles), PAGE_SECONDS)
  const guests = shares(before, load.clock(servers), answers)
  const { seconds, ...orders } = await order(database, servers, load, ORDERS * servers.length)
  return {
    orders_per_second: Math.round((ORDERS * servers.length) / seconds),
    pages_per_second: Math.round(answers / PAGE_SECONDS),
    database_share: orders.database_share,
    database_share_of_pages: guests.database_share,
    order_ms: orders.ms,
    page_ms: guests.ms,
  }
}

/** Returns the addresses of all titles in turn, each at every server. */
const pagesOf = (servers: Server[], titles: Load['titles']) =>
  titles.flatMap(({ kid }) => servers.map(({ url }) => `${url}/asset/${kid}`))

/** Lets the buyers of these servers buy so many copies, and waits for the mails. */
async function order(
  database: BenchDatabase,
  servers: Server[],
  { clock, tokens }: Load,
  count: number,
) {
  const ways = servers.map(({ url }) => buyOverHttp(url, tokens))
  const buy: Buy = (buyer, copy) => ways[buyer % ways.length]!(buyer, copy)
  const copies = await unrelatedCopies(database, count)
  await jobsDone(database)
  const before = clock(servers)
  const { seconds } = await sell(copies, BUYERS * servers.length, buy)
  await jobsDone(database)
  return { seconds, ...shares(before, clock(servers), count) }
}

/** Returns the process id of the server, which is the first line of its lock file. */
async function postmasterOf({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ lock: string }>(
    `select pg_read_file('postmaster.pid') as lock`,
  )
  return Number.parseInt(rows[0]!.lock)
}

/** Returns a function that reads the processor time that each part has used so far. */
function clockOf({ postmaster, worker }: { postmaster: number; worker: number }) {
  return (servers: Server[]): Seconds => {
    const { user, system } = process.cpuUsage()
    return {
      database: secondsOfFamily(postmaster),
      web: servers.reduce((sum, { pid }) => sum + secondsOfFamily(pid), 0),
      worker: secondsOfFamily(worker),
      load: (user + system) / 1_000_000,
    }
  }
}

/** Returns the milliseconds of each part for one of so many, and the database's share without the load's. */
function shares(before: Seconds, after: Seconds, count: number) {
  const names = ['database', 'web', 'worker', 'load'] as const
  const used = names.map((name) => after[name] - before[name])
  const [database = 0, web = 0, worker = 0] = used
  return {
    database_share: rounded(database / (database + web + worker)),
    ms: Object.fromEntries(names.map((name, i) => [name, rounded((used[i]! * 1_000) / count)])),
  }
}

import { text } from 'node:stream/consumers'
import { rounded } from './figures.ts'
import {
  type BenchDatabase,
  createCatalog,
  createPeople,
  createSessions,
  openBenchDatabase,
} from './bench-database.ts'
import { countAnswers, request, serveFromMemory } from './rates.ts'
import { serve } from './server.ts'

const FEW_TITLES = 100
const MANY_TITLES = Number(process.env.BENCH_TITLES ?? 100_000)
const COPIES = 10
const RUNS = 3
const RUN_SECONDS = 2

/**
 * Measures the call and the page of a title per second, for guests and signed in, among 100,000 titles
 * with a million copies. Each is compared with the same bytes from memory. `growth` tells how many times
 * longer the call takes signed in than among 100 titles. `BENCH_TITLES` sets another number.
 */
export async function title() {
  const few = await openShop(FEW_TITLES)
  const many = await openShop(MANY_TITLES)
  try {
    const call = await compare(many, '/api/2.0/assets/')
    const page = await compare(many, '/asset/')
    let [fewCalls, manyCalls] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      fewCalls += await countAnswers(few.call, RUN_SECONDS, few.session)
      manyCalls += await countAnswers(many.call, RUN_SECONDS, many.session)
    }
    return {
      call: call.rates,
      page: page.rates,
      ratio: rounded(Math.min(call.guest, page.guest)),
      signed_in_ratio: rounded(Math.min(call.person, page.person)),
      growth: rounded(fewCalls / manyCalls),
    }
  } finally {
    await few.close()
    await many.close()
  }
}

/** Starts the server with so many titles, and signs a person in. */
async function openShop(titles: number) {
  const database = await openBenchDatabase()
  await createCatalog(database, titles, COPIES)
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  const kid = await middleTitle(database)
  const [token] = await createSessions(database, await createPeople(database, 1, 0))
  return {
    url: server.url,
    kid,
    call: `${server.url}/api/2.0/assets/${kid}`,
    session: { cookie: `session=${token}` },
    async close() {
      await server.stop()
      await database.close()
    },
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

async function middleTitle({ db }: BenchDatabase): Promise<string> {
  const all = db.selectFrom('asset').select('kid').orderBy('created_at')
  const { count } = await db
    .selectFrom('asset')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return (await all.offset(Math.floor(count / 2)).executeTakeFirstOrThrow()).kid
}

/** Measures answers and memory in turn, so that a noisy moment hits all. */
async function compare({ url, kid, session }: Shop, path: string) {
  const ours = `${url}${path}${kid}`
  const memory = await serveFromMemory(await text(await request(ours, {})))
  const counts = { guest: 0, person: 0, memory: 0 }
  for (let run = 0; run < RUNS; run++) {
    counts.guest += await countAnswers(ours, RUN_SECONDS)
    counts.person += await countAnswers(ours, RUN_SECONDS, session)
    counts.memory += await countAnswers(memory.url, RUN_SECONDS)
  }
  memory.stop()
  const perSecond = (count: number) => Math.round(count / RUNS / RUN_SECONDS)
  const { guest, person } = counts
  return {
    rates: {
      guest: perSecond(guest),
      signed_in: perSecond(person),
      memory: perSecond(counts.memory),
    },
    guest: guest / counts.memory,
    person: person / counts.memory,
  }
}

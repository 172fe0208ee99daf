import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { rounded } from './figures.ts'
import {
  type BenchDatabase,
  createCatalog,
  createPeople,
  createSessions,
  openBenchDatabase,
} from './bench-database.ts'
import { countAnswers, request } from './rates.ts'
import { serve } from './server.ts'

const TITLES = Number(process.env.BENCH_TITLES ?? 10_000)
const COPIES = 100 // of each title
const RUNS = 3
const RUN_SECONDS = 2
const FILE = 'bench-page.html'
const BUILT = join(import.meta.dirname, '../build/client')

/**
 * Measures the home page, a title's page and the title call per second, compressed, for guests and
 * signed in, among 10,000 titles with a million copies. Each is compared with a static file of the
 * same bytes from the same server. `BENCH_TITLES` sets another number of titles.
 */
export async function pages() {
  const database = await openBenchDatabase()
  await createCatalog(database, TITLES, COPIES)
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const session = await sessionIn(database)
    const { kid } = await database.db.selectFrom('asset').select('kid').executeTakeFirstOrThrow()
    const home = await compare(server.url, '/', session)
    const title = await compare(server.url, `/asset/${kid}`, session)
    const call = await compare(server.url, `/api/2.0/assets/${kid}`, session)
    const all = [home, title, call]
    return {
      home: home.guest,
      title: title.guest,
      title_api: call.guest,
      static: home.file,
      ratio: rounded(Math.min(...all.map(({ guest, file }) => guest / file))),
      signed_in: {
        home: home.person,
        title: title.person,
        title_api: call.person,
        ratio: rounded(Math.min(...all.map(({ person, file }) => person / file))),
      },
      static_each: { home: home.file, title: title.file, title_api: call.file },
    }
  } finally {
    await server.stop()
    await database.close()
    rmSync(join(BUILT, FILE), { force: true })
    rmSync(join(BUILT, `${FILE}.gz`), { force: true })
  }
}

async function sessionIn(database: BenchDatabase): Promise<string> {
  const [token] = await createSessions(database, await createPeople(database, 1, 0))
  return `session=${token}`
}

/** Measures answers and the file in turn, so that a noisy moment hits all. Returns rates per second. */
async function compare(server: string, path: string, session: string) {
  const bytes = await buffer(await request(`${server}${path}`, { 'accept-encoding': 'identity' }))
  writeFileSync(join(BUILT, FILE), bytes)
  writeFileSync(join(BUILT, `${FILE}.gz`), gzipSync(bytes))
  const counts = { guest: 0, person: 0, file: 0 }
  for (let run = 0; run < RUNS; run++) {
    counts.guest += await countAnswers(`${server}${path}`, RUN_SECONDS)
    counts.person += await countAnswers(`${server}${path}`, RUN_SECONDS, { cookie: session })
    counts.file += await countAnswers(`${server}/${FILE}`, RUN_SECONDS)
  }
  const perSecond = (count: number) => Math.round(count / RUNS / RUN_SECONDS)
  const { guest, person, file } = counts
  return { guest: perSecond(guest), person: perSecond(person), file: perSecond(file) }
}

import { rounded } from './figures.ts'
import { openBenchDatabase, createTitleOnSale, createPeople } from './bench-database.ts'
import { serve } from './server.ts'

const REQUESTS = 10_000
const AT_ONCE = 8
const TITLES = 32

/**
 * Measures the time of a second start to its first page, and the memory after 10,000 pages and
 * calls.
 */
export async function start() {
  const database = await openBenchDatabase()
  const env = { DATABASE_URL: database.url, DATA_DIR: database.folder }
  try {
    const [seller] = await createPeople(database, 1, 0)
    let kid = ''
    for (let i = 0; i < TITLES; i++)
      kid = (await createTitleOnSale(database, seller!, { copies: 50, price: 1_000 + i }))[0]!.kid
    await (await serve(env)).stop()
    const server = await serve(env)
    const paths = ['/', '/api/2.0/assets/listed', `/asset/${kid}`, `/api/2.0/assets/${kid}/serials`]
    let left = REQUESTS
    const ask = async () => {
      while (left-- > 0) {
        const response = await fetch(server.url + paths[left % paths.length]!)
        if (response.status !== 200) throw new Error(`${response.status} at ${response.url}`)
        await response.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    const rss_mb = server.rss()
    await server.stop()
    return { seconds: rounded(server.seconds), rss_mb }
  } finally {
    await database.close()
  }
}

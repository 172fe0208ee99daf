import { ground, onSale, people } from './ground.ts'
import { serve } from './server.ts'

const REQUESTS = 10_000
const AT_ONCE = 8
const TITLES = 32

/** How long a second start takes to its first page, and what 10,000 pages and calls leave in memory. */
export async function start() {
  const on = await ground()
  const env = { DATABASE_URL: on.url, DATA_DIR: on.folder }
  try {
    const [seller] = await people(on, 1, 0)
    let kid = ''
    for (let i = 0; i < TITLES; i++)
      kid = (await onSale(on, seller!, { copies: 50, price: 1_000 + i }))[0]!.kid
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
    return { seconds: Number(server.seconds.toFixed(2)), rss_mb }
  } finally {
    await on.close()
  }
}

import { deepEqual, match } from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTitle } from '../titles.ts'
import type { Product } from './product.ts'
import type { Proxy, Stand, Shop } from './stand.ts'
import type { Claim } from './table.ts'
import { startTraffic } from './traffic.ts'

const PRICE = 100
const BUYERS = 10
const COPIES = 2_000 // for 100 seconds of orders
const SEEN_MS = 5_000 // until a proxy knows that a process is back

/** Proves the proxies' files in `deploy/`, and that a rolling restart behind them fails no request. */
export async function proveProxies(stand: Stand, product: Product, shop: Shop, claim: Claim) {
  await claim('proxies', 'a check by HTTP/1.0 without a host is answered', async () => {
    const answers = await Promise.all(
      product.web.map(({ url }) => oldCheck(Number(new URL(url).port))),
    )
    for (const answer of answers) match(answer, /^HTTP\/1\.1 200 /)
    return `${answers.length} of ${answers.length} processes`
  })
  for (const proxy of ['haproxy', 'nginx'] as const)
    await claim(
      'proxies',
      `a rolling restart of three web processes behind ${NAMES[proxy]} fails no request of 100 a second`,
      () => rollingRestart(stand, product, shop, proxy),
    )
  await stand.useProxy('haproxy')
}

const NAMES = { haproxy: 'HAProxy (deploy/haproxy.cfg)', nginx: 'nginx (deploy/nginx.conf)' }

async function rollingRestart(stand: Stand, { web }: Product, shop: Shop, proxy: Proxy) {
  await stand.useProxy(proxy)
  const mika = await shop.person(`${proxy}-Mika`, { role: 'ORH' })
  const people = await Promise.all(
    Array.from({ length: BUYERS }, (_, i) =>
      shop.person(`${proxy}-P${i}`, { balance: (COPIES / BUYERS) * PRICE }),
    ),
  )
  const film = await createTitle(shop, mika, { copies: COPIES, price: PRICE })
  const traffic = startTraffic(people, film, PRICE)
  try {
    for (const one of web) {
      await sleep(SEEN_MS)
      await one.restart('SIGTERM')
    }
    await sleep(SEEN_MS)
  } finally {
    await traffic.stop()
  }
  deepEqual(countsOf(traffic.failed), {})
  const stored = await shop.db
    .selectFrom('purchase')
    .select('id')
    .where('kid', '=', film.kid)
    .execute()
  deepEqual(stored.map(({ id }) => id).toSorted(), traffic.bought.toSorted())
  const { probes, writes } = traffic.counts
  return `${probes} probes and ${writes} writes, ${traffic.bought.length} of them orders; 0 failed`
}

const countsOf = (lines: string[]): Record<string, number> => {
  const groups = Object.entries(Object.groupBy(lines, (line) => line))
  return Object.fromEntries(groups.map(([line, all]) => [line, all!.length]))
}

/** Asks `/readyz` as HAProxy's `option httpchk GET /readyz` does. */
async function oldCheck(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  return text(socket)
}

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf } from '#core/http/endpoint.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../people.ts'
import { createTitle, type Title } from '../titles.ts'
import type { Product } from './product.ts'
import { type Proxy, SHOP_URL, type Shop, type Stand } from './stand.ts'
import type { Claim } from './table.ts'
import { startTraffic } from './traffic.ts'

const PRICE = 100
const BUYERS = 10
const COPIES = 2_000 // for 100 seconds of orders
const FEW = 30 // orders, of which every third goes to the same process
const BODY_AFTER_MS = 20
const UNANSWERED_MS = 1_000 // less than a proxy needs to see that a process stands still
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
  for (const proxy of ['haproxy', 'nginx'] as const) {
    await claim(
      'proxies',
      `clients are not told how long a process keeps idle connections by ${NAMES[proxy]}`,
      async () => {
        await stand.useProxy(proxy)
        const { headers } = await fetch(`${SHOP_URL}/readyz`)
        equal(headers.get('keep-alive'), null)
        const own = await fetch(`${product.web[0]!.url}/readyz`)
        match(own.headers.get('keep-alive')!, /^timeout=/)
        return 'no Keep-Alive'
      },
    )
    await claim(
      'proxies',
      `orders at a process that is killed before it answers are sent to another by ${NAMES[proxy]}`,
      () => unansweredOrders(stand, product, shop, proxy),
    )
    await claim(
      'proxies',
      `a rolling restart of three web processes behind ${NAMES[proxy]} fails no request of 100 a second`,
      () => rollingRestart(stand, product, shop, proxy),
    )
  }
  await stand.useProxy('haproxy')
}

const NAMES = { haproxy: 'HAProxy (deploy/haproxy.cfg)', nginx: 'nginx (deploy/nginx.conf)' }

/** Kills a process that stands still while orders wait for it. Their bodies come after their headers. */
async function unansweredOrders(stand: Stand, { web }: Product, shop: Shop, proxy: Proxy) {
  await stand.useProxy(proxy)
  const mika = await shop.person(`${proxy}-Mio`, { role: 'ORH' })
  const buyer = await shop.person(`${proxy}-Ken`, { balance: FEW * PRICE })
  const film = await createTitle(shop, mika, { copies: FEW, price: PRICE })
  const still = web[0]!
  still.child.kill('SIGSTOP')
  let answered = 0
  const orders = [...film.tokens.keys()].map(async (number) => {
    const answer = await orderInPieces(buyer, film.order(number, PRICE))
    answered++
    return answer
  })
  await sleep(UNANSWERED_MS)
  const waiting = FEW - answered
  await still.restart('SIGKILL')
  const bought = (await Promise.all(orders)).map(({ purchase_id }) => purchase_id)
  ok(waiting > 0, 'no order waited for the process')
  deepEqual(await purchasesOf(shop, film), bought.toSorted())
  return `${waiting} of ${FEW} orders waited for the process; all are answered and stored once`
}

/** Orders with a key. Sends the body in a packet of its own, as most clients do. */
async function orderInPieces(buyer: Person, order: ReturnType<Title['order']>) {
  const { url, body } = requestOf(purchaseForFree, order)
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body!),
    'idempotency-key': randomUUID(),
  }
  const sent = httpsRequest(SHOP_URL + url, { method: 'POST', headers, agent: false })
  sent.flushHeaders()
  await sleep(BODY_AFTER_MS)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  equal(response.statusCode, 200, answer)
  return JSON.parse(answer) as { purchase_id: string }
}

async function purchasesOf({ db }: Shop, { kid }: Title): Promise<string[]> {
  const stored = await db.selectFrom('purchase').select('id').where('kid', '=', kid).execute()
  return stored.map(({ id }) => id).toSorted()
}

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
  deepEqual(await purchasesOf(shop, film), traffic.bought.toSorted())
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

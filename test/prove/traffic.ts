import { randomUUID } from 'node:crypto'
import { createNonce } from '#src/accounts/account/account.shared.ts'
import { requestOf } from '#core/http/endpoint.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../people.ts'
import type { Title } from '../titles.ts'
import { SHOP_URL } from './stand.ts'

const TICK_MS = 100
const PROBES = 2 // each tick, 20 a second
const NONCES = 6 // each tick, 60 writes a second without a key
const ORDERS = 2 // each tick, 20 writes a second with one
const ANSWER_MS = 30_000

/**
 * Sends 20 probes and 80 writes a second by way of the proxy, each once, until stopped. A writer without a
 * key, such as one who signs in, cannot send again; an order is sent once all the same.
 */
export function startTraffic(people: Person[], film: Title, price: number) {
  const counts = { probes: 0, writes: 0 }
  const failed: string[] = []
  const bought: string[] = []
  const running = new Set<Promise<void>>()
  let next = 1

  function send(what: string, path: string, init: RequestInit = {}) {
    const sent = request(what, path, init).finally(() => running.delete(sent))
    running.add(sent)
  }
  async function request(what: string, path: string, init: RequestInit) {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const response = await fetch(SHOP_URL + path, { ...init, signal })
      const text = await response.text()
      if (!response.ok)
        failed.push(`${what}: ${response.status} ${text.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
      else if (what === 'order') bought.push(JSON.parse(text).purchase_id)
    } catch (error) {
      const { cause, message } = error as Error
      failed.push(`${what}: ${(cause as Error | undefined)?.message ?? message}`)
    }
  }
  function order() {
    const number = next++
    if (!film.tokens.has(number)) return
    const buyer = people[number % people.length]!
    const { url, body } = requestOf(purchaseForFree, film.order(number, price))
    send(
      'order',
      url,
      post(body, { authorization: `Bearer ${buyer.token}`, 'idempotency-key': randomUUID() }),
    )
  }

  const nonce = requestOf(createNonce, {})
  const paths = ['/', `/api/2.0/assets/${film.kid}`]
  const timer = setInterval(() => {
    for (let i = 0; i < PROBES; i++) send('probe', paths[counts.probes++ % paths.length]!)
    for (let i = 0; i < NONCES; i++) send('nonce', nonce.url, post(nonce.body, {}))
    for (let i = 0; i < ORDERS; i++) order()
    counts.writes += NONCES + ORDERS
  }, TICK_MS)
  return {
    counts,
    failed,
    /** The ids of the purchases that were acknowledged. */
    bought,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

const post = (body: string | undefined, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: body ?? '{}',
  headers: { 'content-type': 'application/json', ...headers },
})

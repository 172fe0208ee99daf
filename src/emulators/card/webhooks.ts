import { createHmac } from 'node:crypto'
import { type Delivery, type Store } from './store.ts'

const RETRY_MAX = 60_000 // ms
const ANSWER_WITHIN = 10_000 // ms

export type Webhooks = ReturnType<typeof openWebhooks>

/**
 * Delivers events to the shop until it answers 2xx, with exponential backoff. The store holds the
 * state of each delivery, so a restart continues. Like the vendor's, deliveries have no order and may
 * be repeated.
 */
export function openWebhooks({
  store,
  url,
  secret,
  firstRetry,
}: {
  store: Store
  url: () => string
  secret: string
  firstRetry: number // ms
}) {
  const closing = new AbortController()
  const inFlight = new Set<string>()
  let paused = false
  let delay = 0 // ms
  let timer: NodeJS.Timeout | undefined

  async function deliver(id: string): Promise<number> {
    inFlight.add(id)
    const before = store.deliveries.get(id)!
    const status = await post(url, secret, JSON.stringify(store.events.get(id)), closing.signal)
    inFlight.delete(id)
    if (closing.signal.aborted) return status
    const attempts = before.attempts + 1
    const wait = Math.min(firstRetry * 2 ** before.attempts, RETRY_MAX)
    const delivered_at = status >= 200 && status < 300 ? Date.now() : before.delivered_at
    const row: Delivery = { id, attempts, next_at: Date.now() + wait, delivered_at }
    store.write([{ table: 'deliveries', row }])
    wake()
    return status
  }

  /** Sends all due events and sets a timer for the next one. Must be called after each write. */
  function wake() {
    clearTimeout(timer)
    if (paused || closing.signal.aborted) return
    const waiting = [...store.deliveries.values()].filter(
      ({ id, delivered_at }) => delivered_at === null && !inFlight.has(id),
    )
    const dueAt = ({ next_at }: Delivery) => next_at + delay
    for (const each of waiting) if (dueAt(each) <= Date.now()) void deliver(each.id)
    const later = waiting.map(dueAt).filter((at) => at > Date.now())
    if (later.length) timer = setTimeout(wake, Math.min(...later) - Date.now()).unref()
  }

  return {
    wake,
    deliver,
    state: () => ({ paused, delay }),
    set(to: { paused?: boolean; delay?: number }) {
      paused = to.paused ?? paused
      delay = to.delay ?? delay
      wake()
    },
    close() {
      clearTimeout(timer)
      closing.abort()
    },
  }
}

/** Sends an event and returns the shop's status, or 0 if there was no answer. */
async function post(url: () => string, secret: string, body: string, closing: AbortSignal) {
  const signature = sign(body, secret, Math.floor(Date.now() / 1000))
  try {
    const response = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0 // the shop is not running; the next attempt may succeed
  }
}

/** Returns the signature: `t` and the HMAC-SHA256 of `t.body` in hex (the vendor's "Verify webhook signatures"). */
function sign(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

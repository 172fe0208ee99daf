import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { fail, Refusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { type DescribedRoute, withOrWithoutSlash } from '#core/http/http.ts'
import type { Subscriber } from './subscribers.ts'
import { getLive, LIVE_PATH, type LiveEvent } from './live.shared.ts'
import { type ChangeFeed, changeFeedOf } from './change-feed.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'

const LIMITS: ConnectionLimits = { person: 16, address: 200, app: 5_000 }
const FULL_SECONDS = 30
const RETRY_MS = 2_000
const RETRY_SPREAD_MS = 3_000 // keeps clients of a stopped server from reconnecting all at once
const UNREAD_MAX = 32 // events; a client that reads more slowly is cut off

/** The stream as the API's description shows it. */
export const describedLive: DescribedRoute = {
  endpoint: getLive,
  access: 'any',
  summary: 'Listen to changes',
  refusals: [],
  section: 'Changes as they happen',
}

/**
 * `GET /api/2.0/live?kid=…` or `?screening=…`: reports that a copy of the title or the screening
 * changed, and nothing more, so the stream is open to guests. An unknown id gives a stream without
 * events.
 */
export function live(
  ctxOf: (c: Context) => Promise<Pick<Ctx, 'db' | 'person' | 'ip'>>,
  limits = LIMITS,
  feedOf: (
    db: Ctx['db'],
  ) => Pick<ChangeFeed, 'isConnected' | 'subscribe'> | undefined = changeFeedOf,
): Hono {
  const take = connectionLimits(limits)
  return new Hono().on('GET', withOrWithoutSlash(LIVE_PATH), async (c) => {
    const ctx = await ctxOf(c)
    const { data, error } = getLive.query.safeParse(c.req.query())
    if (error) fail('input_invalid', { field: 'kid' })
    const feed = feedOf(ctx.db)
    if (!feed?.isConnected()) fail('unavailable')
    if (c.req.method === 'HEAD') return new Response(null, { headers }) // a stream would never end
    const release = take({ account_id: ctx.person?.account_id, ip: ctx.ip })
    if (release === 'app') fail('unavailable')
    if (typeof release === 'string')
      throw new Refusal('too_many_requests', { seconds: FULL_SECONDS })
    const { outgoing } = c.env as HttpBindings
    outgoing.once('close', release) // an ended stream keeps its place until its last byte is read
    if (outgoing.closed) release()
    const cutOff = () => void outgoing.destroy()
    return new Response(
      stream(
        (subscriber) => feed.subscribe((data.kid ?? data.screening)!.toLowerCase(), subscriber),
        cutOff,
      ),
      { headers },
    )
  })
}

/** Keeps proxies from caching, compressing or buffering the stream (`X-Accel-Buffering`: nginx). */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Returns the stream of a subscriber. Calls `cutOff` if too many events wait for its reader: to end the
 * stream would not close the connection, because the end waits behind them.
 */
function stream(subscribe: (subscriber: Subscriber) => () => void, cutOff: () => void) {
  const text = new TextEncoder()
  let unsubscribe = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          unsubscribe()
          controller.close()
        }
        const send = (lines: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(text.encode(`${lines}\n\n`))
          else cutOff()
        }
        send(`retry: ${RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS)}`)
        unsubscribe = subscribe({
          changed: (within_ms) =>
            send(`event: changed\ndata: ${JSON.stringify({ within_ms } satisfies LiveEvent)}`),
          heartbeat: () => send(':'),
          end,
        })
      },
      cancel: () => unsubscribe(),
    },
    { highWaterMark: UNREAD_MAX },
  )
}

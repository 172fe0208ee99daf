import { type Context, Hono } from 'hono'
import { fail, Refusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { Subscriber } from './subscribers.ts'
import { LIVE_PATH, type LiveEvent, liveQuery } from './live.shared.ts'
import { changeFeedOf } from './change-feed.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'

const MOST: ConnectionLimits = { person: 16, address: 200, app: 5_000 }
const FULL_SECONDS = 30
const RETRY_MS = 2_000
const RETRY_SPREAD_MS = 3_000 // a house that closes is not asked again by all at once
const UNREAD_MAX = 32 // events; who reads no faster is let go

/**
 * `GET /api/2.0/live?kid=…`: tells whoever looks at a title that one of its copies changed, and
 * nothing else: what a guest may not see needs no hiding here, and an id that is none is as quiet
 * as a title that nobody buys.
 */
export function live(ctxOf: (c: Context) => Promise<Ctx>, most = MOST): Hono {
  const take = connectionLimits(most)
  return new Hono().get(LIVE_PATH, async (c) => {
    const ctx = await ctxOf(c)
    const { data, error } = liveQuery.safeParse(c.req.query())
    if (error) fail('input_invalid', { field: 'kid' })
    const news = changeFeedOf(ctx.db)
    if (!news?.isHeard()) fail('unavailable')
    if (c.req.method === 'HEAD') return new Response(null, { headers }) // a stream would never end
    const seat = take({ account_id: ctx.person?.account_id, ip: ctx.ip })
    if (seat === 'app') fail('unavailable')
    if (typeof seat === 'string') throw new Refusal('too_many_requests', { seconds: FULL_SECONDS })
    return new Response(
      stream((follower) => news.follow(data.kid, follower), seat),
      { headers },
    )
  })
}

/** Nothing on the way may keep, pack or hold back what is told (`X-Accel-Buffering`: nginx). */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

function stream(follow: (follower: Subscriber) => () => void, leave: () => void) {
  const text = new TextEncoder()
  let unfollow = () => {}
  const over = () => {
    unfollow()
    leave()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          over()
          controller.close()
        }
        const say = (lines: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(text.encode(`${lines}\n\n`))
          else end()
        }
        say(`retry: ${RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS)}`)
        unfollow = follow({
          changed: (within_ms) =>
            say(`event: changed\ndata: ${JSON.stringify({ within_ms } satisfies LiveEvent)}`),
          beat: () => say(':'),
          end,
        })
      },
      cancel: over,
    },
    { highWaterMark: UNREAD_MAX },
  )
}

import type { Context } from 'hono'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { verifyToken } from './token.ts'

/** Refuses a caller whose session and token do not open the segments of a title right now. */
export type SegmentCheck = (c: Context, kid: string) => Promise<void>

/** The caller, as far as a request tells without the database. */
interface Caller {
  /** The token of the session. */
  session: string | undefined
  country: string
}
interface Source {
  db: Db
  now: () => Date
  callerOf: (c: Context) => Caller
  ctxOf: (c: Context) => Promise<Ctx>
}
interface Permission {
  /** The version of the title's copies before the check. */
  version: string | undefined
  until: Promise<number>
}

const KEPT_SECONDS = 1 // a session that ends is noticed by then, a copy that changes at once
const KEPT_MAX = 10_000

/**
 * Checks the token of a segment as `verifyToken` does, and keeps a permission for a second, for
 * the same session, token and country. A change of the title's copies and the end of a rental end
 * it at once. Neither a refusal nor the permission of a screening's guest is kept.
 */
export function segmentCheck({ db, now, callerOf, ctxOf }: Source): SegmentCheck {
  const kept = new Map<string, Permission>()
  return async (c, kid) => {
    const { session = '', country } = callerOf(c)
    const token = c.req.query('token') ?? ''
    const key = [kid, session, country, token].join(' ')
    const version = changeFeedOf(db)?.version(kid)
    const last = kept.get(key)
    if (last && last.version === version && (await last.until) > now().getTime()) return
    const permission = { version, until: ctxOf(c).then((ctx) => permittedUntil(ctx, token, kid)) }
    kept.delete(key) // keeps the map in order of age
    kept.set(key, permission)
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
    permission.until.catch(() => kept.get(key) === permission && kept.delete(key))
    await permission.until
  }
}

async function permittedUntil(ctx: Ctx, token: string, kid: string): Promise<number> {
  const permitted = await verifyToken(ctx, token, { kid, use: 'stream' })
  const { until, rented_until, screening_id } = permitted
  if (screening_id) return ctx.now.getTime() // the end of a screening is no change of its title
  const ends = [addSeconds(ctx.now, KEPT_SECONDS), until]
  if (rented_until) ends.push(new Date(rented_until))
  return Math.min(...ends.map((end) => end.getTime()))
}

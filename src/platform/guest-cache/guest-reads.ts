import type { Ctx } from '#core/context.ts'
import { isReplicaAsOf, primaryDb } from '#core/database/replicas.ts'
import type { Db } from '#core/database/db.ts'
import { isRefusal } from '#core/errors.ts'
import type { Route } from '#core/http/http.ts'
import { guestReads, replicaFailures } from '#core/metrics.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'

const IDS = /[\da-f]{8}-[\da-f-]{27}/gi

/** Lets guests read from a replica, in each call that may be made by everybody and changes nothing. */
export const readByGuests = (route: Route): Route =>
  route.access === 'any' && route.endpoint.method === 'GET'
    ? { ...route, action: (ctx, body) => readForGuest(ctx, (reader) => route.action(reader, body)) }
    : route

/**
 * Reads on a replica that has all that the visitor must see, `ctx.asOf`. Without one, and for people
 * who are signed in or wrote something a moment ago, reads on the primary. Whatever fails on the
 * replica is asked of the primary, so that its conflicts, its end or a row that it lacks are no error.
 */
export async function readForGuest<T>(ctx: Ctx, read: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { replicas, asOf = -Infinity } = ctx
  if (!replicas || ctx.person || ctx.hasWritten) return read(ctx)
  const primary = primaryDb(ctx.db)
  const isFirst = ctx.db === primary // else an outer read has chosen the replica, and is counted
  const replica = isReplicaAsOf(ctx.db, asOf) ? ctx.db : isFirst && replicas.choose(asOf)
  if (replica)
    try {
      const answer = await read({ ...ctx, db: replica })
      if (isFirst) guestReads.inc({ server: 'replica' })
      return answer
    } catch (error) {
      if (!isRefusal(error)) replicaFailures.inc()
    }
  if (isFirst) guestReads.inc({ server: 'primary' })
  return read({ ...ctx, db: primary, replicas: undefined })
}

/**
 * Returns when the titles that an address names were last heard to change. Pages that listen to a
 * title ask again at once, before a replica may have the change.
 */
export function changesNamedIn(db: Db, address: string): number {
  const feed = changeFeedOf(db)
  const times = Array.from(address.matchAll(IDS), ([id]) => feed?.changedAt(id.toLowerCase()))
  return Math.max(-Infinity, ...times.map((time) => time ?? -Infinity))
}

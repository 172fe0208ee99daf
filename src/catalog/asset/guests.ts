import type { Ctx } from '#core/context.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { cached } from './answer-cache.ts'

/**
 * Guests all see the same: one is answered what another one was a moment ago. With `kid`, only if
 * none of that title's copies changed since.
 */
export function cachedForGuests<T>(
  ctx: Ctx,
  asked: object,
  answer: () => Promise<T>,
  kid?: string,
): Promise<T> {
  if (ctx.person) return answer()
  const version = kid === undefined ? '' : changeFeedOf(ctx.db)?.version(kid)
  const key = `${ctx.call} ${JSON.stringify(asked)} ${version}`
  return cached(ctx.db, key, { ms: ctx.config.guestListsMs }, answer)
}

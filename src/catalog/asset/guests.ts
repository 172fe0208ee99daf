import type { Ctx } from '#core/context.ts'
import { newsOf } from '#src/platform/realtime/news.ts'
import { recent } from './recent.ts'

/**
 * Guests all see the same: one is answered what another one was a moment ago. With `kid`, only if
 * none of that title's copies changed since.
 */
export function asGuestsDo<T>(
  ctx: Ctx,
  asked: object,
  answer: () => Promise<T>,
  kid?: string,
): Promise<T> {
  if (ctx.person) return answer()
  const version = kid === undefined ? '' : newsOf(ctx.db)?.version(kid)
  const key = `${ctx.call} ${JSON.stringify(asked)} ${version}`
  return recent(ctx.db, key, { ms: ctx.config.guestListsMs }, answer)
}

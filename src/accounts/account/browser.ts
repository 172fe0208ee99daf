import { cookieLine } from '#core/http/caller.ts'
import type { Ctx } from '#core/context.ts'
import { randomToken } from './keyed-hash.ts'

const ID_BYTES = 16
const KEPT_SECONDS = 86_400

/**
 * Whom a new code or nonce is bound to. A browser without an id is given one in a cookie; whatever
 * is no browser is `direct`. Only the same may use it: otherwise a stranger could begin a sign-in
 * as themselves and have somebody else's browser end it.
 */
export function bindBrowser(ctx: Ctx): string {
  if (ctx.browser === 'direct') return ctx.browser
  const id = ctx.browser || randomToken(ID_BYTES)
  const { publicUrl } = ctx.config
  ctx.cookies.push(cookieLine('browser', id, { publicUrl, seconds: KEPT_SECONDS }))
  return id
}

import { cookieLine } from '#core/http/caller.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { KNOWN_DAYS } from './code-allowance.ts'
import { randomToken } from '#core/keyed-hash.ts'

const ID_BYTES = 16
const KEPT_SECONDS = KNOWN_DAYS * DAY_SECONDS

/**
 * Returns the id of the browser that a new code or nonce is bound to, and sets its cookie; programs
 * share the id `direct`. Only that browser may use the code or nonce. Otherwise an attacker could
 * begin a sign-in to their own account and have the victim's browser finish it.
 */
export function bindBrowser(ctx: Ctx): string {
  if (ctx.browser === 'direct') return ctx.browser
  const id = ctx.browser || randomToken(ID_BYTES)
  const { publicUrl } = ctx.config
  ctx.cookies.push(cookieLine('browser', id, { publicUrl, seconds: KEPT_SECONDS }))
  return id
}

import { cookieLine, cookieName, cookieOf } from '#core/http/caller.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { carryCode } from './account.shared.ts'

const CARRIED_SECONDS = 15 * 60
const LENGTH_MAX = 40

/**
 * Keeps a coupon's code in a cookie while somebody signs in: out of the address bar, the history,
 * every log and every Referer. Whether there is such a coupon is not looked up: guests learn nothing.
 */
export async function carry(
  ctx: Ctx,
  { code }: BodyOf<typeof carryCode>,
): Promise<ReplyOf<typeof carryCode>> {
  const figures = code.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '')
  if (figures === '' || figures.length > LENGTH_MAX) fail('coupon_invalid')
  setCookie(ctx, figures, CARRIED_SECONDS)
  return { carried: true }
}

/** The code that this browser carries, if it does; from here on it no longer does. */
export function takeCarried(ctx: Ctx): string | undefined {
  const name = cookieName('coupon', ctx.config.publicUrl)
  const code = ctx.request && cookieOf(ctx.request.headers, name)
  if (code) setCookie(ctx, '', 0)
  return code
}

function setCookie({ config, cookies }: Ctx, code: string, seconds: number) {
  cookies.push(cookieLine('coupon', code, { publicUrl: config.publicUrl, seconds }))
}

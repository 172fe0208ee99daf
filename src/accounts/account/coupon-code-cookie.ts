import { cookieLine, cookieName, cookieOf } from '#core/http/caller.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import type { carryCode } from './account.shared.ts'
import { bindBrowser } from './browser-binding.ts'

const COOKIE_SECONDS = 15 * 60
const LENGTH_MAX = 40

/**
 * Keeps a coupon code in a cookie during the sign-in, out of the address bar, the history, logs and
 * the `Referer` header. The coupon is not looked up, so that guests learn nothing.
 */
export async function carry(
  ctx: Ctx,
  { code }: BodyOf<typeof carryCode>,
): Promise<ReplyOf<typeof carryCode>> {
  const characters = code.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '')
  if (characters === '' || characters.length > LENGTH_MAX) fail('coupon_invalid')
  bindBrowser(ctx) // a festival's code can be claimed in this browser
  setCookie(ctx, characters, COOKIE_SECONDS)
  return { carried: true }
}

/** Returns the coupon code in the browser's cookie. */
export function carriedCode({ config, request }: Ctx): string | undefined {
  return request && cookieOf(request.headers, cookieName('coupon', config.publicUrl))
}

/** Returns the coupon code in the browser's cookie, and deletes the cookie. */
export function takeCarriedCode(ctx: Ctx): string | undefined {
  const code = carriedCode(ctx)
  if (code) setCookie(ctx, '', 0)
  return code
}

function setCookie({ config, cookies }: Ctx, code: string, seconds: number) {
  cookies.push(cookieLine('coupon', code, { publicUrl: config.publicUrl, seconds }))
}

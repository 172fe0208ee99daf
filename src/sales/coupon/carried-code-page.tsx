import { redirect } from 'react-router'
import { ask } from '#core/http/ask.ts'
import type { Route } from './+types/carried-code-page.ts'
import { occupyCarried } from './coupon.shared.ts'

/** Where a code leads once its holder is signed in: it is taken, and the history says how it went. */
export async function loader({ context }: Route.LoaderArgs) {
  const { coupon, refused } = await ask(context, occupyCarried, {})
  if (refused) return redirect(`/coupons?refused=${refused}`)
  return redirect(coupon ? `/coupons?taken=${coupon.id}` : '/coupons')
}

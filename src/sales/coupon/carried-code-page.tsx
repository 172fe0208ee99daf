import { redirect } from 'react-router'
import { ask } from '#core/http/ask.ts'
import type { Route } from './+types/carried-code-page.ts'
import { occupyCarried } from './coupon.shared.ts'

/** Redeems the code carried through the sign-in and redirects to the list with the outcome. */
export async function loader({ context }: Route.LoaderArgs) {
  const { coupon, refused } = await ask(context, occupyCarried, {})
  if (refused) return redirect(`/coupons?refused=${refused}`)
  return redirect(coupon ? `/coupons?taken=${coupon.id}` : '/coupons')
}

/** Shows nothing itself. With a component, a guest is asked to sign in on a page. */
export default function CarriedCodePage() {
  return null
}

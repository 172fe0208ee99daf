import { redirect } from 'react-router'
import type { Route } from './+types/payment-return-page.ts'

/** Leads from the card page, and from a copy whose distribution is being paid, to the distribution. */
export function loader({ url }: Route.LoaderArgs) {
  const purchase = url.searchParams.get('distribution')
  return redirect(`/asset/distributions${purchase ? `?purchase=${purchase}` : ''}`)
}

export default function PaymentReturnPage() {
  return null
}

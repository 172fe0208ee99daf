import { askOptional } from '#core/http/ask.ts'
import { CancelPage, loadCancelling, notTheirs } from '#src/sales/purchase/cancelling.tsx'
import type { Route } from './+types/cancel-page.ts'
import { getRental, getRented } from './rental.shared.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadCancelling(args, 'rental', async (which) => {
    const { context } = args
    const order =
      'id' in which
        ? await askOptional(context, notTheirs, getRental, which)
        : (await askOptional(context, notTheirs, getRented, { id: which.kid }))?.rentals.find(
            ({ number }) => number === which.number,
          )
    return order && { ...order, uses_balance: order.balance_used > 0 }
  })

export default function RentalCancelPage({ loaderData }: Route.ComponentProps) {
  return <CancelPage {...loaderData} />
}

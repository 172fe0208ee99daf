import { askOptional } from '#core/http/ask.ts'
import { CancelPage, loadCancelling, notTheirs } from '#src/sales/purchase/cancelling.tsx'
import type { Route } from './+types/cancel-page.ts'
import { getRented } from './rental.shared.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadCancelling(args, 'rental', async (kid, number) => {
    const mine = await askOptional(args.context, notTheirs, getRented, { id: kid })
    return mine?.rentals.find((rental) => rental.number === number)
  })

export default function RentalCancelPage({ loaderData }: Route.ComponentProps) {
  return <CancelPage {...loaderData} />
}

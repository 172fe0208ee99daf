import { askOptional } from '#core/http/ask.ts'
import type { Route } from './+types/cancel-page.ts'
import { CancelPage, loadCancelling, notTheirs } from './cancelling.tsx'
import { listPurchases } from './purchase.shared.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadCancelling(args, 'sale', async (kid, number) => {
    const mine = { kid, number, limit: 1 }
    return (await askOptional(args.context, notTheirs, listPurchases, mine))?.items[0]
  })

export default function PurchaseCancelPage({ loaderData }: Route.ComponentProps) {
  return <CancelPage {...loaderData} />
}

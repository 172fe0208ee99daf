import { askOptional } from '#core/http/ask.ts'
import type { Route } from './+types/cancel-page.ts'
import { CancelPage, loadCancelling, notTheirs } from './cancelling.tsx'
import { getPurchase, listPurchases } from './purchase.shared.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadCancelling(args, 'sale', async (which) => {
    const { context } = args
    const list = async (query: { order_id: string } | { kid: string; number: number }) =>
      (await askOptional(context, notTheirs, listPurchases, { ...query, limit: 100 }))?.items ?? []
    const order =
      'id' in which
        ? await askOptional(context, notTheirs, getPurchase, which)
        : (await list(which))[0]
    if (!order) return undefined
    const copies = order.order_copies > 1 ? await list({ order_id: order.order_id }) : [order]
    return { ...order, uses_balance: copies.some(({ balance_used }) => balance_used > 0) }
  })

export default function PurchaseCancelPage({ loaderData }: Route.ComponentProps) {
  return <CancelPage {...loaderData} />
}

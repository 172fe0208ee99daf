import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { OrderReceipts, PaidInTotal } from './order-receipts.tsx'
import type { Purchase } from './purchase.shared.ts'

/** Lists the copies of a settled order, each with its number, a link and its receipt. */
export function YoursTogether({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { order_id, order_copies, drawn } = purchase
  return (
    <div className="mx-auto grid max-w-[640px] gap-6">
      <title>{t`${order_copies} copies are yours · Renban`}</title>
      <div className="flex items-center gap-5">
        <Seal size="large" press={false} />
        <div>
          <h1 className="text-d1" aria-live="polite">
            <Trans>{order_copies} copies are yours</Trans>
          </h1>
          <p className="text-ink-2">
            <PaidInTotal of={purchase} />
          </p>
        </div>
      </div>
      <OrderReceipts order_id={order_id} />
      <div className="flex flex-wrap gap-3">
        <LinkButton look="main" to="/asset">
          <Trans>My collection</Trans>
        </LinkButton>
        {drawn && (
          <LinkButton to={`/draws/${order_id}`}>
            <Trans>How they were drawn</Trans>
          </LinkButton>
        )}
      </div>
    </div>
  )
}

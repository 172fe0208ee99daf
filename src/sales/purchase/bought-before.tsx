import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { OrderReceipts, PaidInTotal } from './order-receipts.tsx'
import { PaidBy } from './paid-by.tsx'
import type { Purchase } from './purchase.shared.ts'

/** Shows an order of which the reader has since sold, traded or given a copy. */
export function BoughtBefore({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { id, kid, number, order_id, order_copies, settled_at } = purchase
  const isOne = order_copies === 1
  return (
    <div className="grid gap-6">
      <title>
        {isOne
          ? t`You bought No. ${number} · Renban`
          : t`You bought ${order_copies} copies · Renban`}
      </title>
      <EmptyState
        whole
        title={
          isOne ? (
            <Trans>You bought No. {number}</Trans>
          ) : (
            <Trans>You bought {order_copies} copies</Trans>
          )
        }
        actions={
          isOne && (
            <>
              <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
                <Trans>See the title</Trans>
              </LinkButton>
              <LinkButton to={`/receipts/${id}`}>
                <Trans>Receipt</Trans>
              </LinkButton>
            </>
          )
        }
      >
        <p>
          {isOne ? (
            <Trans>
              Bought on <DateTime at={settled_at!} />. You no longer own it.
            </Trans>
          ) : (
            <Trans>
              Bought on <DateTime at={settled_at!} />. You no longer own all of them.
            </Trans>
          )}
        </p>
        <p>{isOne ? <PaidBy of={purchase} /> : <PaidInTotal of={purchase} />}</p>
      </EmptyState>
      {!isOne && <OrderReceipts order_id={order_id} />}
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { listFailedRefunds } from '#src/sales/purchase/refund.shared.ts'
import { PaymentsTable } from './payments-table.tsx'

type Reply = ReplyOf<typeof listFailedRefunds>

/** The refunds that the card's bank refused, which the operator has to repeat. Renders nothing if there are none. */
export function FailedRefunds({ initial }: { initial: Reply }) {
  const { t } = useLingui()
  const { items } = useLiveQuery(
    listFailedRefunds,
    {},
    { initial, refetchInterval: REFETCH_MS.grid },
  )
  if (items.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="failed-refunds">
      <div>
        <h2 id="failed-refunds" className="text-h2">
          <Trans>Failed refunds</Trans>
        </h2>
        <p className="max-w-prose text-small text-ink-2">
          <Trans>
            These payments arrived too late. We refunded them, but the card’s bank rejected the
            refund. The card provider still holds the money, and we owe it to the buyer. Refund it
            again in the provider’s dashboard. It disappears from this list within 10 minutes.
          </Trans>
        </p>
      </div>
      <PaymentsTable
        caption={t`Failed refunds`}
        rows={items}
        keyOf={({ order_id }) => order_id}
        timeLabel={t`Failed on`}
        timeOf={({ failed_at }) => failed_at}
        providerId={({ refund_id }) => refund_id}
      />
    </section>
  )
}

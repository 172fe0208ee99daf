import { Trans, useLingui } from '@lingui/react/macro'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Money } from '#src/ui/money.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { OrderedCopies } from '#src/sales/purchase/ordered-copies.tsx'
import { listFailedRefunds } from '#src/sales/purchase/refund.shared.ts'

type Reply = ReplyOf<typeof listFailedRefunds>
type Failed = Reply['items'][number]

/** For an operator: what is owed to cards whose bank did not take it back; nothing while there is none. */
export function FailedRefunds({ initial }: { initial: Reply }) {
  const { t } = useLingui()
  const { items } = useLiveQuery(listFailedRefunds, {}, { initial, refetchInterval: REFETCH_MS.grid })
  const columns = useColumns()
  if (items.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="failed-refunds">
      <div>
        <h2 id="failed-refunds" className="text-h2">
          <Trans>Refunds that failed</Trans>
        </h2>
        <p className="max-w-prose text-small text-ink-2">
          <Trans>
            These were paid too late and went back, but the bank of the card did not take the money:
            it is with the card provider, and owed to the buyer. Refund it once more at the
            provider’s desk; it is gone from here within ten minutes.
          </Trans>
        </p>
      </div>
      <div className="panel">
        <Table<Failed>
          caption={t`Refunds that failed`}
          rows={items}
          columns={columns}
          keyOf={({ order_id }) => order_id}
        />
      </div>
    </section>
  )
}

function useColumns(): Column<Failed>[] {
  const { t } = useLingui()
  return [
    {
      key: 'copy',
      label: t`Copy`,
      lead: true,
      cell: (order) => <OrderedCopies order={order} />,
    },
    {
      key: 'buyer',
      label: t`Buyer`,
      cell: ({ buyer_username, buyer_email }) => (
        <span className="grid min-w-0 text-start">
          {buyer_username}
          <span className="text-hint text-ink-2 wrap-anywhere">{buyer_email}</span>
        </span>
      ),
    },
    { key: 'failed', label: t`Failed at`, cell: ({ failed_at }) => <DateTime at={failed_at} /> },
    {
      key: 'provider',
      label: t`At the provider`,
      cell: ({ refund_id }) => <code className="text-hint wrap-anywhere">{refund_id}</code>,
    },
    { key: 'amount', label: t`Amount`, end: true, cell: ({ amount }) => <Money yen={amount} /> },
  ]
}

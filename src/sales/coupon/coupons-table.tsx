import { Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { type Coupon, occupyCoupon } from './coupon.shared.ts'
import { CouponTag, GiftLink } from './gift.tsx'
import { handoverRefusal } from './refusals.tsx'

/** Shows the reader's coupons as rows: gift, code, status and dates. */
export function CouponsTable({ coupons }: { coupons: readonly Coupon[] }) {
  const { t } = useLingui()
  const columns = useColumns()
  return (
    <div className="panel">
      <Table<Coupon>
        caption={t`My coupons`}
        rows={coupons}
        columns={columns}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

/** Shows the status of a coupon. An occupied coupon has a button to request its gift again. */
function State({ coupon }: { coupon: Coupon }) {
  const { code, status, expires_at } = coupon
  const refetchAll = useRefetchAll()
  const take = useEndpointMutation(occupyCoupon, { afterAnswer: refetchAll })
  const hindered = take.data?.hindered_by
  return (
    <span className="grid justify-items-start gap-2 max-sm:justify-items-end">
      <CouponTag status={status} />
      {status === 'occupied' && (
        <>
          <span className="text-hint text-ink-2">
            <Trans>
              until <DateTime at={expires_at} />
            </Trans>
          </span>
          <Button small busy={take.isPending} onClick={() => take.mutate({ id: code })}>
            <Trans>Redeem now</Trans>
          </Button>
          <RefusalMessage error={take.error ?? (hindered ? handoverRefusal(hindered) : null)} />
        </>
      )}
    </span>
  )
}

function useColumns(): Column<Coupon>[] {
  const { t } = useLingui()
  return [
    {
      key: 'gift',
      label: t`Coupon`,
      lead: true,
      cell: ({ gives }) => <GiftLink gift={gives} />,
    },
    { key: 'code', label: t`Code`, cell: ({ code }) => <span className="amount">{code}</span> },
    { key: 'state', label: t`Status`, cell: (coupon) => <State coupon={coupon} /> },
    {
      key: 'occupied',
      label: t`Entered on`,
      end: true,
      cell: ({ occupied_at }) => occupied_at && <DateTime at={occupied_at} />,
    },
    {
      key: 'used',
      label: t`Used on`,
      end: true,
      cell: ({ used_at }) =>
        used_at ? <DateTime at={used_at} /> : <span className="text-ink-3">–</span>,
    },
  ]
}

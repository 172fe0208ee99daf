import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useEndpointRead } from '#core/http/ask.ts'
import { Money } from '#src/ui/money.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { listPurchases, type Purchase } from './purchase.shared.ts'

/** Says what an order of several copies cost in all. */
export const PaidInTotal = ({ of }: { of: Pick<Purchase, 'order_price'> }) => (
  <Trans>
    You paid <Money yen={of.order_price} /> in total, tax included.
  </Trans>
)

/** Lists the copies of an order, each with a link and its receipt. */
export function OrderReceipts({ order_id }: { order_id: string }) {
  const { t } = useLingui()
  const read = useEndpointRead(listPurchases, { order_id, limit: 100 })
  const bought = read.reply
  return (
    <>
      <ReadFailed read={read} />
      {!bought && !read.error && <Progress label={t`Loading your copies`} />}
      {bought && (
        <ul className="panel divide-y divide-line">
          {bought.items.map(({ id, kid, number, title }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-3 p-4">
              <Link
                to={`/asset/${kid}?no=${number}`}
                className="reach inline-block font-semibold wrap-anywhere"
              >
                <Trans>
                  No. {number} of {title}
                </Trans>
              </Link>
              <Link to={`/receipts/${id}`} className="text-small">
                <Trans>Receipt</Trans>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useEndpointRead } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { listPurchases, type Purchase } from './purchase.shared.ts'

/** Lists the copies of a settled order, each with its number, a link and its receipt. */
export function YoursTogether({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { order_id, order_copies, order_price, drawn } = purchase
  const read = useEndpointRead(listPurchases, { order_id, limit: 100 })
  const bought = read.reply
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
            <Trans>
              You paid <Money yen={order_price} /> in total, tax included.
            </Trans>
          </p>
        </div>
      </div>
      <ReadFailed read={read} />
      {!bought && !read.error && <Progress label={t`Loading your copies`} />}
      {bought && (
        <ul className="panel divide-y divide-line">
          {bought.items.map(({ id, kid, number, title }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-3 p-4">
              <Link to={`/asset/${kid}?no=${number}`} className="font-semibold wrap-anywhere">
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

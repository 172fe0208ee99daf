import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { MoneyRange } from '#src/ui/money.tsx'
import { formatCount } from '#src/ui/yen.ts'

/** Shows the creator how many copies are held, listed and prepared, and their price ranges. */
export function CreatedCounts(props: {
  asset: Asset
  /** Shows the count of trades, if there are any; false while the platform's trading is off. */
  tradeFlag: boolean
}) {
  const { asset, tradeFlag } = props
  const { total_copies_count, owned_copies_count, min_sale_price, max_sale_price } = asset
  const { min_rental_price, max_rental_price } = asset
  const counts: (readonly [label: ReactNode, count: ReactNode])[] = [
    [<Trans key="mine">Yours</Trans>, owned_copies_count],
    [<Trans key="others">Owned by others</Trans>, total_copies_count - owned_copies_count],
    [<Trans key="sale">For sale</Trans>, asset.sale_listing_copies_count],
    [<Trans key="mysale">For sale by you</Trans>, asset.my_sale_listing_copies_count],
    ...(tradeFlag && asset.trade_listing_copies_count > 0
      ? [[<Trans key="trade">For trade</Trans>, asset.trade_listing_copies_count] as const]
      : []),
    [<Trans key="rent">For rent</Trans>, asset.rental_listing_copies_count],
    [<Trans key="free">Available to rent now</Trans>, asset.rentable_copies_count],
    [<Trans key="preparing">In preparation</Trans>, asset.preparing_copies_count],
  ]
  if (min_sale_price !== null)
    counts.push([
      <Trans key="price">Sale price</Trans>,
      <MoneyRange key="yen" min={min_sale_price} max={max_sale_price ?? min_sale_price} />,
    ])
  if (min_rental_price !== null)
    counts.push([
      <Trans key="rental">Rental price</Trans>,
      <MoneyRange key="yen" min={min_rental_price} max={max_rental_price ?? min_rental_price} />,
    ])
  return (
    <dl className="mb-6 grid grid-cols-[repeat(auto-fill,minmax(110px,1fr))] gap-x-6 gap-y-4 border-y border-line py-4">
      {counts.map(([label, count], i) => (
        <div key={i}>
          <dt className="text-hint text-ink-2">{label}</dt>
          <dd className="font-semibold">
            <span className="amount">{typeof count === 'number' ? formatCount(count) : count}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

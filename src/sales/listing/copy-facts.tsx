import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { LocalPrice } from '#src/platform/currency/local-price.tsx'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { usePersonName } from '#src/ui/person-name.tsx'

interface Props {
  asset: ReplyOf<typeof getAsset>
  copy: SerialOfTitle
  /** True if the ticket's heading names the reader as the owner. */
  isOwned: boolean
}

/** Shows a copy's sale price or rent, and its owner with the date since when. */
export function CopyFacts({ asset, copy, isOwned }: Props) {
  const { periodOf } = useRentLabels()
  const personName = usePersonName()
  const { sale_price, rent_price, rental_period_seconds: seconds, rental_clock: clock } = copy
  if (isOwned && sale_price === null && rent_price === null) return null
  const price = (yen: number) => (
    <span className="flex flex-col items-end">
      <Money yen={yen} className="text-h2 font-semibold" />
      <LocalPrice yen={yen} by={asset.local_currency} />
    </span>
  )
  return (
    <Facts
      facts={[
        ...(sale_price === null
          ? []
          : ([[<Trans key="price">Price, tax included</Trans>, price(sale_price)]] as const)),
        ...(rent_price === null || seconds === null
          ? []
          : ([
              [
                <Trans key="rent">Rent for {periodOf(seconds, clock)}, tax included</Trans>,
                price(rent_price),
              ],
            ] as const)),
        ...(isOwned ? [] : [ownerOf(copy, personName)]),
      ]}
    />
  )
}

const ownerOf = (copy: SerialOfTitle, personName: (username: string) => string) =>
  [
    copy.is_primary && copy.sale_price !== null ? (
      <Trans key="from">First sale by</Trans>
    ) : (
      <Trans key="held">Owner</Trans>
    ),
    copy.is_primary ? (
      personName(copy.owner_username)
    ) : (
      <Trans key="by">
        {personName(copy.owner_username)} since <DateTime at={copy.owned_since} detail="day" />
      </Trans>
    ),
  ] as const

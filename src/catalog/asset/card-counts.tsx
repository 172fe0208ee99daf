import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import { CardLine } from '#src/ui/card.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { formatCount } from '#src/ui/yen.ts'
import type { Asset } from './asset.shared.ts'
import { editionSize } from './edition.shared.ts'

/** The page that shows a grid; it decides which facts a card shows. */
export type GridContext =
  | 'market'
  | 'collected'
  | 'created'
  | 'rented'
  | 'brandSale'
  | 'brandRental'

export const hasPassed = (at: string, now: string) => Date.parse(at) <= Date.parse(now)

/** Shows how many copies the viewer holds and offers; a creator sees those of the whole title. */
export function Counts(props: {
  asset: Asset
  context: GridContext
  now: string
  tradeFlag: boolean
  isCreator: boolean
}) {
  const { asset, context, now, tradeFlag, isCreator } = props
  if (context === 'rented') return <Expiry asset={asset} now={now} />
  if (context.startsWith('brand')) return null
  if (isCreator || context === 'created')
    return (
      <>
        {context !== 'created' && <Owned asset={asset} />}
        <CardLine>
          <Plural value={editionSize(asset)} one="# copy" other="# copies" />
          <Bracketed
            sale={asset.sale_listing_copies_count}
            trade={tradeFlag ? asset.trade_listing_copies_count : 0}
            rental={asset.rental_listing_copies_count}
          />
        </CardLine>
      </>
    )
  const { secondary_sale_enabled, trade_enabled } = asset.asset_kid_setting
  return (
    <Owned asset={asset}>
      <Bracketed
        sale={secondary_sale_enabled ? asset.my_sale_listing_copies_count : 0}
        trade={tradeFlag && trade_enabled ? asset.my_trade_listing_copies_count : 0}
        rental={0}
      />
    </Owned>
  )
}

function Owned({ asset, children }: { asset: Asset; children?: ReactNode }) {
  if (asset.owned_copies_count === 0) return null
  return (
    <CardLine>
      <Plural value={asset.owned_copies_count} one="You own #" other="You own #" />
      {children}
    </CardLine>
  )
}

/** Shows when the viewer's latest rental ends or ended, with a countdown on its last day. */
function Expiry({ asset, now }: { asset: Asset; now: string }) {
  const { my_max_expiry: until, my_start_by: startBy } = asset
  const askAgain = useRefetchAll()
  if (until === null) return null
  if (hasPassed(until, now))
    return (
      <CardLine icon="clock">
        <Trans>
          Ended on <DateTime at={until} />
        </Trans>
      </CardLine>
    )
  return (
    <CardLine icon="clock">
      {startBy ? (
        <Trans>
          Start by <DateTime at={startBy} />
        </Trans>
      ) : (
        <Trans>
          Until <DateTime at={until} />
        </Trans>
      )}{' '}
      <LastDayCountdown until={until} now={now} onEnd={() => void askAgain()} />
    </CardLine>
  )
}

/** Renders " (24 for sale, 3 for rent)", leaving out zeros. */
function Bracketed(props: { sale: number; trade: number; rental: number }) {
  const { t } = useLingui()
  const [sale, trade, rental] = [props.sale, props.trade, props.rental].map(formatCount)
  const counts = [
    props.sale > 0 && t`${sale} for sale`,
    props.trade > 0 && t`${trade} for trade`,
    props.rental > 0 && t`${rental} for rent`,
  ]
    .filter(Boolean)
    .join(t({ message: ', ', comment: 'Between the facts of a number, read aloud' }))
  if (counts === '') return null
  return (
    <>
      <Gap />
      {t`(${counts})`}
    </>
  )
}

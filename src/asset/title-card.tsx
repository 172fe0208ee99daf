import { Plural, Trans } from '@lingui/react/macro'
import { Card, CardLine } from '#src/ui/card.tsx'
import { MoneyRange } from '#src/ui/money.tsx'
import type { ObiProps } from '#src/ui/obi.tsx'
import { When } from '#src/ui/when.tsx'
import type { Asset } from './asset.shape.ts'

/** Where a grid stands; it decides which facts a card says (product.md 2, Asset grid). */
export type GridContext =
  | 'market'
  | 'collected'
  | 'created'
  | 'rented'
  | 'brandSale'
  | 'brandRental'

interface Props {
  asset: Asset
  context: GridContext
  /** The house's clock: whether a sale or a rental is over. */
  now: string
  /** Whose eyes: a creator sees every count of their own titles. */
  viewer?: string | undefined
  /** Whether trading is open in this house. */
  tradeFlag?: boolean
  /** In the first row: its picture is fetched at once. */
  eager?: boolean
}

/** One title in a grid, with what its context says of it. It leads to the title's page. */
export function TitleCard({ asset, context, now, viewer, tradeFlag = false, eager }: Props) {
  const state = stateOf(asset, context, now)
  const isBrandHidden = context.startsWith('brand') || context === 'collected'
  return (
    <Card
      title={asset.title}
      brand={isBrandHidden ? undefined : (asset.brand?.name ?? null)}
      to={isClickable(asset, context, state) ? pathOf(asset, context) : undefined}
      state={state}
      media={asset.media_type}
      poster={asset.poster}
      eager={eager}
      obi={{ ...obiOf(asset), hollow: asset.is_sold_out && context !== 'collected' }}
    >
      {state === 'preparing' ? (
        <CardLine>
          <Trans>Preparing your copy</Trans>
        </CardLine>
      ) : (
        <>
          <Offers {...{ asset, context, now }} />
          <Counts
            {...{ asset, context, tradeFlag }}
            isCreator={asset.creator_account_id === viewer}
          />
        </>
      )}
    </Card>
  )
}

/** From a list of their own titles creators come to the copies, from a brand's rentals all to rent. */
const pathOf = ({ kid }: Asset, context: GridContext) =>
  context === 'created'
    ? `/asset/${kid}/created`
    : context === 'brandRental'
      ? `/asset/rental/${kid}`
      : `/asset/${kid}`

/** The strip of a whole title: the size of the edition, and the brand running down. */
export const obiOf = (asset: Asset): ObiProps => ({
  colour: asset.obi,
  of: asset.copies_count,
  last: lastNumber(asset),
  name: asset.brand?.name ?? null,
})

export const lastNumber = (asset: Pick<Asset, 'first_number' | 'copies_count'>) =>
  asset.first_number + asset.copies_count - 1

const isPast = (at: string, now: string) => Date.parse(at) < Date.parse(now)

/** A copy that is paid for but not there yet, one that was given up, or neither. */
function stateOf(
  asset: Asset,
  context: GridContext,
  now: string,
): 'preparing' | 'gone' | undefined {
  const isMissing = asset.owned_copies_count === 0
  const isBought = isMissing && asset.purchase_processing_copies_count > 0
  if (context === 'collected') return isBought ? 'preparing' : isMissing ? 'gone' : undefined
  const isOver = !asset.my_max_expiry || isPast(asset.my_max_expiry, now)
  const isRenting = asset.renting_processing_copies_count > 0 && isOver
  return context === 'rented' && isRenting ? 'preparing' : undefined
}

function isClickable(asset: Asset, context: GridContext, state: ReturnType<typeof stateOf>) {
  if (context === 'brandRental' && asset.rental_listing_copies_count === 0) return false
  return state === undefined
}

/** What it costs to buy, rent or bid; what a brand's page says where there is nothing to pay. */
function Offers({ asset, context, now }: Pick<Props, 'asset' | 'context' | 'now'>) {
  const { min_sale_price, max_sale_price, min_rental_price, max_rental_price } = asset
  const isForSale = asset.sale_listing_copies_count > 0 && min_sale_price !== null
  const isForRent = asset.rental_listing_copies_count > 0 && asset.rentable_copies_count > 0
  return (
    <>
      {isForSale && context !== 'brandRental' && (
        <CardLine strong>
          <MoneyRange min={min_sale_price} max={max_sale_price ?? min_sale_price} />
        </CardLine>
      )}
      {isForRent && min_rental_price !== null && context !== 'brandSale' && (
        <CardLine icon="rent">
          <Trans>
            Rent <MoneyRange min={min_rental_price} max={max_rental_price ?? min_rental_price} />
          </Trans>
        </CardLine>
      )}
      {asset.type_of_listing === 'auction' && (
        <CardLine icon="auction">
          <Trans>Auction</Trans>
        </CardLine>
      )}
      <WhyNot {...{ asset, context, now }} />
    </>
  )
}

function WhyNot({ asset, context, now }: Pick<Props, 'asset' | 'context' | 'now'>) {
  const isOver = asset.sale_ending_at !== null && isPast(asset.sale_ending_at, now)
  const { rental_listing_copies_count, rentable_copies_count, preparing_copies_count } = asset
  if (context === 'brandRental' && rental_listing_copies_count > 0)
    return (
      <CardLine>
        {rentable_copies_count === 0 ? (
          <Trans>All rented out</Trans>
        ) : (
          <Plural value={rentable_copies_count} one="# to rent" other="# to rent" />
        )}
      </CardLine>
    )
  if (context === 'created') return <NotOut asset={asset} />
  if (context !== 'market' && context !== 'brandSale') return null
  if (isOver)
    return (
      <CardLine>
        <Trans>Sale ended</Trans>
      </CardLine>
    )
  if (asset.is_sold_out)
    return (
      <CardLine>
        {context === 'market' ? <Trans>Sold out</Trans> : <Trans>No contents available</Trans>}
      </CardLine>
    )
  const isOffered = asset.type_of_listing !== 'unknown' || asset.trade_listing_copies_count > 0
  if (isOffered) return null
  return (
    <CardLine>
      {preparing_copies_count > 0 ? (
        <Trans>Opening in a moment</Trans>
      ) : (
        <Trans>Nothing for sale now</Trans>
      )}
    </CardLine>
  )
}

/** Why nobody but its creator sees a title. */
function NotOut({ asset: { published_at, withdrawn_at } }: Pick<Props, 'asset'>) {
  if (published_at !== null) return null
  return (
    <CardLine icon={withdrawn_at ? 'lock' : 'clock'}>
      {withdrawn_at ? <Trans>Withdrawn</Trans> : <Trans>Not out yet</Trans>}
    </CardLine>
  )
}

/** How many are the viewer's, and what they are on offer for; a creator sees all of the title's. */
function Counts(props: {
  asset: Asset
  context: GridContext
  tradeFlag: boolean
  isCreator: boolean
}) {
  const { asset, context, tradeFlag, isCreator } = props
  if (context === 'rented')
    return (
      asset.my_max_expiry && (
        <CardLine icon="clock">
          <Trans>
            Until <When at={asset.my_max_expiry} />
          </Trans>
        </CardLine>
      )
    )
  if (context === 'created')
    return (
      <CardLine>
        <Plural value={asset.copies_count} one="# copy" other="# copies" />
        <Bracketed
          sale={asset.sale_listing_copies_count}
          trade={tradeFlag ? asset.trade_listing_copies_count : 0}
          rental={asset.rental_listing_copies_count}
        />
      </CardLine>
    )
  if (asset.owned_copies_count === 0 || context.startsWith('brand')) return null
  const isSecondary = isCreator || asset.asset_kid_setting.secondary_sale_enabled
  const isTradable = tradeFlag && (isCreator || asset.asset_kid_setting.trade_enabled)
  return (
    <CardLine>
      <Plural value={asset.owned_copies_count} one="You hold #" other="You hold #" />
      <Bracketed
        sale={isSecondary ? asset.my_sale_listing_copies_count : 0}
        trade={isTradable ? asset.my_trade_listing_copies_count : 0}
        rental={isCreator ? asset.my_rental_listing_copies_count : 0}
      />
    </CardLine>
  )
}

/** " (24 for sale, 3 to trade)": only what there is. */
function Bracketed({ sale, trade, rental }: { sale: number; trade: number; rental: number }) {
  const said = [
    sale > 0 && <Trans key="sale">{sale} for sale</Trans>,
    trade > 0 && <Trans key="trade">{trade} to trade</Trans>,
    rental > 0 && <Trans key="rental">{rental} to rent</Trans>,
  ].filter((part) => part !== false)
  if (said.length === 0) return null
  return (
    <>
      {' ('}
      {said.flatMap((part, i) => (i === 0 ? [part] : [', ', part]))}
      {')'}
    </>
  )
}

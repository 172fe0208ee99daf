import { Plural, Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { Card, CardLine, type CardProps } from '#src/ui/card.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { MoneyRange } from '#src/ui/money.tsx'
import type { Asset } from './asset.shared.ts'
import { Counts, type GridContext, hasPassed } from './card-counts.tsx'
import { obiOf } from './title-obi.tsx'
import { WatchFromTile } from './watch-link.tsx'

interface Props {
  asset: Asset
  context: GridContext
  /** The server's clock, by which a sale or a rental is over. */
  now: string
  /** The reader's account; a creator sees every count of their own titles. */
  viewer?: string | undefined
  /** Shows counts of trades; false while the platform's trading is off. */
  tradeFlag?: boolean | undefined
  /** Loads the picture at once; set for the first row. */
  eager?: boolean
  /** Stands on the card of a title of others whose sale has not begun. */
  Coming?: ComponentType<{ asset: Asset }> | undefined
}

/** Shows a title in a grid, with the facts for that grid. The card links to the title's page. */
export function TitleCard(props: Props) {
  const { asset, context, now, viewer, tradeFlag = false, eager, Coming } = props
  const state = stateOf(asset, context, now)
  const isCreator = asset.creator_account_id === viewer
  const counts = (
    <Counts asset={asset} context={context} now={now} tradeFlag={tradeFlag} isCreator={isCreator} />
  )
  const rented = context === 'rented' ? (asset.my_rented_number ?? undefined) : undefined
  const isBrandHidden = context.startsWith('brand') || context === 'collected'
  return (
    <Card
      title={asset.title}
      brand={isBrandHidden ? undefined : asset.brand}
      to={isClickable(asset, context, state) ? pathOf(asset, context) : undefined}
      state={state}
      media={asset.media_type}
      poster={asset.poster}
      eager={eager}
      obi={{
        ...obiOf(asset),
        number: rented,
        hollow: asset.is_sold_out && context !== 'collected' && rented === undefined,
      }}
    >
      {state === 'paying' ? (
        <CardLine>
          {context === 'rented' ? (
            <Trans>Your rental starts after payment</Trans>
          ) : (
            <Trans>Your copy arrives after payment</Trans>
          )}
        </CardLine>
      ) : (
        <>
          {context === 'rented' && counts}
          <Offers asset={asset} context={context} now={now} />
          {context !== 'rented' && counts}
        </>
      )}
      {context === 'rented' && state === undefined && <WatchFromTile asset={asset} />}
      {Coming && !isCreator && isToCome(asset, now) && <Coming asset={asset} />}
    </Card>
  )
}

/**
 * Returns the card's link: for creators the list of copies, or the upload while there are none; in
 * a brand's rentals the page for renting; for a rental its number; else the title's page.
 */
function pathOf({ kid, upload, my_rented_number }: Asset, context: GridContext) {
  if (context === 'created') return upload ? `/create/${upload.uuid}` : `/asset/${kid}/created`
  if (context === 'rented' && my_rented_number !== null)
    return `/asset/${kid}?no=${my_rented_number}`
  return context === 'brandRental' ? `/asset/rental/${kid}` : `/asset/${kid}`
}

/** Returns the card's state: a purchase or rental unpaid, a copy given up, a rental over, or none of these. */
function stateOf(asset: Asset, context: GridContext, now: string): CardProps['state'] {
  const isMissing = asset.owned_copies_count === 0
  const isBought = isMissing && asset.purchase_processing_copies_count > 0
  if (context === 'collected') return isBought ? 'paying' : isMissing ? 'gone' : undefined
  const isOver = !asset.my_max_expiry || hasPassed(asset.my_max_expiry, now)
  if (context !== 'rented' || !isOver) return undefined
  return asset.renting_processing_copies_count > 0 ? 'paying' : 'ended'
}

function isClickable(asset: Asset, context: GridContext, state: ReturnType<typeof stateOf>) {
  if (context === 'brandRental' && asset.rental_listing_copies_count === 0) return false
  return state === undefined || state === 'ended'
}

const isToCome = ({ sale_starting_at: at }: Asset, now: string) =>
  at !== null && !hasPassed(at, now)
const isForSale = (asset: Asset) =>
  asset.sale_listing_copies_count > 0 && asset.min_sale_price !== null
const isForRent = (asset: Asset) =>
  asset.rental_listing_copies_count > 0 && asset.rentable_copies_count > 0

/** Reports whether a copy can be bought or rented at `now`, as far as the title's counts tell. */
export const hasOffer = (asset: Asset, now: string) =>
  isForRent(asset) ||
  (isForSale(asset) && (asset.sale_ending_at === null || !hasPassed(asset.sale_ending_at, now)))

/** Returns the times at which the cards of titles change: when their sales start and end. */
export const saleTimesOf = (titles: readonly Asset[]) =>
  titles.flatMap(({ sale_starting_at, sale_ending_at }) => [sale_starting_at, sale_ending_at])

/** Shows the prices to buy, rent or bid, or else why there is none. */
export function Offers({ asset, context, now }: Pick<Props, 'asset' | 'context' | 'now'>) {
  const { min_sale_price: min, max_sale_price, min_rental_price, max_rental_price } = asset
  return (
    <>
      {isForSale(asset) && min !== null && (
        <CardLine strong>
          <MoneyRange min={min} max={max_sale_price ?? min} />
        </CardLine>
      )}
      {isForRent(asset) && min_rental_price !== null && (
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
      {asset.free_copies_count > 0 && (
        <CardLine>
          <Plural value={asset.free_copies_count} one="# free copy" other="# free copies" />
        </CardLine>
      )}
      <Availability asset={asset} context={context} now={now} />
    </>
  )
}

function Availability({ asset, context, now }: Pick<Props, 'asset' | 'context' | 'now'>) {
  const isOver = asset.sale_ending_at !== null && hasPassed(asset.sale_ending_at, now)
  const { rental_listing_copies_count, rentable_copies_count, preparing_copies_count } = asset
  if (context === 'brandRental' && rental_listing_copies_count > 0)
    return (
      <CardLine>
        {rentable_copies_count === 0 ? (
          <Trans>All rented out</Trans>
        ) : (
          <Plural value={rentable_copies_count} one="# for rent" other="# for rent" />
        )}
      </CardLine>
    )
  if (context === 'created') return <Unpublished asset={asset} />
  if (context !== 'market' && context !== 'brandSale') return null
  if (isToCome(asset, now))
    return (
      <CardLine icon="clock">
        <Trans>
          Opens on <DateTime at={asset.sale_starting_at!} />
        </Trans>
      </CardLine>
    )
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
  if (rental_listing_copies_count > 0 && asset.sale_listing_copies_count === 0)
    return rentable_copies_count > 0 ? null : (
      <CardLine>
        <Trans>All rented out</Trans>
      </CardLine>
    )
  const isOffered = asset.type_of_listing !== 'unknown' || asset.trade_listing_copies_count > 0
  if (isOffered) return null
  return (
    <CardLine>
      {preparing_copies_count > 0 ? (
        <Trans>Opening in a moment</Trans>
      ) : (
        <Trans>Nothing for sale right now</Trans>
      )}
    </CardLine>
  )
}

/** Says why only the creator sees a title. */
function Unpublished({ asset: { published_at, withdrawn_at } }: Pick<Props, 'asset'>) {
  if (published_at !== null) return null
  return (
    <CardLine icon={withdrawn_at ? 'lock' : 'clock'}>
      {withdrawn_at ? <Trans>Withdrawn</Trans> : <Trans>Not published yet</Trans>}
    </CardLine>
  )
}

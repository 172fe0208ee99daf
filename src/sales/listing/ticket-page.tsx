import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { type RouterContextProvider, useOutletContext } from 'react-router'
import { ask, askOptional, nowContext, useLiveQuery } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { guestRefusals } from '#core/errors.ts'
import type { InputOf, ReplyOf } from '#core/http/endpoint.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { OwnLicence } from '#src/catalog/asset/licence.tsx'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { FavouriteButton, ReminderButton } from '#src/catalog/follow/follow-buttons.tsx'
import type { Follow } from '#src/catalog/follow/follow.shared.ts'
import { getBoard, getSerial, isToBuy, parseBoardRow } from '#src/catalog/serial/serial.shared.ts'
import type { Extra } from '#src/media/extras/extra.shared.ts'
import { cheapestNumber } from '#src/sales/deal/cheapest.tsx'
import { copyDeals, dealOffered, priceFields } from '#src/sales/deal/deal.shared.ts'
import { offerLicences } from '#src/sales/deal/offer-licences.tsx'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { useBoardAddress } from '#src/ui/board-address.tsx'
import { type BoardCell, nextAvailable } from '#src/ui/board.ts'
import { useCurrentTime, useServerClock } from '#src/ui/server-clock.ts'
import { Money } from '#src/ui/money.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { Ticket, TicketNumber, TicketPart } from '#src/ui/ticket.tsx'
import { WantButton } from '#src/sales/wish/wishes.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Wish } from '#src/sales/wish/wish.shared.ts'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { Route } from './+types/ticket-page.ts'
import { CopyFacts } from './copy-facts.tsx'
import { CopyHistory } from './copy-history.tsx'
import { getProfitOfOffer } from './listing.shared.ts'
import { getRentalTerms } from './rental-terms.shared.ts'
import { useRentals } from './use-rentals.tsx'
import { PriceAlertButton } from './price-alert-button.tsx'
import { previewQuery } from './preview.shared.ts'
import { saleWindow } from './sale-window.tsx'
import { usePressedNumber } from './use-selected-number.tsx'
import { TicketActions, useMainAction } from './ticket-actions.tsx'

const BuyBar = lazyPart('buy-bar', async () => (await import('#src/ui/foot-bar.tsx')).BuyBar)
const PriceBreakdown = lazyPart(
  'price-breakdown',
  async () => (await import('./price-breakdown.tsx')).PriceBreakdown,
  { isSeenFirst: true },
)
const OwnHeading = lazyPart(
  'own-heading',
  async () => (await import('./own-heading.tsx')).OwnHeading,
  { isSeenFirst: true },
)
const TicketExtras = lazyPart(
  'ticket-extras',
  async () => (await import('./ticket-extras.tsx')).TicketExtras,
  { isSeenFirst: true },
)

/** The data that a title's page passes to its ticket. */
export interface TicketContext {
  asset: ReplyOf<typeof getAsset>
  cells: readonly BoardCell[]
  extras: readonly Extra[]
  /** The waiting room of the title's first sale, if it has one. */
  waitingRoom: WaitingRoom | null
  /** The reader's wishes for the title. */
  wishes: readonly Wish[]
  /** The reader’s follows of the title. */
  follows: readonly Follow[]
  /** The refetch interval in milliseconds. */
  every: number
}

/**
 * Loads one copy: the number in the query, else the reader's own or rented one, else the cheapest for
 * sale or for rent, else the first.
 */
export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const id = params.kid
  const viewAs = previewQuery(pattern)
  const isRental = pattern.includes('/rental/')
  const typed = url.searchParams.get('no') ?? ''
  const wanted = wholeNumber(typed) ?? Number(typed)
  const number = wanted || (await startingNumber(context, { id, ...viewAs }, isRental))
  const query = { id, number, ...viewAs }
  const found = await askOptional(context, ['not_found', 'input_invalid'], getSerial, query)
  if (!found) return wanted ? { unknown: wanted } : null
  const copy = isRental ? asToRent(found) : found
  const { asset_token_id } = copy
  const price = copy[priceFields[dealOffered(copy)]]
  const [profit, restriction, rentals = null] = await Promise.all([
    price === null
      ? undefined
      : askOptional(context, ['not_found'], getProfitOfOffer, { id, number: copy.number }),
    viewAs.as
      ? undefined
      : askOptional(context, guestRefusals, getAcquisitionRestriction, { asset_token_id }),
    copy.mine ? askOptional(context, ['not_found'], getRentalTerms, { id }) : undefined,
  ])
  const now = context.get(nowContext).toISOString()
  return { query, isRental, copy, profit, restriction, rentals, now }
}

/** Removes the sale price on the page for renting. The reader's own copy keeps it for its actions. */
const asToRent = (copy: ReplyOf<typeof getSerial>) =>
  copy.mine ? copy : { ...copy, sale_price: null }

async function startingNumber(
  context: Readonly<RouterContextProvider>,
  query: InputOf<typeof getAsset>,
  isRental: boolean,
) {
  const [asset, { rows }, me] = await Promise.all([
    ask(context, getAsset, query),
    ask(context, getBoard, query),
    askOptional(context, guestRefusals, getCurrentAccount, {}),
  ])
  const isCreator = me?.account_id === asset.creator_account_id
  const held = isCreator || isRental ? [] : rows.map(parseBoardRow).filter(({ mine }) => mine)
  const toWatch = held.find(({ status }) => status !== 'being_rented')?.number
  const number = toWatch ?? asset.my_rented_number ?? held[0]?.number
  if (number !== undefined) return number
  return (
    cheapestNumber(rows, isRental ? ['rental'] : copyDeals, { isOwn: true }) ?? asset.first_number
  )
}

export default function TicketPage({ loaderData }: Route.ComponentProps) {
  if (loaderData?.unknown !== undefined) return <NoSuchNumber number={loaderData.unknown} />
  return loaderData && <TicketOf {...loaderData} />
}

/** Says that the title has no copy of the number in the address. */
const NoSuchNumber = ({ number }: { number: number }) => (
  <EmptyState
    title={<Trans>This title has no No. {number}</Trans>}
    actions={
      <LinkButton to="?" preventScrollReset>
        <Trans>Choose another number</Trans>
      </LinkButton>
    }
  />
)

/** Tells if no copy of a title is on offer while its creator has some. */
const isNotOffered = ({ type_of_listing, is_sold_out }: TicketContext['asset']) =>
  type_of_listing === 'unknown' && !is_sold_out

type Loaded = Exclude<Route.ComponentProps['loaderData'], { unknown: number } | null>

function TicketOf(loaded: Loaded) {
  const { query, isRental, copy: initial, profit, restriction, now } = loaded
  const { t } = useLingui()
  const { asset, cells, extras, waitingRoom, wishes, follows, every } =
    useOutletContext<TicketContext>()
  const { number } = initial
  const live = useLiveQuery(getSerial, query, { initial, refetchInterval: every })
  const copy = isRental ? asToRent(live) : live
  const rentals = useRentals(asset.kid, loaded.rentals, every)
  const isLending = useInMenu('loans')
  const { sale_starting_at, sale_ending_at } = asset
  const at = useCurrentTime(
    [sale_starting_at, sale_ending_at, restriction?.early_from],
    useServerClock(now),
  )
  const sale = saleWindow(asset, copy, restriction, at)
  const isCreator = useReader()?.account_id === asset.creator_account_id
  const last = lastNumber(asset)
  const pressed = usePressedNumber() // whoever presses on goes on from there
  const { hrefOf } = useBoardAddress()
  const near = (step: 1 | -1) => {
    const to = nextAvailable(cells, pressed ?? number, step)
    return to === undefined ? undefined : hrefOf(to)
  }
  const spine = asset.brand ? `${asset.title} — ${asset.brand.name}` : asset.title
  const deal = dealOffered(copy)
  const price = copy[priceFields[deal]]
  const Licence = offerLicences[deal]
  const isOwned = copy.mine && !isCreator
  const terms = { sale, restriction, waitingRoom }
  const isRented = asset.my_rented_number === number
  const heading = (isOwned || (isRented && copy.rented_until !== null)) && (
    <OwnHeading copy={copy} isOwned={isOwned} />
  )
  const rented = copy.mine || isToBuy(copy) ? null : asset.my_rented_number
  const main = useMainAction(asset, copy, terms, at)
  const place = useRef<HTMLDivElement>(null)
  const action = main && <div ref={place}>{main.full}</div>
  return (
    <>
      <Ticket obi={{ ...obiOf(asset), name: spine, ...(isOwned && { number, owned: true }) }}>
        <TicketNumber
          heading={heading}
          number={number}
          of={asset.copies_count}
          last={last}
          special={isSpecial(number, asset.first_number, last)}
          previous={near(-1)}
          next={near(1)}
        />
        <TicketPart>
          <div className="grid gap-4">
            {heading && action}
            {isLending && copy.loan && !copy.mine && (
              <LinkButton wide to="/loans?view=borrowed">
                <Trans>See your loans</Trans>
              </LinkButton>
            )}
            {extras.length > 0 && (
              <TicketExtras extras={extras} copy={copy} isRental={isRental} isRented={isRented} />
            )}
            <CopyFacts asset={asset} copy={copy} isOwned={isOwned} />
            <TicketActions
              key={`${asset.kid} ${number}`}
              asset={asset}
              copy={copy}
              rentals={rentals}
              terms={terms}
              main={heading ? undefined : action}
              now={at}
            />
            {!copy.mine && !isCreator && !isRental && !asset.is_hidden && (
              <div key={`follow ${asset.kid} ${number}`} className="flex flex-wrap gap-3">
                {(sale === 'before' || isNotOffered(asset)) && (
                  <ReminderButton kid={asset.kid} follows={follows} />
                )}
                <FavouriteButton kid={asset.kid} number={number} follows={follows} />
                <PriceAlertButton kid={asset.kid} number={number} follows={follows} />
                {asset.trade_enabled && (
                  <WantButton kid={asset.kid} number={number} wishes={wishes} />
                )}
              </div>
            )}
          </div>
        </TicketPart>
        {price !== null && (
          <TicketPart>
            <PriceBreakdown
              asset={asset}
              price={price}
              profit={profit}
              deal={deal}
              isSeller={copy.mine}
            />
          </TicketPart>
        )}
        {(isOwned || !copy.mine) && (
          <TicketPart>
            <p className="text-hint text-ink-2">
              {isOwned ? <OwnLicence asset={asset} /> : <Licence asset={asset} />}
            </p>
          </TicketPart>
        )}
      </Ticket>
      <CopyHistory copy={copy} />
      {main && (
        <BuyBar
          action={place}
          number={rented ?? number}
          last={last}
          price={
            rented !== null || price === null ? t`No. ${rented ?? number}` : <Money yen={price} />
          }
          detail={
            rented !== null ? (
              <Trans>Rented by you</Trans>
            ) : copy.mine ? (
              <Trans>Yours</Trans>
            ) : (
              t`of ${asset.copies_count}`
            )
          }
        >
          {main.short}
        </BuyBar>
      )}
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Link, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useActsAs, useReader } from '#src/accounts/account/reader.tsx'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { TitleTags } from '#src/catalog/asset/title-tags.tsx'
import { LazyHiddenNotice } from '#src/catalog/moderation/lazy-hidden-notice.tsx'
import { ReportButton } from '#src/catalog/moderation/report-button.tsx'
import { loadHasNotice } from '#src/catalog/seller-notice/load-notice.tsx'
import { NoticeLink } from '#src/catalog/seller-notice/notice-link.tsx'
import { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import { FavouriteButton, loadFollows, useFollows } from '#src/catalog/follow/follow-buttons.tsx'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { listExtras, numbersWithExtras } from '#src/media/extras/extra.shared.ts'
import { cellOf } from '#src/catalog/serial/serial-cells.tsx'
import { getBoard } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { NumberBoard } from '#src/ui/number-board.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { WhenNear } from '#src/ui/when-near.tsx'
import { loadWishes, useWishes, WantButton } from '#src/sales/wish/wishes.tsx'
import { loadWaitingRoom, useWaitingRoom } from '#src/sales/waiting-room/waiting-room.tsx'
import type { Route } from './+types/title-page.ts'
import { AboutTitle } from './about-title.tsx'
import { previewQuery } from './preview.shared.ts'
import type { TicketContext } from './ticket-page.tsx'
import { TitleHead } from './title-head.tsx'
import { useSelectedNumber } from './use-selected-number.tsx'

const PricesPaid = lazyPart(
  'prices-paid',
  async () => (await import('#src/catalog/asset/prices-paid.tsx')).PricesPaid,
)
const TitleExtras = lazyPart(
  'title-extras',
  async () => (await import('#src/media/extras/extra-list.tsx')).TitleExtras,
)
const FreeForYou = lazyPart(
  'free-for-you',
  async () => (await import('./free-for-you.tsx')).FreeForYou,
)
const MoreTitles = lazyPart(
  'more-titles',
  async () => (await import('./more-titles.tsx')).MoreTitles,
)
const IssueHistory = lazyPart(
  'issue-history',
  async () => (await import('#src/catalog/serial/issue-history.tsx')).IssueHistory,
)
const WithdrawnNotice = lazyPart(
  'withdrawn-notice',
  async () => (await import('./withdraw-section.tsx')).WithdrawnNotice,
)
const CreatorPanel = lazyPart(
  'creator-panel',
  async () => (await import('./creator-panel.tsx')).CreatorPanel,
)

const LARGE = 1_000 // copies; the board of a larger edition is refetched less often

/** Loads a title with its board. As a preview, the creator gets what a guest would see. */
export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const query = { id: params.kid, ...previewQuery(pattern) }
  const [asset, board, extras, { id: distribution }, { free_rental }, follows] = await Promise.all([
    ask(context, getAsset, query),
    ask(context, getBoard, query),
    ask(context, listExtras, query),
    ask(context, findDistribution, { id: query.id }),
    ask(context, findFreeRental, { id: query.id }),
    query.as ? null : loadFollows(context, { kid: query.id }),
  ])
  const mayWait = asset.waiting_room || asset.group_key !== null
  const [waitingRoom, wishes, hasNotice] = await Promise.all([
    mayWait && !query.as ? loadWaitingRoom(context, query.id) : null,
    query.as ? null : loadWishes(context, query.id),
    loadHasNotice(context, asset),
  ])
  const now = context.get(nowContext).toISOString()
  const people = { free_rental, wishes, follows }
  return { query, asset, board, extras, waitingRoom, distribution, hasNotice, ...people, now }
}

/** Skips reloading the title if only the chosen number changed: the ticket loads itself. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isChoice = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isChoice ? false : defaultShouldRevalidate
}

export default function TitlePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query } = loaderData
  const each = useLiveUpdates(query.id)
  const every = loaderData.asset.copies_count > LARGE ? REFETCH_MS.grid : each
  const asset = useLiveQuery(getAsset, query, {
    initial: loaderData.asset,
    refetchInterval: REFETCH_MS.grid,
  })
  const wishes = useWishes(query.id, loaderData.wishes)
  const follows = useFollows({ kid: query.id }, loaderData.follows)
  const waitingRoom = useWaitingRoom(query.id, loaderData.waitingRoom)
  const { rows } = useLiveQuery(getBoard, query, {
    initial: loaderData.board,
    refetchInterval: every,
  })
  const { items: extras } = useLiveQuery(listExtras, query, {
    initial: loaderData.extras,
    refetchInterval: every,
  })
  const withExtras = useMemo(() => numbersWithExtras(extras), [extras])
  const isCreator = useReader()?.account_id === asset.creator_account_id
  const isActing = useActsAs(asset.creator_account_id)
  const cells = useMemo(() => rows.map((row) => cellOf(row, isCreator)), [rows, isCreator])
  const chosen = useSelectedNumber(query.as ? 'preview-ticket' : 'ticket')
  const heading = (
    <h2 id="board" className="text-h1">
      <Trans>Choose your number</Trans>
    </h2>
  )
  return (
    <>
      <div className="wrap grid gap-x-14 gap-y-10 pt-4 pb-16 sm:pt-6 lg:grid-cols-[minmax(0,1fr)_404px] lg:items-start">
        <title>{t`${asset.title} · Renban`}</title>
        <TitleTags asset={asset} now={loaderData.now} />
        <div className="grid min-w-0 gap-y-8">
          <TitleHead asset={asset}>
            {!asset.is_hidden && (
              <div key={asset.kid} className="mt-2 flex flex-wrap gap-3">
                {!isCreator && <FavouriteButton kid={asset.kid} number={null} follows={follows} />}
                {asset.trade_enabled &&
                  !cells.some(({ state }) => state === 'yours') &&
                  !isCreator && <WantButton kid={asset.kid} number={null} wishes={wishes} />}
                <ShareButton small title={asset.title} path={`/asset/${asset.kid}`} />
              </div>
            )}
          </TitleHead>
          {loaderData.distribution && (
            <Note>
              <Link to={`/distributions/${loaderData.distribution}`} className="font-semibold">
                <Trans>Copies are being given away. Get one for free.</Trans>
              </Link>
            </Note>
          )}
          {loaderData.free_rental && !query.as && <FreeForYou of={loaderData.free_rental} />}
          <section aria-labelledby="board" className="grid gap-4">
            {asset.copies_count === 0 ? (
              <>
                {heading}
                <EmptyState
                  title={<Trans>We are numbering the copies</Trans>}
                  actions={
                    isActing ? (
                      <LinkButton to="/uploads">
                        <Trans>See your uploads</Trans>
                      </LinkButton>
                    ) : (
                      <FavouriteButton
                        key={asset.kid}
                        kid={asset.kid}
                        number={null}
                        follows={follows}
                      />
                    )
                  }
                >
                  <Trans>You can choose a number here as soon as they are ready.</Trans>
                </EmptyState>
              </>
            ) : (
              <NumberBoard
                key={asset.kid}
                heading={heading}
                edition={{ first: asset.first_number, of: asset.copies_count }}
                cells={cells}
                chosen={chosen}
                withExtras={withExtras}
                isOwn={isCreator}
              >
                {asset.issues.length > 1 && <IssueHistory issues={asset.issues} />}
              </NumberBoard>
            )}
            <OpenToTrade asset={asset} />
          </section>
        </div>
        <aside className="min-w-0 lg:sticky lg:top-[calc(1.5rem+var(--bar,0px))] lg:row-span-2">
          {asset.is_hidden && (
            <LazyHiddenNotice thing={{ of: 'title', id: asset.kid }} isOwn={isCreator} />
          )}
          {isCreator && asset.withdrawn_at && (
            <WithdrawnNotice kid={asset.kid} since={asset.withdrawn_at} />
          )}
          <Outlet
            context={
              {
                asset,
                cells,
                extras,
                waitingRoom,
                wishes,
                follows,
                every: each,
              } satisfies TicketContext
            }
          />
          {isActing && <CreatorPanel asset={asset} />}
        </aside>
        <div className="grid min-w-0 gap-y-10">
          {extras.length > 0 && <TitleExtras extras={extras} />}
          <AboutTitle asset={asset} />
          {asset.recent_sales.length > 0 && (
            <PricesPaid sales={asset.recent_sales} edition={asset} />
          )}
          {!query.as && !asset.is_hidden && (
            <div className="flex flex-wrap items-center gap-x-6 text-small">
              {loaderData.hasNotice && asset.brand && <NoticeLink account={asset.brand.account} />}
              <ReportButton
                thing={{ of: 'title', id: asset.kid }}
                name={asset.title}
                isOwn={isCreator}
              />
            </div>
          )}
        </div>
      </div>
      {!query.as && (
        <WhenNear className="wrap">
          <MoreTitles key={asset.kid} asset={asset} now={loaderData.now} />
        </WhenNear>
      )}
    </>
  )
}

/** Links to the copies that are open to trade. */
function OpenToTrade({ asset }: { asset: Asset }) {
  const { kid, trade_listing_copies_count: count } = asset
  const isTrading = useInMenu('trading_history')
  if (asset.is_hidden || !isTrading || count === 0) return null
  return (
    <p>
      <Link to={`/asset/${kid}/trade_listings`} className="inline-flex min-h-11 items-center">
        <Plural value={count} one="# copy open to trade" other="# copies open to trade" />
      </Link>
    </p>
  )
}

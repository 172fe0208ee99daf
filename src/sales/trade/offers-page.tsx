import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { CardList } from '#src/ui/card-list.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import type { Route } from './+types/offers-page.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { OfferCard } from './offer-card.tsx'
import { listTradeOffers } from './trade.shared.ts'

const ROWS = 16
type View = 'received' | 'sent'

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'trade_enabled')
  const view: View = url.searchParams.get('view') === 'sent' ? 'sent' : 'received'
  const page = pageFromSearch(url.searchParams)
  const query = { direction: view, offset: page * ROWS, limit: ROWS }
  return { view, page, query, offers: await ask(context, listTradeOffers, query) }
}

/** Lists the reader's trade offers: those received, to answer, and those sent. */
export default function OffersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { view, page, query } = loaderData
  const { items, total } = useLiveQuery(listTradeOffers, query, {
    initial: loaderData.offers,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap max-w-[960px] pt-6 pb-16 sm:pt-8">
      <title>{t`Trade offers · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">
          <Trans>Trade offers</Trans>
        </h1>
        {(view === 'sent' || total > 0) && (
          <LinkButton small to="/asset/trade_listing">
            <Trans>Open copies for trade</Trans>
          </LinkButton>
        )}
      </div>
      <div className="mb-6">
        <SegmentedLinks<View>
          label={t`Trade offers`}
          value={view}
          options={[
            { value: 'received', label: t`Received`, to: '?' },
            { value: 'sent', label: t`Sent`, to: '?view=sent' },
          ]}
        />
      </div>
      <CardList
        of={{ items, total, page, rows: ROWS }}
        empty={<NoOffers view={view} />}
        hrefOf={(to) => `?view=${view}&page=${to}`}
      >
        {(offer) => <OfferCard offer={offer} />}
      </CardList>
    </div>
  )
}

function NoOffers({ view }: { view: View }) {
  if (view === 'sent')
    return (
      <EmptyState
        title={<Trans>You have sent no offers</Trans>}
        actions={
          <LinkButton look="main" to="/">
            <Trans>Go to the marketplace</Trans>
          </LinkButton>
        }
      >
        <Trans>On the page of a title, choose a number that is open to trade.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      title={<Trans>No offers yet</Trans>}
      actions={
        <LinkButton look="main" to="/asset/trade_listing">
          <Trans>Open copies for trade</Trans>
        </LinkButton>
      }
    >
      <Trans>Open a copy to trade, and collectors can offer you theirs.</Trans>
    </EmptyState>
  )
}

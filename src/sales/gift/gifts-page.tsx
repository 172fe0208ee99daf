import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { CardList } from '#src/ui/card-list.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import type { Route } from './+types/gifts-page.ts'
import { GiftCard } from './gift-card.tsx'
import { giftsCsv, listGifts } from './gift.shared.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'

const ROWS = 16
type View = 'sent' | 'received'

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'gift_enabled')
  const view: View = url.searchParams.get('view') === 'received' ? 'received' : 'sent'
  const page = pageFromSearch(url.searchParams)
  const query = { direction: view, offset: page * ROWS, limit: ROWS }
  return { view, page, query, gifts: await ask(context, listGifts, query) }
}

/** Lists the gifts that the reader has given or received. */
export default function GiftsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { view, page, query } = loaderData
  const { items, total } = useLiveQuery(listGifts, query, {
    initial: loaderData.gifts,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap max-w-[960px] pt-6 pb-16 sm:pt-8">
      <title>{t`Gifts · Renban`}</title>
      <h1 className="mb-6 text-h1">
        <Trans>Gifts</Trans>
      </h1>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <SegmentedLinks<View>
          label={t`Gifts`}
          value={view}
          options={[
            { value: 'sent', label: t({ message: 'Sent', context: 'gift' }), to: '?' },
            {
              value: 'received',
              label: t({ message: 'Received', context: 'gift' }),
              to: '?view=received',
            },
          ]}
        />
        {view === 'sent' && total > 0 && (
          <LinkButton small to={giftsCsv} reloadDocument download icon="download">
            <Trans>CSV</Trans>
          </LinkButton>
        )}
      </div>
      <CardList
        of={{ items, total, page, rows: ROWS }}
        empty={<NoGifts view={view} />}
        hrefOf={(to) => `?view=${view}&page=${to}`}
      >
        {(gift) => <GiftCard gift={gift} />}
      </CardList>
    </div>
  )
}

function NoGifts({ view }: { view: View }) {
  const collection = (
    <LinkButton look="main" to="/asset">
      <Trans>Go to your collection</Trans>
    </LinkButton>
  )
  if (view === 'received')
    return (
      <EmptyState title={<Trans>No gifts received yet</Trans>}>
        <Trans>Open the link that you were sent. Gifts that you claim appear here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState title={<Trans>No gifts sent yet</Trans>} actions={collection}>
      <Trans>
        Give one of your copies to a friend. Choose a copy in your collection, then “Give”.
      </Trans>
    </EmptyState>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { CardList } from '#src/ui/card-list.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import type { Route } from './+types/loans-page.ts'
import { LoanCard } from './loan-card.tsx'
import { listLoans } from './loan.shared.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'

const ROWS = 16
type View = 'lent' | 'borrowed'

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'lending_enabled')
  const view: View = url.searchParams.get('view') === 'borrowed' ? 'borrowed' : 'lent'
  const page = pageFromSearch(url.searchParams)
  const query = { direction: view, offset: page * ROWS, limit: ROWS }
  return { view, page, query, loans: await ask(context, listLoans, query) }
}

/** Lists the copies that the reader has lent or borrowed. */
export default function LoansPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { view, page, query } = loaderData
  const { items, total } = useLiveQuery(listLoans, query, {
    initial: loaderData.loans,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap max-w-[960px] pt-6 pb-16 sm:pt-8">
      <title>{t`Loans · Renban`}</title>
      <h1 className="mb-6 text-h1">
        <Trans>Loans</Trans>
      </h1>
      <div className="mb-6">
        <SegmentedLinks<View>
          label={t`Loans`}
          value={view}
          options={[
            { value: 'lent', label: t({ message: 'Lent', context: 'loan' }), to: '?' },
            {
              value: 'borrowed',
              label: t({ message: 'Borrowed', context: 'loan' }),
              to: '?view=borrowed',
            },
          ]}
        />
      </div>
      <CardList
        of={{ items, total, page, rows: ROWS }}
        empty={<NoLoans view={view} />}
        hrefOf={(to) => `?view=${view}&page=${to}`}
      >
        {(loan) => <LoanCard loan={loan} />}
      </CardList>
    </div>
  )
}

function NoLoans({ view }: { view: View }) {
  if (view === 'borrowed')
    return (
      <EmptyState title={<Trans>Nothing borrowed yet</Trans>}>
        <Trans>Open the link that a friend sent you. What you borrow appears here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      title={<Trans>Nothing lent yet</Trans>}
      actions={
        <LinkButton look="main" to="/asset">
          <Trans>Go to your collection</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Lend one of your copies to a friend. Choose a copy in your collection, then “Lend”.
      </Trans>
    </EmptyState>
  )
}

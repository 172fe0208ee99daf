import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Pagination } from '#src/ui/pagination.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/payouts-page.ts'
import { addressOf, PayoutsFilters, filterOf, queryOf, ROWS } from './payouts-filters.tsx'
import { PayoutsFiles } from './payouts-files.tsx'
import { PayoutsTable } from './payouts-table.tsx'
import { listPayouts } from '#src/finance/payout/payout.shared.ts'

/** Loads the payouts of all people that match the filter. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = filterOf(url.searchParams)
  const payouts = await ask(context, listPayouts, queryOf(filter))
  return { filter, payouts, now: context.get(nowContext).toISOString() }
}

export default function PayoutsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { filter, now } = loaderData
  const { items, total, sum } = useLiveQuery(listPayouts, queryOf(filter), {
    initial: loaderData.payouts,
    refetchInterval: REFETCH_MS.grid,
  })
  const rows = items.filter((payout) => 'account_id' in payout)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`All payouts · Renban`}</title>
      <h1 className="text-h1">
        <Trans>All payouts</Trans>
      </h1>
      <p className="mt-1 mb-6 text-small text-ink-2" aria-live="polite">
        <Trans>
          <Plural value={total} one="# payout" other="# payouts" />,{' '}
          <span className="amount">{formatYen(sum)}</span>
        </Trans>
      </p>
      <div className="grid gap-6">
        <PayoutsFilters filter={filter} />
        <PayoutsTable key={addressOf(filter)} rows={rows} total={total} filter={filter} />
        <Pagination
          page={filter.page}
          count={Math.ceil(total / ROWS)}
          hrefOf={(page) => addressOf({ ...filter, page })}
        />
        <PayoutsFiles month={filter.month} now={now} />
      </div>
    </div>
  )
}

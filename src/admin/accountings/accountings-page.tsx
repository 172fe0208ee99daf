import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import type { Route } from './+types/accountings-page.ts'
import { loadStatistics } from '#src/finance/statistics/load-statistics.tsx'
import { MonthView } from '#src/finance/statistics/month-view.tsx'
import { listUnusedPoints } from '#src/finance/unused-points/unused-points.shared.ts'
import { UnusedPointsReports } from '#src/finance/unused-points/unused-points.tsx'

/** Loads the sales of the whole market by month, and the reports of unused points. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const [statistics, { items: reports }] = await Promise.all([
    loadStatistics(context, url),
    ask(context, listUnusedPoints, {}),
  ])
  return { ...statistics, reports }
}

export default function AccountingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { reports, ...month } = loaderData
  return (
    <MonthView
      {...month}
      title={t`Accounting`}
      address="/admin/accountings"
      after={<UnusedPointsReports reports={reports} />}
    >
      <Trans>Monthly income of every title, from the ledger. Months are in Japan time.</Trans>
    </MonthView>
  )
}

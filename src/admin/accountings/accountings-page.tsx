import { Trans, useLingui } from '@lingui/react/macro'
import type { Route } from './+types/accountings-page.ts'
import { loadStatistics } from '#src/finance/statistics/load-statistics.tsx'
import { MonthView } from '#src/finance/statistics/month-view.tsx'

/** Loads the sales of the whole market by month. */
export const loader = ({ context, url }: Route.LoaderArgs) => loadStatistics(context, url)

export default function AccountingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <MonthView {...loaderData} title={t`Accounting`} address="/admin/accountings">
      <Trans>Monthly income of every title, from the ledger. Months are in Japan time.</Trans>
    </MonthView>
  )
}

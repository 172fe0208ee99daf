import { Trans, useLingui } from '@lingui/react/macro'
import type { Route } from './+types/statistics-page.ts'
import { loadStatistics } from './load-statistics.tsx'
import { MonthView } from './month-view.tsx'

/** Loads the sales of a creator's titles in a month. */
export const loader = ({ context, url }: Route.LoaderArgs) => loadStatistics(context, url)

export default function StatisticsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <MonthView {...loaderData} title={t`Sales statistics`} address="/statistics">
      <Trans>Monthly sales and rentals of your titles. Months are in Japan time.</Trans>
    </MonthView>
  )
}

import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { listTransactionStatistics } from './statistics.shared.ts'

export const ROWS = 50 // on one page

/** Loads the statistics of the month and page in the URL, for loaders. */
export async function loadStatistics(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
) {
  const month = searchParams.get('month') || undefined
  const page = pageFromSearch(searchParams)
  const statistics = await ask(context, listTransactionStatistics, {
    month,
    limit: ROWS,
    offset: page * ROWS,
  })
  return { statistics, page }
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import type { Route } from './+types/hiding-page.ts'
import { getHiding, hidingQuery } from './case.shared.ts'
import { HidingSection } from './hidden-notice.tsx'

/** Loads why something of the reader's is hidden that has no page of its own. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = hidingQuery.safeParse(params)
  if (!query.success) throw refusedPage('not_found')
  return { query: query.data, initial: await ask(context, getHiding, query.data) }
}

export default function HidingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query, initial } = loaderData
  const { hiding } = useLiveQuery(getHiding, query, { initial, refetchInterval: REFETCH_MS.grid })
  return (
    <div className="wrap grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Hidden after a report · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Hidden after a report</Trans>
      </h1>
      {hiding ? (
        <HidingSection hiding={hiding} />
      ) : (
        <p>
          <Trans>Nothing of yours is hidden here.</Trans>
        </p>
      )}
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import type { Route } from './+types/queue-page.ts'
import { QueueList } from './queue-list.tsx'
import { queueQuery } from './upload-state.shared.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const now = context.get(nowContext).getTime()
  return { uploads: await ask(context, listUploads, queueQuery(now, page)), now, page }
}

/** The creator's uploads and queued titles. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  const { uploads, now, page } = loaderData
  const { t } = useLingui()
  const links = (
    <>
      <LinkButton to="/create">
        <Trans>Publish a title</Trans>
      </LinkButton>
      <LinkButton to="/create/several">
        <Trans>Several titles at once</Trans>
      </LinkButton>
    </>
  )
  return (
    <div className="wrap max-w-[calc(60rem+2*var(--margin))] py-8">
      <title>{t`Uploads · Renban`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <h1 className="me-auto text-h1 max-sm:basis-full">
          <Trans>Uploads</Trans>
        </h1>
        {links}
      </div>
      <p className="mt-3 max-w-[66ch] text-ink-2">
        <Trans>
          Titles upload two at a time. You can browse the site meanwhile, but keep this window open.
        </Trans>
      </p>
      <div className="mt-7">
        <QueueList
          initial={uploads}
          now={now}
          page={page}
          empty={
            <EmptyState title={<Trans>No uploads in progress</Trans>}>
              <Trans>Your uploads appear here until their copies can be listed.</Trans>
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

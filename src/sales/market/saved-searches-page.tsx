import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import type { Route } from './+types/saved-searches-page.ts'
import { addressOf, viewOf } from './market-view.shared.ts'
import { listSavedSearches, type SavedSearch } from './saved-search.shared.ts'
import { SEPARATOR, useSearchWords } from './search-words.tsx'
import { useSavedSearches } from './use-saved-searches.tsx'

const RenameSearchDialog = lazyDialog(() => import('./search-dialog.tsx'), 'RenameSearchDialog')

export const loader = ({ context }: Route.LoaderArgs) => ask(context, listSavedSearches, {})

/** Lists the reader's saved searches: each leads to its list, and says whether it tells of new titles. */
export default function SavedSearchesPage({ loaderData: initial }: Route.ComponentProps) {
  const { t } = useLingui()
  const searches = useSavedSearches() // of the page, so that the last row can be undone
  const [renamed, setRenamed] = useState<SavedSearch>()
  const options = { initial, refetchInterval: REFETCH_MS.grid }
  const { items } = useLiveQuery(listSavedSearches, {}, options)
  return (
    <div className="wrap grid max-w-[960px] gap-7 pt-6 pb-16 sm:pt-8">
      <title>{t`Saved searches · Renban`}</title>
      <div>
        <h1 className="mb-2 text-h1">
          <Trans>Saved searches</Trans>
        </h1>
        <p className="max-w-[66ch] text-ink-2">
          <Trans>
            You are told once of each title that is new in a search. Choose how under{' '}
            <Link to="/account/notifications">Notifications</Link>.
          </Trans>
        </p>
      </div>
      <RefusalMessage
        error={searches.removing.error ?? searches.switching.error ?? searches.saving.error}
      />
      {items.length === 0 ? (
        <NothingSaved />
      ) : (
        <ul className="border-t border-line">
          {items.map((saved) => (
            <Row
              key={saved.id}
              saved={saved}
              searches={searches}
              onRename={() => setRenamed(saved)}
            />
          ))}
        </ul>
      )}
      {renamed && <RenameSearchDialog saved={renamed} onClose={() => setRenamed(undefined)} />}
    </div>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      title={<Trans>You have not saved a search yet</Trans>}
      actions={
        <LinkButton look="main" to="/">
          <Trans>Go to the marketplace</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Search the marketplace or choose filters, then press “Save this search” above the titles.
      </Trans>
    </EmptyState>
  )
}

function Row(props: {
  saved: SavedSearch
  searches: ReturnType<typeof useSavedSearches>
  onRename: () => void
}) {
  const { saved, searches, onRename } = props
  const { t } = useLingui()
  const wordsOf = useSearchWords()
  const { switching, remove, removing } = searches
  const { id, name, search } = saved
  const isRemoved = removing.isPending && removing.variables.id === id
  const alerts = switching.chosen(id)?.alerts ?? saved.alerts
  const words = wordsOf(search)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <Link
          to={addressOf(viewOf(search))}
          className="inline-flex min-h-11 items-center font-semibold"
        >
          <bdi>{name}</bdi>
        </Link>
        {words.join(SEPARATOR) !== name && (
          <p className="text-small text-ink-2">
            {words.map((part, i) => (
              <Fragment key={`${i} ${part}`}>
                {i > 0 && SEPARATOR}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <Checkbox
        aria-label={t`Tell me of new titles in ${name}`}
        checked={alerts}
        onChange={(event) => switching.choose({ id, alerts: event.currentTarget.checked })}
      >
        <Trans>Tell me of new titles</Trans>
      </Checkbox>
      <div className="flex gap-3">
        <Button small aria-label={t`Rename ${name}`} onClick={onRename}>
          <Trans>Rename</Trans>
        </Button>
        <Button
          small
          busy={isRemoved}
          aria-label={t`Remove ${name}`}
          onClick={() => attempt(remove(saved))}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

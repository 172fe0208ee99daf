import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useAskToSignIn } from '#src/catalog/follow/follow-buttons.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import { isNarrowed, keyOf, type MarketView, searchOf } from './market-view.shared.ts'
import { listSavedSearches } from './saved-search.shared.ts'
import { useSavedSearches } from './use-saved-searches.tsx'

const SaveSearchDialog = lazyDialog(() => import('./search-dialog.tsx'), 'SaveSearchDialog')

type SavedSearches = ReplyOf<typeof listSavedSearches> | null

/** Loads the reader's saved searches for a list with a filter; null for guests and other lists. */
export const loadSavedSearches = async (
  context: Parameters<typeof askOptional>[0],
  view: MarketView,
): Promise<SavedSearches> =>
  (isNarrowed(view) && (await askOptional(context, guestRefusals, listSavedSearches, {}))) || null

/**
 * Saves the search of the list, once its name is chosen, or removes it again. Guests are asked to sign in
 * first, and stay on the list.
 */
export function SaveSearchButton(props: { view: MarketView; initial: SavedSearches }) {
  const { view, initial } = props
  const [isOpen, setOpen] = useState(false)
  const reader = useReader()
  const askToSignIn = useAskToSignIn()
  const { remove, removing } = useSavedSearches()
  const options = { initial, refetchInterval: REFETCH_MS.grid }
  const all = useLiveQuery(listSavedSearches, {}, options)?.items ?? []
  if (!isNarrowed(view) || reader?.role === 'ADMIN') return null
  const search = searchOf(view)
  const saved = all.find((one) => keyOf(one.search) === keyOf(search))
  const press = () => (saved ? attempt(remove(saved)) : setOpen(true))
  return (
    <>
      <Button
        small
        icon={saved ? 'check' : 'bell'}
        aria-pressed={saved !== undefined}
        busy={removing.isPending}
        onClick={reader ? press : askToSignIn}
      >
        {saved ? <Trans>Search saved</Trans> : <Trans>Save this search</Trans>}
      </Button>
      <RefusalMessage error={removing.error} />
      {isOpen && <SaveSearchDialog search={search} onClose={() => setOpen(false)} />}
    </>
  )
}

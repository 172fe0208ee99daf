import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { useChoices } from '#src/ui/use-choices.tsx'
import { useUndoToast } from '#src/ui/undo-toast.tsx'
import {
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
  updateSavedSearch,
} from './saved-search.shared.ts'

/** Returns functions that save, change and remove a search; a toast undoes the first and the last. */
export function useSavedSearches() {
  const { t } = useLingui()
  const undoable = useUndoToast()
  const refetchAll = useRefetchAll()
  const saving = useEndpointMutation(saveSearch)
  const updating = useEndpointMutation(updateSavedSearch)
  const switching = useChoices(updateSavedSearch, ({ id }) => id)
  const removing = useEndpointMutation(removeSavedSearch)

  const save = (input: InputOf<typeof saveSearch>): Promise<void> =>
    saving
      .mutateAsync(input)
      .then((saved) => undoable(t`The search is saved.`, () => remove(saved)))
  const remove = ({ id, name, search, alerts }: SavedSearch): Promise<void> =>
    removing
      .mutateAsync({ id })
      .then(() => undoable(t`The search is removed.`, () => save({ name, search, alerts })))
  const update = (input: InputOf<typeof updateSavedSearch>, onDone?: () => void) =>
    updating.mutate(input, {
      onSuccess: () => {
        void refetchAll()
        onDone?.()
      },
    })
  return { save, saving, update, updating, switching, remove, removing }
}

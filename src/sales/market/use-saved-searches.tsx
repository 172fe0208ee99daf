import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { useToast } from '#src/ui/toast.tsx'
import {
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
  updateSavedSearch,
} from './saved-search.shared.ts'

/** Returns functions that save, change and remove a search; a toast undoes the first and the last. */
export function useSavedSearches() {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const saving = useEndpointMutation(saveSearch)
  const updating = useEndpointMutation(updateSavedSearch)
  const removing = useEndpointMutation(removeSavedSearch)

  function done(message: string, undo: () => void) {
    void refetchAll()
    toast({ message, action: { label: t`Undo`, onPress: undo } })
  }
  const save = (input: InputOf<typeof saveSearch>, onDone?: () => void) =>
    saving.mutate(input, {
      onSuccess: (saved) => {
        done(t`The search is saved.`, () => remove(saved))
        onDone?.()
      },
    })
  const remove = ({ id, name, search, alerts }: SavedSearch) =>
    removing.mutate(
      { id },
      { onSuccess: () => done(t`The search is removed.`, () => save({ name, search, alerts })) },
    )
  const update = (input: InputOf<typeof updateSavedSearch>, onDone?: () => void) =>
    updating.mutate(input, {
      onSuccess: () => {
        void refetchAll()
        onDone?.()
      },
    })
  return { save, saving, update, updating, remove, removing }
}

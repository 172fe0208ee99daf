import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import { type SavedSearch, type Search, SEARCH_NAME_MAX } from './saved-search.shared.ts'
import { SEPARATOR, useSearchWords } from './search-words.tsx'
import { useSavedSearches } from './use-saved-searches.tsx'

/** Asks for the name of a search, suggested from its words and filters, and whether to tell of new titles. */
export function SaveSearchDialog({ search, onClose }: { search: Search; onClose: () => void }) {
  const { t } = useLingui()
  const { save, saving } = useSavedSearches()
  const wordsOf = useSearchWords()
  const [alerts, setAlerts] = useState(true)
  return (
    <Dialog title={t`Save this search`} onClose={onClose}>
      <NameForm
        name={wordsOf({ ...search, sort_by: 'newest' }).join(SEPARATOR)}
        action={t`Save`}
        state={saving}
        onName={(name) => attempt(save({ name, search, alerts }).then(onClose))}
        onCancel={onClose}
      >
        <Checkbox checked={alerts} onChange={(event) => setAlerts(event.currentTarget.checked)}>
          {t`Tell me of new titles`}
        </Checkbox>
      </NameForm>
    </Dialog>
  )
}

/** Asks for another name of a saved search. */
export function RenameSearchDialog(props: { saved: SavedSearch; onClose: () => void }) {
  const { saved, onClose } = props
  const { t } = useLingui()
  const { update, updating } = useSavedSearches()
  return (
    <Dialog title={t`Rename the search`} onClose={onClose}>
      <NameForm
        name={saved.name}
        action={t`Rename`}
        state={updating}
        onName={(name) => update({ id: saved.id, name }, onClose)}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function NameForm(props: {
  /** The name to begin with. */
  name: string
  /** The label of the button. */
  action: string
  state: { isPending: boolean; error: Error | null }
  onName: (name: string) => void
  onCancel: () => void
  children?: ReactNode
}) {
  const { action, state, onName, onCancel, children } = props
  const { t } = useLingui()
  const [name, setName] = useState(props.name.slice(0, SEARCH_NAME_MAX))
  const [isTried, setTried] = useState(false)
  const isEmpty = name.trim() === ''

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!isEmpty && !state.isPending) onName(name)
  }
  return (
    <form className="grid gap-4.5" noValidate onSubmit={submit}>
      <TextField
        name="name"
        label={t`Name`}
        dir="auto"
        error={isTried && isEmpty ? t`Enter a name.` : undefined}
        value={name}
        maxLength={SEARCH_NAME_MAX}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
      <RefusalMessage error={state.error} />
      <FormActions busy={state.isPending} onCancel={onCancel}>
        {action}
      </FormActions>
    </form>
  )
}

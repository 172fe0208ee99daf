import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { updateExtra } from '#src/media/extras/extra.shared.ts'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { ExtraFields, type ExtraForm, readExtraForm, useExtraFaults } from './extra-fields.tsx'

/** Changes the name, the note and the numbers of an extra. */
export function EditExtraDialog(props: { asset: Asset; extra: OwnExtra; onClose: () => void }) {
  const { asset, extra, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const faultsOf = useExtraFaults(asset)
  const update = useEndpointMutation(updateExtra)
  const [submitted, setSubmitted] = useState<ExtraForm>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = readExtraForm(new FormData(event.currentTarget))
    setSubmitted(fields)
    const [first] = Object.keys(faultsOf(fields))
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!update.isPending)
      update.mutate(
        { kid: asset.kid, id: extra.id, ...fields },
        {
          onSuccess() {
            void askAgain()
            toast({ message: <Trans>Saved.</Trans> })
            onClose()
          },
        },
      )
  }

  return (
    <Dialog title={t`Edit the extra`} onClose={onClose}>
      <form noValidate className="grid gap-4.5" onSubmit={submit}>
        <ExtraFields initial={extra} faults={submitted && faultsOf(submitted)} />
        <p className="text-small text-ink-2">
          <Trans>Owners of numbers that you take out can no longer open it.</Trans>
        </p>
        <RefusalMessage error={update.error} />
        <FormActions busy={update.isPending} onCancel={onClose}>
          <Trans>Save the extra</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}

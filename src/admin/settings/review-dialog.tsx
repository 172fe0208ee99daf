import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { ChangeList } from './change-list.tsx'
import { bodyOf } from './draft.shared.ts'
import { changeSettings, type SettingChange } from '#src/platform/settings/settings.shared.ts'

/** The second step of a change: shows the new values and asks for a reason before saving. */
export function ReviewDialog(props: {
  version: number
  changes: readonly SettingChange[]
  onClose: () => void
  onDone: () => void
}) {
  const { version, changes, onClose, onDone } = props
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const { mutate, error, isPending } = useEndpointMutation(changeSettings)
  const [reason, setReason] = useState('')
  const [isTouched, setTouched] = useState(false)
  const isOutdated = isRefusal(error) && error.code === 'settings_changed'

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTouched(true)
    if (!reason.trim()) return
    mutate(
      { ...bodyOf(changes), version, reason },
      {
        onSuccess: () => {
          toast({ message: t`Settings changed.` })
          onDone()
          void askAgain()
        },
      },
    )
  }

  return (
    <Dialog title={t`Review changes`} onClose={onClose} wide>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ChangeList changes={changes} />
        <TextArea
          name="reason"
          label={<Trans>Reason</Trans>}
          hint={<Trans>Kept in the history with your name.</Trans>}
          error={isTouched && !reason.trim() && t`Enter a reason.`}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <RefusalMessage error={error} />
        <DialogActions busy={isPending}>
          <Button onClick={onClose} disabled={isPending}>
            <Trans>Back</Trans>
          </Button>
          {isOutdated ? (
            <Button
              look="main"
              onClick={() => {
                onClose()
                void askAgain()
              }}
            >
              <Trans>Review the settings again</Trans>
            </Button>
          ) : (
            <Button type="submit" look="main" busy={isPending}>
              <Plural value={changes.length} one="Change # setting" other="Change # settings" />
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

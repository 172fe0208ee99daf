import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Field, TextArea } from '#src/ui/field.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { readBankResults } from './payout.shape.ts'
import { UpdateOutcome } from './update-outcome.tsx'

/** Reads back the file in which the bank says what became of each transfer, in two steps. */
export function ResultsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const read = useCall(readBankResults)
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [isSure, setSure] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTouched(true)
    setSure(file !== undefined && reason.trim() !== '')
  }
  async function confirm() {
    if (file) read.mutate({ file: await base64Of(file), reason: reason.trim() })
  }

  if (read.data)
    return (
      <Dialog title={t`The bank’s results`} onClose={onClose} wide>
        <p>
          <Plural
            value={read.data.count}
            one="The file speaks of # payout."
            other="The file speaks of # payouts."
          />
        </p>
        {read.data.job_ids.map((job_id) => (
          <UpdateOutcome key={job_id} job_id={job_id} />
        ))}
        <DialogActions>
          <Button look="main" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  if (isSure && file)
    return (
      <Dialog title={t`Read ${file.name}?`} onClose={onClose}>
        <p className="wrap-anywhere">
          <Trans>
            Every payout in it that the bank has paid becomes “Paid out”, every other one “Failed”.
            Each person is told by mail. This cannot be undone.
          </Trans>
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          <Trans>Reason: {reason}</Trans>
        </p>
        <Refused error={read.error} />
        <DialogActions>
          <Button onClick={() => setSure(false)}>
            <Trans>Go back and change</Trans>
          </Button>
          <Button look="main" busy={read.isPending} onClick={() => void confirm()}>
            <Trans>Read the results</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={t`Read the bank’s results`} onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <Field
          label={<Trans>Result file</Trans>}
          hint={<Trans>As the bank sent it, in the Zengin format.</Trans>}
          error={isTouched && !file && t`Choose the file.`}
        >
          {(wired) => (
            <input
              {...wired}
              type="file"
              className="file"
              onChange={(event) => setFile(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <TextArea
          name="reason"
          label={<Trans>Reason</Trans>}
          hint={
            <Trans>Kept on record with your name. Where a payout failed, its owner reads it.</Trans>
          }
          error={isTouched && !reason.trim() && t`Write why.`}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="main">
            <Trans>Go on</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The file's bytes, as they are, in base64: it is Shift_JIS, not text to be decoded here. */
function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
  reader.readAsDataURL(file)
  return promise
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { CloseAction, Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { ConfirmStep, ReasonForm } from '#src/ui/reason-form.tsx'
import { readBankResults } from '#src/finance/payout/payout.shared.ts'
import { UpdateOutcome } from './update-outcome.tsx'

/** Uploads the bank's result file in two steps, and shows the outcome of each transfer. */
export function ResultsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const read = useEndpointMutation(readBankResults)
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)

  async function confirm() {
    if (file) read.mutate({ file: await base64Of(file), reason: reason.trim() })
  }

  if (read.data)
    return (
      <Dialog title={t`Bank results`} onClose={onClose} wide>
        <p>
          <Plural
            value={read.data.count}
            one="The file has the result of # payout."
            other="The file has the results of # payouts."
          />
        </p>
        {read.data.job_ids.map((job_id) => (
          <UpdateOutcome key={job_id} job_id={job_id} />
        ))}
        <CloseAction onClose={onClose} />
      </Dialog>
    )
  if (isSure && file)
    return (
      <Dialog title={t`Import ${file.name}?`} onClose={onClose}>
        <p className="wrap-anywhere">
          <Trans>
            Payouts that the bank has paid become “Paid out”. All others in the file become
            “Failed”. Each person is notified by email. This cannot be undone.
          </Trans>
        </p>
        <ConfirmStep
          reason={reason}
          error={read.error}
          busy={read.isPending}
          onBack={() => setSure(false)}
          onConfirm={() => void confirm()}
        >
          <Trans>Import results</Trans>
        </ConfirmStep>
      </Dialog>
    )
  return (
    <Dialog title={t`Import bank results`} onClose={onClose}>
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        hint={
          <Trans>Kept on record with your name. Also shown to people whose payout failed.</Trans>
        }
        onNext={() => setSure(file !== undefined)}
        next={t`Continue`}
      >
        {(isTried) => (
          <Field
            label={<Trans>Result file</Trans>}
            hint={file?.name ?? <Trans>The file as the bank sent it, in Zengin format.</Trans>}
            error={isTried && !file && t`Choose the result file.`}
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
        )}
      </ReasonForm>
    </Dialog>
  )
}

/** Encodes the file's bytes in base64 without decoding them; the file is in Shift_JIS. */
function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
  reader.readAsDataURL(file)
  return promise
}

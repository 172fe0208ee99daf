import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { email as emailAddress } from '#core/email.shared.ts'
import { useEndpointMutation } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { CloseAction, Dialog, FormActions } from '#src/ui/dialog.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useReasonWords } from './reason-words.tsx'
import {
  createReport,
  REPORT_TEXT_MAX,
  type Reported,
  type ReportedThing,
  type ReportReason,
  reportReasons,
} from './report.shared.ts'

/** Asks what is wrong with something, then shows the number of the case. */
export function ReportDialog(props: {
  thing: Reported
  name?: string | undefined
  /** The words of the button, and the heading without a name. */
  word: string
  onClose: () => void
}) {
  const { thing, name, word, onClose } = props
  const { t } = useLingui()
  const report = useEndpointMutation(createReport)
  return (
    <Dialog title={name === undefined ? word : t`Report “${name}”`} onClose={onClose}>
      {report.data ? (
        <Done number={report.data.number} onClose={onClose} />
      ) : (
        <ReportForm
          of={thing.of}
          busy={report.isPending}
          error={report.error}
          onCancel={onClose}
          onSend={(answers) => report.mutate({ ...thing, ...answers })}
        />
      )}
    </Dialog>
  )
}

function Done({ number, onClose }: { number: number; onClose: () => void }) {
  return (
    <>
      <output>
        <Trans>
          Thank you. Your report is case <b className="font-semibold">{number}</b>. We will look at
          it.
        </Trans>
      </output>
      <CloseAction onClose={onClose} />
    </>
  )
}

interface Answers {
  reason: ReportReason
  text: string
  email?: string
}

function ReportForm(props: {
  of: ReportedThing
  busy: boolean
  error: Error | null
  onCancel: () => void
  onSend: (answers: Answers) => void
}) {
  const { of, busy, error, onCancel, onSend } = props
  const { t } = useLingui()
  const reader = useReader()
  const words = useReasonWords()
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const address = !reader && email.trim() ? emailAddress.safeParse(email) : undefined
  const isWrongAddress = address?.success === false

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!reason || !text.trim() || isWrongAddress) return
    onSend({ reason, text: text.trim(), ...(address && { email: address.data }) })
  }
  return (
    <form className="grid gap-4.5" noValidate onSubmit={submit}>
      <Select
        name="report_reason"
        label={t`What is wrong?`}
        value={reason ?? ''}
        error={isTried && !reason && t`Choose what is wrong.`}
        onChange={({ currentTarget: { value } }) =>
          setReason(reportReasons.find((one) => one === value))
        }
      >
        <option value="" disabled>
          {t`Choose one`}
        </option>
        {reportReasons.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </Select>
      <TextArea
        name="report_text"
        label={t`Describe it`}
        hint={
          of === 'title' || of === 'brand'
            ? t`Say where we find it, and whose rights they are. Only administrators read this.`
            : t`Say what is wrong. Only administrators read this.`
        }
        rows={4}
        value={text}
        maxLength={REPORT_TEXT_MAX}
        error={isTried && !text.trim() && t`Describe what is wrong.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!reader && (
        <TextField
          name="report_email"
          type="email"
          autoComplete="email"
          optional
          label={t`Email`}
          hint={t`We write to it when the case is decided.`}
          value={email}
          error={isTried && isWrongAddress && t`Enter an email address such as name@example.jp.`}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <RefusalMessage error={error} />
      <FormActions busy={busy} onCancel={onCancel}>
        <Trans>Send the report</Trans>
      </FormActions>
    </form>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from './button.tsx'
import { DialogActions, FormActions } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { RefusalMessage } from './refusal-message.tsx'
import { DateTime } from './date-time.tsx'

/** A form for an administrator's action on other people's data, with a required reason. */
export function ReasonForm(props: {
  reason: string
  onReason: (reason: string) => void
  /** A hint that says who can read the reason. */
  hint: ReactNode
  onCancel: () => void
  /** Called on submit if a reason is given. */
  onNext: () => void
  /** The label of the submit button. */
  next: ReactNode
  busy?: boolean
  disabled?: boolean
  /** The fields before the reason. `isTried` is true after a submit: show the errors. */
  children: (isTried: boolean) => ReactNode
  /** The content under the reason. */
  foot?: ReactNode
}) {
  const { reason, onReason, hint, onCancel, onNext, next, busy, disabled, children, foot } = props
  const { t } = useLingui()
  const [isTried, setTried] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (reason.trim()) onNext()
    else event.currentTarget.querySelector('textarea')?.focus()
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      {children(isTried)}
      <TextArea
        name="reason"
        label={<Trans>Reason</Trans>}
        hint={hint}
        error={isTried && !reason.trim() && t`Enter a reason.`}
        value={reason}
        maxLength={500}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {foot}
      <FormActions busy={busy} disabled={disabled} onCancel={onCancel}>
        {next}
      </FormActions>
    </form>
  )
}

/**
 * The confirmation after a `ReasonForm`: repeats the reason. `children` label the confirming
 * button.
 */
export function ConfirmStep(props: {
  reason: string
  busy: boolean
  onBack: () => void
  onConfirm: () => void
  error: Error | null
  children: ReactNode
}) {
  const { reason, busy, onBack, onConfirm, error, children } = props
  return (
    <>
      <p className="text-small wrap-anywhere text-ink-2">
        <Trans>Reason: {reason}</Trans>
      </p>
      <RefusalMessage error={error} />
      <DialogActions busy={busy}>
        <Button onClick={onBack} disabled={busy}>
          <Trans>Back</Trans>
        </Button>
        <Button look="main" busy={busy} onClick={onConfirm}>
          {children}
        </Button>
      </DialogActions>
    </>
  )
}

export interface PastChange {
  at: string
  /** The new value, in words. */
  to: string
  by: string
  reason: string
}

/** Lists past changes with author, time and reason; renders nothing without any. */
export function ChangeHistory({ changes }: { changes: readonly PastChange[] }) {
  if (changes.length === 0) return null
  return (
    <section className="grid gap-2 text-small">
      <h3 className="font-semibold">
        <Trans>Changes so far</Trans>
      </h3>
      <ul className="max-h-48 overflow-y-auto border-y border-line">
        {changes.map(({ at, to, by, reason }) => (
          <li key={at} className="border-line py-2 wrap-anywhere not-first:border-t">
            <b className="font-semibold">{to}</b>
            <span className="text-ink-2">
              {' '}
              · {by}, <DateTime at={at} />
            </span>
            <br />
            {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

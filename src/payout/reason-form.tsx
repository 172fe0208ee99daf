import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { DialogActions } from '#src/ui/dialog.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { Refused } from '#src/ui/refused.tsx'

/** How a change of other people's payouts begins: what is to be done, why, and then a look at it. */
export function ReasonForm(props: {
  reason: string
  onReason: (reason: string) => void
  onCancel: () => void
  /** With a reason written down. */
  onNext: () => void
  /** What the button to the look is called. */
  next: string
  /** The fields before the reason; `isTried`: something was missing, so what is wrong is said. */
  children: (isTried: boolean) => ReactNode
}) {
  const { reason, onReason, onCancel, onNext, next, children } = props
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
        hint={
          <Trans>Kept on record with your name. Where a payout failed, its owner reads it.</Trans>
        }
        error={isTried && !reason.trim() && t`Write why.`}
        value={reason}
        maxLength={500}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <DialogActions>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" look="main">
          {next}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The reason once more, and the last decision: back, or what `children` call the button. */
export function LastLook(props: {
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
      <Refused error={error} />
      <DialogActions>
        <Button onClick={onBack}>
          <Trans>Go back and change</Trans>
        </Button>
        <Button look="main" busy={busy} onClick={onConfirm}>
          {children}
        </Button>
      </DialogActions>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { CODE_DIGITS } from './account.shared.ts'
import { type SentCode, useSendCode, WorkNotice } from './email-step.tsx'

/**
 * Asks for a mailed code and sends it once it is complete, or only by its button with `onlyByButton`. The
 * button sends it again after a call without an answer. A link requests another code.
 */
export function CodeForm(props: {
  sent: SentCode
  error: Error | null
  busy: boolean
  onCode: (code: string) => void
  onSent: (sent: SentCode) => void
  /** The label of the button: “Confirm” unless it says otherwise. */
  action?: ReactNode
  wide?: boolean
  /** Set if the button does more than send the code. */
  onlyByButton?: boolean
  /** Explains what the button does besides sending the code. */
  children?: ReactNode
}) {
  const { sent, error, busy, onCode, onSent, action, wide = false, onlyByButton, children } = props
  const [code, setCode] = useState('')
  const isComplete = code.length === CODE_DIGITS
  const isAboutCode = isRefusal(error) && error.code.startsWith('code_')
  const submit = (typed: string) => busy || onCode(typed)
  return (
    <form
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) submit(code)
      }}
    >
      <CodeField
        begin
        onChange={setCode}
        onComplete={(typed) => onlyByButton || submit(typed)}
        error={isAboutCode && <RefusalText error={error} />}
      />
      {children}
      {!isAboutCode && <RefusalMessage error={error} />}
      <div className={wide ? 'grid' : undefined}>
        <Button type="submit" look="main" busy={busy} disabled={!isComplete && !busy}>
          {action ?? <Trans>Confirm</Trans>}
        </Button>
      </div>
      <AnotherCode sent={sent} onSent={onSent} />
    </form>
  )
}

/** Counts down until another code can be requested, and then requests it on a click. */
function AnotherCode({ sent, onSent }: { sent: SentCode; onSent: (sent: SentCode) => void }) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(sent.againAt)
  const again = useSendCode(sent.purpose, onSent)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className="grid gap-2 text-small text-ink-2">
      {seconds > 0 ? (
        <p className="flex min-h-11 items-center">
          <span>
            <Trans>
              No email? You can request another code in <span className="amount">{clock}</span>.
            </Trans>
          </span>
        </p>
      ) : (
        <p>
          <Button look="plain" small busy={again.isPending} onClick={() => again.send(sent.email)}>
            {t`No email? Send another code`}
          </Button>
        </p>
      )}
      <WorkNotice isWorking={again.isWorking} />
      <RefusalMessage error={again.error} />
    </div>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1000))
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { localeOf } from '#src/i18n/language.ts'
import { CODE_AGAIN_SECONDS, type CodePurpose, sendSignInCode } from './account.shared.ts'

/** A mailed code; `againAt` is the browser's time in ms at which another can be requested. */
export interface SentCode {
  email: string
  purpose: CodePurpose
  againAt: number
}

/** Asks for the mail address to sign in with. */
export function EmailStep(props: {
  email: string
  onEmail: (email: string) => void
  onSent: (sent: SentCode) => void
}) {
  return (
    <div className="grid gap-4.5">
      <p className="text-ink-2">
        <Trans>Enter your email and we will send you a 6-digit code. No password needed.</Trans>
      </p>
      <AddressForm {...props} purpose="sign_in">
        {(busy) => (
          <Button type="submit" look="main" wide busy={busy}>
            <Trans>Send the code</Trans>
          </Button>
        )}
      </AddressForm>
    </div>
  )
}

/** Asks for the mail address for a code. `children` renders the submit button. */
export function AddressForm(props: {
  email: string
  onEmail: (email: string) => void
  purpose: CodePurpose
  onSent: (sent: SentCode) => void
  hint?: string
  children: (busy: boolean) => ReactNode
}) {
  const { email, onEmail, purpose, onSent, hint, children } = props
  const { t } = useLingui()
  const [isWrong, setWrong] = useState(false)
  const code = useSendCode(purpose, onSent)

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = sendSignInCode.body.shape.email.safeParse(email.trim())
    setWrong(!checked.success)
    if (checked.success) code.send(checked.data)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4.5">
      <TextField
        label={t`Email`}
        hint={hint}
        name="email"
        type="email"
        autoComplete="email"
        placeholder="name@example.jp"
        dir="ltr"
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={isWrong && <Trans>Enter an email address such as name@example.jp.</Trans>}
      />
      <RefusalMessage error={code.error} />
      {children(code.isPending)}
    </form>
  )
}

/**
 * Sends a code. A refusal as `code_too_soon` counts as sent, because a recent code exists already.
 */
export function useSendCode(purpose: CodePurpose, onSent: (sent: SentCode) => void) {
  const { i18n } = useLingui()
  const { mutate, error, isPending } = useEndpointMutation(sendSignInCode)
  const isTooSoon = isRefusal(error) && error.code === 'code_too_soon'
  return {
    isPending,
    error: isTooSoon ? null : error,
    send(email: string) {
      const sent = (seconds: number) =>
        onSent({ email, purpose, againAt: Date.now() + seconds * 1000 })
      mutate(
        { email, lang: localeOf(i18n), purpose },
        {
          onSuccess: () => sent(CODE_AGAIN_SECONDS),
          onError: (refused) => {
            if (isRefusal(refused) && refused.code === 'code_too_soon')
              sent(Number(refused.params.seconds))
          },
        },
      )
    },
  }
}

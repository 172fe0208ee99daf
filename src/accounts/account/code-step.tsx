import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { send } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { CODE_DIGITS, createNonce, logIn, signAccountProof } from './account.shared.ts'
import { type SentCode, useSendCode, WorkNotice } from './email-step.tsx'
import { useCodeMinutes } from '#src/platform/settings/use-code-minutes.tsx'

/** Asks for the mailed code, and signs in with it: the wallet signs our nonce. */
export function CodeStep(props: {
  sent: SentCode
  busy: boolean
  onSent: (sent: SentCode) => void
  onChangeEmail: () => void
  onSignedIn: () => void
}) {
  const { sent, busy, onSent, onChangeEmail, onSignedIn } = props
  const { email } = sent
  const [code, setCode] = useState('')
  const minutes = useCodeMinutes()
  const signIn = useMutation({ mutationFn: proveAndLogIn, onSuccess: onSignedIn })
  const isBusy = busy || signIn.isPending
  const isAboutCode = isRefusal(signIn.error) && signIn.error.code.startsWith('code_')
  const submit = (typed: string) => {
    if (!isBusy) signIn.mutate({ email, code: typed })
  }
  return (
    <form
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_DIGITS) submit(code)
      }}
    >
      <p className="text-ink-2">
        <Trans>
          Sent to <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>.
        </Trans>
        <Gap />
        <Plural value={minutes} one="Valid for # minute." other="Valid for # minutes." />
        <Gap />
        <button type="button" className="underline" onClick={onChangeEmail}>
          <Trans>Change email</Trans>
        </button>
      </p>
      <CodeField
        begin
        onChange={setCode}
        onComplete={submit}
        error={isAboutCode && <RefusalText error={signIn.error!} />}
      />
      {!isAboutCode && <RefusalMessage error={signIn.error} />}
      <Button
        type="submit"
        look="main"
        wide
        busy={isBusy}
        disabled={code.length < CODE_DIGITS && !isBusy}
      >
        <Trans>Sign in</Trans>
      </Button>
      <AnotherCode
        sent={sent}
        onSent={(again) => {
          signIn.reset()
          onSent(again)
        }}
      />
      <p className="text-small text-ink-2">
        <Link to="/help#lost-access" target="_blank" className="underline">
          <Trans>No access to your email?</Trans>
        </Link>
      </p>
    </form>
  )
}

async function proveAndLogIn({ email, code }: { email: string; code: string }) {
  const { nonce } = await send(createNonce, {})
  const proof = await send(signAccountProof, { email, code, nonce })
  return send(logIn, proof)
}

/** Counts down until another code can be requested, and then requests it on a click. */
export function AnotherCode({
  sent,
  onSent,
}: {
  sent: SentCode
  onSent: (sent: SentCode) => void
}) {
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

import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { send } from '#core/http/ask.ts'
import { Gap } from '#src/ui/gap.tsx'
import { createNonce, logIn, signAccountProof } from './account.shared.ts'
import { CodeForm } from './code-form.tsx'
import type { SentCode } from './email-step.tsx'
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
  const minutes = useCodeMinutes()
  const signIn = useMutation({ mutationFn: proveAndLogIn, onSuccess: onSignedIn })
  return (
    <div className="grid gap-4.5">
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
      <CodeForm
        sent={sent}
        error={signIn.error}
        busy={busy || signIn.isPending}
        onCode={(code) => signIn.mutate({ email, code })}
        onSent={(again) => {
          signIn.reset()
          onSent(again)
        }}
        action={<Trans>Sign in</Trans>}
        wide
      />
      <p className="text-small text-ink-2">
        <Link to="/help#lost-access" target="_blank" className="underline">
          <Trans>No access to your email?</Trans>
        </Link>
      </p>
    </div>
  )
}

async function proveAndLogIn({ email, code }: { email: string; code: string }) {
  const { nonce } = await send(createNonce, {})
  const proof = await send(signAccountProof, { email, code, nonce })
  return send(logIn, proof)
}

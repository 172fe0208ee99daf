import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { takeFocus } from '#src/ui/take-focus.tsx'
import type { CodePurpose } from './account.shared.ts'
import { knowsPasskeys, provePasskey } from './browser-passkey.tsx'
import { CodeForm } from './code-form.tsx'
import { type SentCode, useSendCode } from './email-step.tsx'
import { createPasskeyChallenge } from './passkey.shared.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'
import { useCodeMinutes } from '#src/platform/settings/use-code-minutes.tsx'

/** The proof of the reader for a step: a mailed code or a passkey. */
type Confirmation = { code: string } | { passkey: PasskeyProof }

/** Asks for a passkey, or for a code that is mailed on request, before a sensitive step. */
export function ConfirmStep(props: {
  purpose: CodePurpose
  email: string
  /** True if the reader has a passkey to confirm with. */
  hasPasskey: boolean
  step: { error: Error | null; isPending: boolean; reset: () => void }
  onConfirm: (confirmation: Confirmation) => void
  onCancel: () => void
}) {
  const { purpose, email, hasPasskey, step, onConfirm, onCancel } = props
  const [sent, setSent] = useState<SentCode>()
  const minutes = useCodeMinutes()
  const code = useSendCode(purpose, setSent)
  const passkey = useProof(purpose, (proof) => onConfirm({ passkey: proof }))
  const isBusy = step.isPending || passkey.isPending
  const cancel = (
    <Button onClick={onCancel} busy={isBusy}>
      <Trans>Cancel</Trans>
    </Button>
  )
  if (sent)
    return (
      <div className="grid gap-4.5">
        <p>
          <Trans>
            Sent to <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>.
          </Trans>
          <Gap />
          <Plural value={minutes} one="Valid for # minute." other="Valid for # minutes." />
        </p>
        <CodeForm
          sent={sent}
          error={step.error}
          busy={isBusy}
          onCode={(typed) => onConfirm({ code: typed })}
          onSent={(again) => {
            step.reset()
            setSent(again)
          }}
        />
        <p>{cancel}</p>
      </div>
    )
  return (
    <div className="grid gap-4.5">
      <p ref={takeFocus} tabIndex={-1}>
        <Trans>Confirm first that it’s you.</Trans>
      </p>
      <RefusalMessage error={passkey.error ?? step.error ?? code.error} />
      <div className="flex flex-wrap gap-3">
        {hasPasskey && knowsPasskeys() && (
          <Button look="main" busy={isBusy} onClick={() => passkey.mutate()}>
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        <Button busy={code.isPending} onClick={() => code.send(email)}>
          <Trans>Send me a code</Trans>
        </Button>
        {cancel}
      </div>
    </div>
  )
}

/** Has one of the reader's passkeys sign a challenge for a purpose. */
export const useProof = (purpose: CodePurpose, onProved: (proof: PasskeyProof) => void) =>
  useMutation({
    mutationFn: async () => provePasskey(await send(createPasskeyChallenge, { purpose })),
    onSuccess: onProved,
  })

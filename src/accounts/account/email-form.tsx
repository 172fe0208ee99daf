import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { useFocusAfter } from '#src/ui/take-focus.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { updateCurrentAccount } from './account.shared.ts'
import { CodeForm } from './code-form.tsx'
import { useProof } from './confirm-step.tsx'
import { AddressForm, type SentCode } from './email-step.tsx'

/** Edits the account's mail address; a new address is confirmed by a mailed code, and by a passkey if there is one. */
export function EmailForm({ email, hasPasskey }: { email: string; hasPasskey: boolean }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState(email)
  const [sent, setSent] = useState<SentCode>()
  const field = useFocusAfter<HTMLInputElement>(sent !== undefined)
  if (sent)
    return (
      <ConfirmEmail
        sent={sent}
        hasPasskey={hasPasskey}
        onSent={setSent}
        onCancel={() => setSent(undefined)}
        onChanged={() => {
          setSent(undefined)
          toast({ message: t`Email changed. We will send emails to ${sent.email} from now on.` })
          void revalidate()
        }}
      />
    )
  return (
    <AddressForm
      email={typed}
      field={field}
      onEmail={setTyped}
      purpose="email"
      onSent={setSent}
      hint={t`We will send a code to the new address to confirm it.`}
    >
      {(busy) => (
        <p>
          <Button type="submit" busy={busy} disabled={typed.trim() === email}>
            <Trans>Change email</Trans>
          </Button>
        </p>
      )}
    </AddressForm>
  )
}

function ConfirmEmail(props: {
  sent: SentCode
  hasPasskey: boolean
  onSent: (sent: SentCode) => void
  onCancel: () => void
  onChanged: () => void
}) {
  const { sent, hasPasskey, onSent, onCancel, onChanged } = props
  const { email } = sent
  const [code, setCode] = useState<string>()
  const { mutate, reset, error, isPending } = useEndpointMutation(updateCurrentAccount)
  const proof = useProof('email', (passkey) =>
    mutate({ email, code, passkey }, { onSuccess: onChanged }),
  )
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          We sent a code to <strong className="font-semibold wrap-anywhere">{email}</strong>. Enter
          it to change your email.
        </Trans>
      </p>
      <CodeForm
        sent={sent}
        error={proof.error ?? error}
        busy={isPending || proof.isPending}
        onCode={(typed) => {
          setCode(typed)
          if (hasPasskey) proof.mutate()
          else mutate({ email, code: typed }, { onSuccess: onChanged })
        }}
        onSent={(again) => {
          reset()
          proof.reset()
          onSent(again)
        }}
        onlyByButton={hasPasskey}
        action={hasPasskey ? <Trans>Use a passkey</Trans> : undefined}
      >
        {hasPasskey && (
          <p>
            <Trans>
              Confirm your new address with one of your passkeys, too. If you no longer have it,
              remove it first.
            </Trans>
          </p>
        )}
      </CodeForm>
      <p>
        <Button onClick={onCancel} busy={isPending}>
          <Trans>Keep my current address</Trans>
        </Button>
      </p>
    </div>
  )
}

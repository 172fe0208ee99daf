import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { updateCurrentAccount } from './account.shared.ts'
import { useProof } from './confirm-step.tsx'
import { AddressForm, type SentCode } from './email-step.tsx'

/** Edits the account's mail address; a new address is confirmed by a mailed code, and by a passkey if there is one. */
export function EmailForm({ email, hasPasskey }: { email: string; hasPasskey: boolean }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState(email)
  const [sent, setSent] = useState<SentCode>()
  if (sent)
    return (
      <ConfirmEmail
        email={sent.email}
        hasPasskey={hasPasskey}
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
  email: string
  hasPasskey: boolean
  onCancel: () => void
  onChanged: () => void
}) {
  const { email, hasPasskey, onCancel, onChanged } = props
  const [code, setCode] = useState<string>()
  const { mutate, error, isPending } = useEndpointMutation(updateCurrentAccount)
  const proof = useProof('email', (passkey) =>
    mutate({ email, code, passkey }, { onSuccess: onChanged }),
  )
  const isAboutCode = isRefusal(error) && error.code.startsWith('code_')
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          We sent a code to <strong className="font-semibold wrap-anywhere">{email}</strong>. Enter
          it to change your email.
        </Trans>
      </p>
      <CodeField
        begin
        onChange={() => setCode(undefined)}
        onComplete={(typed) => {
          if (hasPasskey) setCode(typed)
          else if (!isPending) mutate({ email, code: typed }, { onSuccess: onChanged })
        }}
        error={isAboutCode && <RefusalText error={error} />}
      />
      {code && (
        <div className="grid gap-3">
          <p>
            <Trans>
              Confirm your new address with one of your passkeys, too. If you no longer have it,
              remove it first.
            </Trans>
          </p>
          <p>
            <Button look="main" busy={isPending || proof.isPending} onClick={() => proof.mutate()}>
              <Trans>Use a passkey</Trans>
            </Button>
          </p>
        </div>
      )}
      <RefusalMessage error={proof.error ?? (isAboutCode ? null : error)} />
      <p>
        <Button onClick={onCancel} busy={isPending}>
          <Trans>Keep my current address</Trans>
        </Button>
      </p>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { CodeForm } from '#src/accounts/account/code-form.tsx'
import type { SentCode } from '#src/accounts/account/email-step.tsx'
import { Button } from '#src/ui/button.tsx'
import { type BankForm, putBank } from './bank.shared.ts'

/** Asks for the mailed code and registers the account with it. */
export function ConfirmCode(props: {
  form: BankForm
  sent: SentCode
  onSent: (sent: SentCode) => void
  onBack: () => void
  onRegistered: () => void
}) {
  const { form, sent, onSent, onBack, onRegistered } = props
  const { mutate, reset, error, isPending } = useEndpointMutation(putBank)
  const { email } = sent
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          We sent a code to <strong className="font-semibold wrap-anywhere">{email}</strong>. Enter
          it to register this account.
        </Trans>
      </p>
      <p lang="ja" className="amount">
        {form.bank_code}-{form.branch_code} {form.account_number} {form.holder}
      </p>
      <CodeForm
        sent={sent}
        error={error}
        busy={isPending}
        onCode={(code) => mutate({ ...form, code }, { onSuccess: onRegistered })}
        onSent={(again) => {
          reset()
          onSent(again)
        }}
      />
      <p>
        <Button onClick={onBack} busy={isPending}>
          <Trans>Back to the account details</Trans>
        </Button>
      </p>
    </div>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ask, askOptional, useEndpointMutation } from '#core/http/ask.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { type SentCode, useSendCode } from '#src/accounts/account/email-step.tsx'
import { ConfirmStep } from '#src/accounts/account/confirm-step.tsx'
import { listPasskeys } from '#src/accounts/account/passkey.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { useFocusAfter } from '#src/ui/take-focus.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Route } from './+types/register-page.ts'
import { type BankForm, getBank, putBank } from './bank.shared.ts'
import { BankFields } from './bank-form.tsx'
import { BankSummary } from './bank-summary.tsx'
import { ConfirmCode } from './confirm-code.tsx'

/** Loads the caller's bank account and e-mail address: `/bank/register`. */
export async function loader({ context }: Route.LoaderArgs) {
  const [bank, { email }, { total }] = await Promise.all([
    askOptional(context, ['not_found'], getBank, {}),
    ask(context, getCurrentAccount, {}),
    ask(context, listPasskeys, {}),
  ])
  return { bank, email, hasPasskey: total > 0 }
}

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { bank, email, hasPasskey } = loaderData
  const hours = bank?.hold_hours ?? 0
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Bank account · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div>
          <h1 className="text-h1">
            <Trans>Bank account</Trans>
          </h1>
          <p className="mt-2 text-ink-2">
            <Trans>Payouts go to this account. It must be at a bank in Japan.</Trans>
          </p>
        </div>
        {bank && (
          <Section title={t`Registered account`}>
            <BankSummary bank={bank} />
            {!isChanging && (
              <p>
                <Button onClick={() => setChanging(true)}>
                  <Trans>Register another account</Trans>
                </Button>
              </p>
            )}
          </Section>
        )}
        {(!bank || isChanging) && (
          <Section
            title={bank ? t`New account` : t`Register your account`}
            hint={
              bank &&
              t`It replaces the account above. For your safety, you cannot request a payout for ${plural(hours, { one: '# hour', other: '# hours' })} after the change.`
            }
          >
            <Registration
              email={email}
              hasPasskey={hasPasskey}
              onRegistered={() => setChanging(false)}
            />
          </Section>
        )}
      </div>
    </div>
  )
}

/** Asks for the account, then for a passkey or the mailed code. Going back keeps the entered account. */
function Registration(props: { email: string; hasPasskey: boolean; onRegistered: () => void }) {
  const { email, hasPasskey } = props
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [form, setForm] = useState<BankForm>()
  const [isEntered, setEntered] = useState(false)
  const [sent, setSent] = useState<SentCode>()
  const code = useSendCode('bank', setSent)
  const button = useFocusAfter<HTMLButtonElement>(isEntered || sent !== undefined)
  const onRegistered = () => {
    toast({ message: t`Your bank account is registered.` })
    void revalidate()
    props.onRegistered()
  }

  if (form && isEntered)
    return (
      <ConfirmByPasskey
        form={form}
        email={email}
        onRegistered={onRegistered}
        onBack={() => setEntered(false)}
      />
    )
  if (form && sent)
    return (
      <ConfirmCode
        form={form}
        sent={sent}
        onRegistered={onRegistered}
        onSent={setSent}
        onBack={() => setSent(undefined)}
      />
    )
  return (
    <BankFields
      initial={form}
      button={button}
      busy={code.isPending}
      error={code.error}
      onReady={(ready) => {
        setForm(ready)
        if (hasPasskey) setEntered(true)
        else code.send(email)
      }}
    >
      {hasPasskey ? <Trans>Continue</Trans> : <Trans>Send me a code</Trans>}
    </BankFields>
  )
}

/** Lets a person with passkeys choose between one of them and a code, and registers the account. */
function ConfirmByPasskey(props: {
  form: BankForm
  email: string
  onBack: () => void
  onRegistered: () => void
}) {
  const { form, email, onBack, onRegistered } = props
  const step = useEndpointMutation(putBank)
  return (
    <div className="grid gap-5">
      <p lang="ja" className="amount">
        {form.bank_code}-{form.branch_code} {form.account_number} {form.holder}
      </p>
      <ConfirmStep
        purpose="bank"
        email={email}
        hasPasskey
        step={step}
        onConfirm={(by) => step.mutate({ ...form, ...by }, { onSuccess: onRegistered })}
        onCancel={onBack}
      />
    </div>
  )
}

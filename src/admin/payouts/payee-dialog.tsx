import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointRead, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { ChangeHistory, ReasonForm } from '#src/ui/reason-form.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { useWithholdingWords } from './withholding-words.tsx'
import { getPayee, putPayee } from '#src/finance/payout/payee.shared.ts'
import type { AnyPayout } from '#src/finance/payout/payout.shared.ts'
import { type Withholding, withholdings } from '#src/finance/payout/withholding.shared.ts'

type Payee = ReplyOf<typeof getPayee>

/** Changes the withholding tax on a person's payouts, and shows earlier changes. */
export function PayeeDialog({ payout, onClose }: { payout: AnyPayout; onClose: () => void }) {
  const { t } = useLingui()
  const { account_id, user, email } = payout
  const read = useEndpointRead(getPayee, { account_id })
  return (
    <Dialog title={t`Tax on payouts to ${user}`} onClose={onClose} wide>
      <p className="text-small wrap-anywhere text-ink-2">{email}</p>
      <ReadFailed read={read} />
      {read.reply && <PayeeForm payee={read.reply} onClose={onClose} />}
    </Dialog>
  )
}

function PayeeForm({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const put = useEndpointMutation(putPayee)
  const { account_id, username } = payee
  const [chosen, setChosen] = useState<Withholding>()
  const withholding = chosen ?? payee.withholding
  const [reason, setReason] = useState('')
  const words = useWithholdingWords()
  const hints: Record<Withholding, string> = {
    none: t`The full amount is paid out.`,
    domestic_individual: t`10.21% of the amount up to ¥1,000,000 and 20.42% of the rest.`,
  }

  function save() {
    put.mutate(
      { account_id, withholding, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`Saved. It applies from ${username}’s next payout.` })
          onClose()
          void askAgain()
        },
      },
    )
  }

  return (
    <ReasonForm
      reason={reason}
      onReason={setReason}
      onCancel={onClose}
      onNext={save}
      busy={put.isPending}
      hint={<Trans>Kept on record with your name.</Trans>}
      next={<Trans>Save</Trans>}
      disabled={withholding === payee.withholding}
      foot={
        <>
          <ChangeHistory
            changes={payee.changes.map(({ at, changed_by, to_withholding, reason: why }) => ({
              at,
              by: changed_by,
              to: words[to_withholding],
              reason: why,
            }))}
          />
          <RefusalMessage error={put.error} />
        </>
      }
    >
      {() => (
        <fieldset className="grid gap-4">
          <legend className="mb-4 text-label font-semibold">
            <Trans>Withholding from the next payout</Trans>
          </legend>
          {withholdings.map((one) => (
            <Checkbox
              key={one}
              radio
              name="withholding"
              checked={one === withholding}
              onChange={() => setChosen(one)}
            >
              <b className="font-semibold">{words[one]}</b>
              <br />
              <span className="text-small text-ink-2">{hints[one]}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </ReasonForm>
  )
}

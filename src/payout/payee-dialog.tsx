import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useAnswer, useAskAgain, useCall } from '#core/ask.ts'
import type { ReplyOf } from '#core/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { When } from '#src/ui/when.tsx'
import { getPayee, putPayee } from './payee.shape.ts'
import type { AnyPayout } from './payout.shape.ts'
import { type Withholding, withholdings } from './withholding.shape.ts'

type Payee = ReplyOf<typeof getPayee>

/** Whether tax is withheld from a person's payouts: as it is, as it was, and the way to change it. */
export function PayeeDialog({ payout, onClose }: { payout: AnyPayout; onClose: () => void }) {
  const { t } = useLingui()
  const { account_id, user, email } = payout
  const payee = useAnswer(getPayee, { account_id })
  return (
    <Dialog title={t`Tax on payouts to ${user}`} onClose={onClose} wide>
      <p className="text-small wrap-anywhere text-ink-2">{email}</p>
      {payee && <PayeeForm payee={payee} onClose={onClose} />}
    </Dialog>
  )
}

function PayeeForm({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const put = useCall(putPayee)
  const { account_id, username } = payee
  const [chosen, setChosen] = useState<Withholding>()
  const withholding = chosen ?? payee.withholding
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const words = useWords()
  const hints: Record<Withholding, string> = {
    none: t`The whole amount goes to the bank.`,
    domestic_individual: t`10.21 % of the amount up to ¥1,000,000, and 20.42 % of what is above.`,
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (!reason.trim()) return
    put.mutate(
      { account_id, withholding, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`The next payout to ${username} follows this.` })
          onClose()
          void askAgain()
        },
      },
    )
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <fieldset className="grid gap-4">
        <legend className="mb-4 text-label font-semibold">
          <Trans>Withheld from the next payout on</Trans>
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
      <TextArea
        name="reason"
        label={<Trans>Reason</Trans>}
        hint={<Trans>Kept on record with your name.</Trans>}
        error={isTried && !reason.trim() && t`Write why.`}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Changes changes={payee.changes} />
      <Refused error={put.error} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          type="submit"
          look="main"
          busy={put.isPending}
          disabled={withholding === payee.withholding}
        >
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function useWords(): Record<Withholding, string> {
  const { t } = useLingui()
  return { none: t`No tax withheld`, domestic_individual: t`Individual living in Japan` }
}

function Changes({ changes }: Pick<Payee, 'changes'>) {
  const words = useWords()
  if (changes.length === 0) return null
  return (
    <section className="grid gap-2 text-small">
      <h3 className="font-semibold">
        <Trans>Changes so far</Trans>
      </h3>
      <ul className="max-h-48 overflow-y-auto border-y border-line">
        {changes.map(({ at, changed_by, to_withholding, reason }) => (
          <li key={at} className="border-line py-2 wrap-anywhere not-first:border-t">
            <b className="font-semibold">{words[to_withholding]}</b>
            <span className="text-ink-2">
              {' '}
              · {changed_by}, <When at={at} />
            </span>
            <br />
            {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { CloseAction, Dialog } from '#src/ui/dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Money } from '#src/ui/money.tsx'
import { ConfirmStep, ReasonForm } from '#src/ui/reason-form.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type AnyPayout, type Ending, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import { sumOf, useStatusLabels } from '#src/finance/payout/payout-state.tsx'
import { UpdateOutcome } from './update-outcome.tsx'

const endings: readonly Ending[] = ['processed', 'failed', 'failed_and_charged']

/** Ends payouts in two steps: choose state and reason, then confirm; finally shows the outcome. */
export function UpdateDialog(props: {
  payouts: readonly AnyPayout[]
  onClose: () => void
  /** Closes the dialog after an accepted update. */
  onDone: () => void
}) {
  const { payouts, onClose, onDone } = props
  const { t } = useLingui()
  const update = useEndpointMutation(updatePayouts)
  const [status, setStatus] = useState<Ending>('processed')
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const ids = payouts.map(({ id }) => id)

  if (update.data)
    return (
      <Dialog title={t`Changing payouts`} onClose={onDone} wide>
        <UpdateOutcome job_id={update.data.job_id} payouts={payouts} />
        <CloseAction onClose={onDone} />
      </Dialog>
    )
  if (!isSure)
    return (
      <Dialog title={t`Change the status`} onClose={onClose} wide>
        <ReasonForm
          reason={reason}
          onReason={setReason}
          onCancel={onClose}
          hint={
            <Trans>Kept on record with your name. Also shown to people whose payout failed.</Trans>
          }
          onNext={() => setSure(true)}
          next={t`Review changes`}
        >
          {() => <ChooseEnding status={status} onStatus={setStatus} />}
        </ReasonForm>
      </Dialog>
    )
  return (
    <Dialog title={t`Review changes`} onClose={onClose} wide>
      <Preview payouts={payouts} status={status} />
      <ConfirmStep
        reason={reason}
        error={update.error}
        busy={update.isPending}
        onBack={() => setSure(false)}
        onConfirm={() => update.mutate({ ids, status, reason: reason.trim() })}
      >
        <Trans>
          Change <Plural value={payouts.length} one="# payout" other="# payouts" />,{' '}
          {formatYen(sumOf(payouts))}
        </Trans>
      </ConfirmStep>
    </Dialog>
  )
}

function ChooseEnding(props: { status: Ending; onStatus: (status: Ending) => void }) {
  const { status, onStatus } = props
  const { t } = useLingui()
  const words = useStatusLabels()
  const hints: Record<Ending, string> = {
    processed: t`The money arrived. The reserved amount and fee are deducted.`,
    failed: t`The money did not arrive. The amount and the fee go back to the sales balance.`,
    failed_and_charged: t`The money did not arrive, and the bank charged a fee. The amount goes back to the sales balance, but the fee does not.`,
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-label font-semibold">
        <Trans>New status</Trans>
      </legend>
      {endings.map((one) => (
        <Checkbox
          key={one}
          radio
          name="ending"
          checked={one === status}
          onChange={() => onStatus(one)}
        >
          <b className="font-semibold">{words[one]}</b>
          <br />
          <span className="text-small text-ink-2">{hints[one]}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

const sum = (payouts: readonly AnyPayout[], part: 'sent' | 'withheld' | 'fee') =>
  payouts.reduce((all, payout) => all + payout[part], 0)

/** The number, sum and owners of the payouts, and where the money goes. */
function Preview({ payouts, status }: { payouts: readonly AnyPayout[]; status: Ending }) {
  const word = useStatusLabels()[status]
  const yen = formatYen(sumOf(payouts))
  const fees = formatYen(sum(payouts, 'fee'))
  const withheld = sum(payouts, 'withheld')
  return (
    <>
      <p>
        <Trans>
          <Plural value={payouts.length} one="# payout becomes" other="# payouts become" />{' '}
          <b className="font-semibold">{word}</b>.
        </Trans>
      </p>
      <p>
        {status === 'processed' && (
          <Trans>
            {formatYen(sum(payouts, 'sent'))} counts as paid out. Renban keeps {fees} in fees.
          </Trans>
        )}
        {status === 'processed' && withheld > 0 && (
          <>
            <Gap />
            <Trans>{formatYen(withheld)} is withheld as income tax.</Trans>
          </>
        )}
        {status === 'failed' && (
          <Trans>
            {yen} and {fees} in fees go back to the sales balances.
          </Trans>
        )}
        {status === 'failed_and_charged' && (
          <Trans>
            {yen} goes back to the sales balances. Renban keeps {fees} in fees.
          </Trans>
        )}
      </p>
      <ul className="max-h-72 overflow-y-auto border-y border-line">
        {payouts.map(({ id, user, email, amount }) => (
          <li
            key={id}
            className="flex justify-between gap-4 border-line py-2 text-label not-first:border-t"
          >
            <span className="min-w-0 wrap-anywhere">
              {user} <span className="text-small text-ink-2">{email}</span>
            </span>
            <Money yen={amount} />
          </li>
        ))}
      </ul>
      <p>
        <Trans>Each person is notified by email. This cannot be undone.</Trans>
      </p>
    </>
  )
}

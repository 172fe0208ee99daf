import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Money } from '#src/ui/money.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Payout } from './payout.shared.ts'
import { CanceledByPlatform } from './canceled-by-platform.tsx'
import { PayoutSteps, PayoutTag } from './payout-state.tsx'

/** A payout in progress with its steps, and a button to cancel it while that is possible. */
export function PayoutCard({ payout, onCancel }: { payout: Payout; onCancel: () => void }) {
  const { id, amount, withheld, sent, fee, status, is_cancelable } = payout
  return (
    <li aria-labelledby={id} className="panel grid gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="text-h2">
          <Trans>Payout of {formatYen(amount)}</Trans>
        </h3>
        <PayoutTag status={status} />
      </div>
      <PayoutSteps payout={payout} />
      <div className="flex flex-wrap items-center justify-between gap-3 text-small text-ink-2">
        <p>
          <BankLine bank={payout.bank} />
          <br />
          <Trans>
            You receive {formatYen(sent)}. The fee is {formatYen(fee)}.
          </Trans>
          <Gap />
          <Withheld yen={withheld} />
        </p>
        {is_cancelable && (
          <Button small onClick={onCancel}>
            <Trans>Cancel the payout</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

/** A payout that has ended, as a line that expands to its steps and outcome. */
export function EndedPayout({ payout }: { payout: Payout }) {
  const { amount, status, created_at } = payout
  return (
    <li className="border-line not-first:border-t">
      <details className="group">
        <summary className="grid min-h-14 list-none grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-well sm:grid-cols-[auto_1fr_auto_7rem] sm:px-6">
          <Icon name="down" className="transition-transform group-open:rotate-180" />
          <DateTime at={created_at} detail="day" />
          <span className="max-sm:col-start-2 max-sm:row-start-2">
            <PayoutTag status={status} />
          </span>
          <Money yen={amount} className="text-end font-semibold" />
        </summary>
        <div className="grid gap-4 px-4 pt-3 pb-6 sm:px-6">
          {status !== 'canceled' && <PayoutSteps payout={payout} />}
          <Ending payout={payout} />
          <p className="text-small text-ink-2">
            <BankLine bank={payout.bank} />
          </p>
        </div>
      </details>
    </li>
  )
}

/** Shows the tax withheld; renders nothing if there is none. */
const Withheld = ({ yen }: { yen: number }) =>
  yen > 0 && <Trans>{formatYen(yen)} is withheld as income tax.</Trans>

/** Explains the outcome of a payout and what the owner can do. */
function Ending({ payout }: { payout: Payout }) {
  const { amount, withheld, sent, fee, status, canceled_by, error_messages } = payout
  if (status === 'processed')
    return (
      <p className="text-small">
        <Trans>
          {formatYen(sent)} was sent to your bank account. The fee was {formatYen(fee)}.
        </Trans>
        <Gap />
        <Withheld yen={withheld} />
      </p>
    )
  if (status === 'canceled')
    return (
      <p className="text-small">
        {canceled_by === 'platform' ? (
          <CanceledByPlatform yen={amount + fee} />
        ) : (
          <Trans>
            You cancelled this payout. {formatYen(amount + fee)}, including the fee, is back in your
            sales balance.
          </Trans>
        )}
      </p>
    )
  return (
    <Note tone="bad">
      <div className="grid gap-2">
        {status === 'failed' ? (
          <p>
            <Trans>
              The transfer failed. {formatYen(amount + fee)}, including the fee, is back in your
              sales balance.
            </Trans>
          </p>
        ) : (
          <p>
            <Trans>
              The transfer failed. {formatYen(amount)} is back in your sales balance. The bank
              charged the fee of {formatYen(fee)}, so it is not returned.
            </Trans>
          </p>
        )}
        {error_messages.map((reason) => (
          <p key={reason} className="wrap-anywhere">
            <Trans>Reason: {reason}</Trans>
          </p>
        ))}
        <p>
          <Trans>
            Check your <Link to="/bank/register">bank account</Link>, then request the payout again.
          </Trans>
        </p>
      </div>
    </Note>
  )
}

/** The bank account at the time of the request. */
function BankLine({ bank }: { bank: Payout['bank'] }) {
  const { bank_name, branch_name, account_number, holder } = bank
  return (
    <span lang="ja">
      {bank_name} {branch_name} <span className="amount">{account_number}</span> {holder}
    </span>
  )
}

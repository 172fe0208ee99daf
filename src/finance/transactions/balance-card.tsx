import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getBalance } from '#src/ledger/ledger.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { formatYen } from '#src/ui/yen.ts'

type Balance = Pick<
  ReplyOf<typeof getBalance>,
  'sales_balance' | 'points' | 'total' | 'reserved_for_payout' | 'reserved_for_purchase' | 'debt'
>

/** Shows the usable balance, its parts, the reserved money and any debt. */
export function BalanceCard({ balance }: { balance: Balance }) {
  const { sales_balance, points, total, reserved_for_payout, reserved_for_purchase, debt } = balance
  return (
    <div className="panel">
      <div className="flex flex-wrap items-end justify-between gap-4 p-5 sm:p-6">
        <div>
          <p className="text-label text-ink-2">
            <Trans>Total</Trans>
          </p>
          <Money yen={total} tall className="text-[3.5rem] sm:text-[4.5rem]" />
        </div>
        {sales_balance > 0 && (
          <LinkButton look="main" to="/payout">
            <Trans>Request a payout</Trans>
          </LinkButton>
        )}
      </div>
      <dl className="grid gap-x-6 gap-y-5 border-t border-line p-5 sm:grid-cols-2 sm:p-6 lg:grid-cols-4">
        <Figure
          name={<Trans>Sales balance</Trans>}
          yen={sales_balance}
          hint={<Trans>For purchases and payouts</Trans>}
        />
        <Figure
          name={<Trans>Points</Trans>}
          yen={points}
          hint={<Trans>For purchases only</Trans>}
        />
        <Figure name={<Trans>Reserved for payouts</Trans>} yen={reserved_for_payout} />
        <Figure name={<Trans>Reserved for purchases</Trans>} yen={reserved_for_purchase} />
      </dl>
      {debt > 0 && (
        <p className="border-t border-line p-5 text-small sm:p-6">
          <Trans>
            You owe {formatYen(debt)} because a bank reversed a card payment. You don’t need to do
            anything: we deduct it from your next earnings.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Figure({ name, yen, hint }: { name: ReactNode; yen: number; hint?: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
      <dt className="text-label text-ink-2">{name}</dt>
      <dd className="max-sm:text-end">
        <Money yen={yen} className="text-h2" />
        {hint && <span className="mt-0.5 block text-small text-ink-2">{hint}</span>}
      </dd>
    </div>
  )
}

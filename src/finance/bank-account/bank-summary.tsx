import { useLingui } from '@lingui/react/macro'
import { NoticeTable } from '#src/platform/layout/operator-facts.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { OwnBank } from './bank.shared.ts'
import { DepositType } from './bank-form.tsx'

/** The account that payouts go to, its number masked. */
export function BankSummary({ bank }: { bank: OwnBank }) {
  const { t } = useLingui()
  return (
    <NoticeTable
      rows={[
        [t`Bank`, <Place key="bank" name={bank.bank_name} code={bank.bank_code} />],
        [t`Branch`, <Place key="branch" name={bank.branch_name} code={bank.branch_code} />],
        [t`Deposit type`, <DepositType key="type" type={bank.deposit_type} />],
        [t`Account number`, <Figures key="number">{bank.account_number}</Figures>],
        [t`Account holder`, <Japanese key="holder">{bank.holder}</Japanese>],
        [t`As the bank sees it`, <Japanese key="sent">{bank.zengin_holder}</Japanese>],
        [t`Registered`, <DateTime key="at" at={bank.changed_at} />],
      ]}
    />
  )
}

function Place({ name, code }: { name: string; code: string }) {
  return (
    <>
      <Japanese>{name}</Japanese> <Figures>{code}</Figures>
    </>
  )
}

const Japanese = ({ children }: { children: string }) => <span lang="ja">{children}</span>
const Figures = ({ children }: { children: string }) => <span className="amount">{children}</span>

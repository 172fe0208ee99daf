import { useLingui } from '@lingui/react/macro'
import { NoticeTable } from '#src/platform/layout/operator-facts.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { OwnBank } from './bank.shared.ts'
import { DepositType } from './bank-form.tsx'

/** The bank account for payouts, its number masked. */
export function BankSummary({ bank }: { bank: OwnBank }) {
  const { t } = useLingui()
  return (
    <NoticeTable
      rows={[
        [t`Bank`, <Place key="bank" name={bank.bank_name} code={bank.bank_code} />],
        [t`Branch`, <Place key="branch" name={bank.branch_name} code={bank.branch_code} />],
        [t`Account type`, <DepositType key="type" type={bank.deposit_type} />],
        [t`Account number`, <Digits key="number">{bank.account_number}</Digits>],
        [t`Account holder`, <Japanese key="holder">{bank.holder}</Japanese>],
        [t`Name sent to banks`, <Japanese key="sent">{bank.zengin_holder}</Japanese>],
        [t`Registered`, <DateTime key="at" at={bank.changed_at} />],
      ]}
    />
  )
}

function Place({ name, code }: { name: string; code: string }) {
  return (
    <>
      <Japanese>{name}</Japanese> <Digits>{code}</Digits>
    </>
  )
}

const Japanese = ({ children }: { children: string }) => <span lang="ja">{children}</span>
const Digits = ({ children }: { children: string }) => <span className="amount">{children}</span>

import type { Language } from '#core/language.shared.ts'
import { jstTime } from '#core/clock.ts'
import { type Cell, csvFile } from '#core/csv.ts'
import type { BankAccount } from '#src/finance/bank-account/bank.ts'

export interface ExportedPayout {
  id: string
  status: string
  /** Yen, as `withheld`, `sent` and `fee`; `sent` is `amount` less `withheld`. */
  amount: number
  withheld: number
  sent: number
  fee: number
  created_at: string
  processed_at: string | null
  username: string
  email: string
  wallet_address: string
  reason: string | null
  bank: BankAccount
}

/** Column headings in the order of `cellsOf`, and the labels of states and deposit types. */
interface Words {
  columns: readonly string[]
  status: Record<string, string>
  deposit_type: Record<BankAccount['deposit_type'], string>
}

// oxfmt-ignore
const words: Partial<Record<Language, Words>> = {
  en: {
    columns: ['Payout number', 'Status', 'Amount', 'Tax withheld', 'Sent to the bank', 'Fee', 'Requested (Japan)',
      'Ended (Japan)', 'Username', 'Email', 'Wallet address', 'Bank code', 'Bank', 'Branch code', 'Branch',
      'Account type', 'Account number', 'Account holder', 'Reason'],
    status: { reserved: 'Requested', processed: 'Paid out', failed: 'Failed',
      failed_and_charged: 'Failed, fee charged', canceled: 'Cancelled' },
    deposit_type: { savings: 'Savings', checking: 'Checking' },
  },
  ja: {
    columns: ['出金番号', '状態', '出金額', '源泉徴収税額', '振込額', '手数料', '申請日時（日本時間）',
      '終了日時（日本時間）', 'ユーザー名', 'メールアドレス', 'ウォレットアドレス', '銀行コード', '銀行名',
      '支店コード', '支店名', '預金種目', '口座番号', '口座名義', '理由'],
    status: { reserved: '申請済み', processed: '振込済み', failed: '失敗',
      failed_and_charged: '失敗（手数料あり）', canceled: '取消済み' },
    deposit_type: { savings: '普通', checking: '当座' },
  },
}

/** Returns payouts with full account numbers as a CSV file for spreadsheets. */
export function payoutTable(lang: Language, month: string, payouts: readonly ExportedPayout[]) {
  const labels = words[lang] ?? words.en!
  const rows = payouts.map((payout) => cellsOf(payout, labels))
  return csvFile(`payouts-${month}.csv`, labels.columns, rows)
}

function cellsOf({ bank, ...payout }: ExportedPayout, { status, deposit_type }: Words): Cell[] {
  const { id, amount, withheld, sent, fee, created_at, processed_at } = payout
  return [
    id,
    status[payout.status] ?? payout.status,
    amount,
    withheld,
    sent,
    fee,
    jstTime(new Date(created_at)),
    processed_at && jstTime(new Date(processed_at)),
    payout.username,
    payout.email,
    payout.wallet_address,
    bank.bank_code,
    bank.bank_name,
    bank.branch_code,
    bank.branch_name,
    deposit_type[bank.deposit_type],
    bank.account_number,
    bank.holder,
    payout.reason,
  ]
}

import { HOLDER_BYTES } from '#src/finance/bank-account/holder.shared.ts'
import { isBankDay } from './business-day.ts'
import { layouts, recordOf } from './zengin-record.ts'

/** A bank account in a transfer file: codes in digits, names in half-width kana. */
export interface ZenginAccount {
  bank_code: string
  bank_name_kana: string
  branch_code: string
  branch_name_kana: string
  deposit_type: 'savings' | 'checking'
  account_number: string
}

/** The payer: the platform's account and the client code that its bank assigned. */
export interface ZenginSender extends ZenginAccount {
  client_code: string
  client_name: string
}

export interface ZenginTransfer extends ZenginAccount {
  /** Unique number of 1 to 10 digits, sent as customer code 1 and returned in the bank's results. */
  reference: number
  holder_zengin: string
  /** Whole yen. */
  amount: number
}

const NAME_BYTES = 15
const AMOUNT_MAX = 9_999_999_999
const DEPOSIT_TYPES = { savings: '1', checking: '2' } as const // 普通, 当座

/**
 * Builds the 総合振込 (bulk transfer) file for the bank: header, one record per transfer in the given
 * order, trailer and end; (n + 3) × 122 bytes. The same arguments always give the same bytes.
 * Leaves out transfers of zero yen and cuts long names. `transferDate` (`YYYY-MM-DD`) must be a bank
 * day. Throws a RangeError for values that no bank accepts; callers check their input before.
 */
export function zenginFile(
  sender: ZenginSender,
  transferDate: string,
  transfers: readonly ZenginTransfer[],
): Uint8Array<ArrayBuffer> {
  if (!isBankDay(transferDate)) throw new RangeError(`${transferDate} is not a bank day`)
  const sent = transfers.filter(({ amount }) => amount !== 0)
  if (new Set(sent.map(({ reference }) => reference)).size < sent.length)
    throw new RangeError('two transfers have the same reference')
  return Buffer.concat([header(sender, transferDate), ...sent.map(data), trailer(sent), end])
}

const header = (sender: ZenginSender, transferDate: string) =>
  recordOf(layouts.header, {
    ...accountFields(sender),
    client_code: sender.client_code,
    client_name: sender.client_name,
    transfer_date: transferDate.slice(5).replace('-', ''),
  })

const data = (transfer: ZenginTransfer) =>
  recordOf(layouts.data, {
    ...accountFields(transfer),
    holder: transfer.holder_zengin.slice(0, HOLDER_BYTES),
    amount: yen(transfer.amount),
    customer_code_1: String(transfer.reference),
    result: '',
  })

const trailer = (sent: readonly ZenginTransfer[]) =>
  recordOf(layouts.trailer, {
    count: String(sent.length),
    total: String(sent.reduce((sum, { amount }) => sum + amount, 0)),
  })

const end = recordOf(layouts.end, {})

/** Returns the account's fields. Cuts long bank and branch names, since banks go by the codes. */
const accountFields = (account: ZenginAccount) => ({
  bank_code: account.bank_code,
  bank_name: account.bank_name_kana.slice(0, NAME_BYTES),
  branch_code: account.branch_code,
  branch_name: account.branch_name_kana.slice(0, NAME_BYTES),
  deposit_type: DEPOSIT_TYPES[account.deposit_type],
  account_number: account.account_number,
})

function yen(amount: number) {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > AMOUNT_MAX)
    throw new RangeError(`${amount} yen cannot be transferred`)
  return String(amount)
}

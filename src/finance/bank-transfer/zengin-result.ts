import { fail } from '#core/errors.ts'
import { fieldOf, layouts, LINE_BYTES, RECORD_BYTES } from './zengin-record.ts'

export interface ZenginResult {
  /** The transfer's reference, which zengin.ts writes as customer code 1. */
  reference: number
  /** Whole yen. */
  amount: number
  outcome: 'processed' | 'failed'
  /** The bank's result digit: 0 is 振込済 (paid); others are failures (組戻 returned, 不能 impossible). */
  code: string
}

const PROCESSED = '0'
const LINES_MIN = 3 // header, trailer, end

/**
 * Parses the bank's result file and returns the outcome of each transfer, in the order of the file.
 * The 総合振込 standard has no results. Banks that provide them follow 預金口座振替 (direct debit). Its
 * data record has a result digit (振替結果コード) after the last field of the request. The result file
 * is therefore the file that was sent, with that digit in byte 114 of each data record.
 *
 * Refuses the whole file with `bank_file_invalid` if any part is wrong, so a truncated or edited file
 * settles no payout. The error has a `reason` (length, order, number, result, repeated, count, total)
 * and a `line`.
 */
export function readResults(bytes: Uint8Array): ZenginResult[] {
  const records = recordsIn(bytes)
  const results = records.slice(1, -2).map((record, i) => resultIn(record, i + 2))
  const seen = new Set<number>()
  const repeated = results.findIndex(({ reference }) => seen.size === seen.add(reference).size)
  if (repeated >= 0) invalid('repeated', repeated + 2)

  const line = records.length - 1
  const trailer = records[line - 1]!
  const total = results.reduce((sum, { amount }) => sum + amount, 0)
  if (numberIn(fieldOf(layouts.trailer, 'count', trailer), line) !== results.length)
    invalid('count', line)
  if (numberIn(fieldOf(layouts.trailer, 'total', trailer), line) !== total) invalid('total', line)
  return results
}

/** Splits the file into records without line ends, and checks their length and order. */
function recordsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1') // one character per byte, whatever the encoding
  const lines = text.length / LINE_BYTES
  const whole = Math.floor(lines)
  if (lines !== whole || lines < LINES_MIN) invalid('length', whole + 1)
  return Array.from({ length: lines }, (_, i) => {
    const record = text.slice(i * LINE_BYTES, i * LINE_BYTES + RECORD_BYTES)
    if (!text.startsWith('\r\n', i * LINE_BYTES + RECORD_BYTES)) invalid('length', i + 1)
    const start = i === 0 ? '121' : i === lines - 2 ? '8' : i === lines - 1 ? '9' : '2'
    if (!record.startsWith(start)) invalid('order', i + 1)
    return record
  })
}

function resultIn(record: string, line: number): ZenginResult {
  const code = fieldOf(layouts.data, 'result', record)
  if (!/^\d$/.test(code)) invalid('result', line)
  return {
    reference: numberIn(fieldOf(layouts.data, 'customer_code_1', record), line),
    amount: numberIn(fieldOf(layouts.data, 'amount', record), line),
    outcome: code === PROCESSED ? 'processed' : 'failed',
    code,
  }
}

const numberIn = (digits: string, line: number) =>
  /^\d+$/.test(digits) ? Number(digits) : invalid('number', line)

type Reason = 'length' | 'order' | 'number' | 'result' | 'repeated' | 'count' | 'total'
const invalid = (reason: Reason, line: number): never => fail('bank_file_invalid', { reason, line })

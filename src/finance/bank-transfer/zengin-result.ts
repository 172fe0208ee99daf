import { fail } from '#core/errors.ts'
import { fieldOf, layouts, LINE_BYTES, RECORD_BYTES } from './zengin-record.ts'

export interface ZenginResult {
  /** The transfer's, as zengin.ts wrote it into customer code 1. */
  reference: number
  /** Whole yen. */
  amount: number
  outcome: 'processed' | 'failed'
  /** The bank's own digit: 0 is 振込済; any other says why not (組戻 returned, 不能 not possible). */
  code: string
}

const PROCESSED = '0'
const LINES_MIN = 3 // header, trailer, end

/**
 * What became of each transfer, in the order of the bank's file. The standard of 総合振込 knows no
 * result; banks that give one follow 預金口座振替, whose data record has it as one digit behind the
 * last field of the request (振替結果コード). So the result file is the file that was sent, with that
 * digit at byte 114 of each data record, the first that was blank.
 *
 * All or nothing, so that a cut or mended file settles no payout: refuses `bank_file_invalid` with
 * a `reason` (length, order, number, result, repeated, count, total) and the `line` it is in.
 */
export function readResults(bytes: Uint8Array): ZenginResult[] {
  const records = recordsIn(bytes)
  const results = records.slice(1, -2).map((record, i) => resultIn(record, i + 2))
  const seen = new Set<number>()
  const again = results.findIndex(({ reference: one }) => seen.size === seen.add(one).size)
  if (again >= 0) invalid('repeated', again + 2)

  const line = records.length - 1
  const trailer = records[line - 1]!
  const total = results.reduce((sum, { amount }) => sum + amount, 0)
  if (numberIn(fieldOf(layouts.trailer, 'count', trailer), line) !== results.length)
    invalid('count', line)
  if (numberIn(fieldOf(layouts.trailer, 'total', trailer), line) !== total) invalid('total', line)
  return results
}

/** The records without their line ends, once it is sure that they stand in the right order. */
function recordsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1') // one letter a byte, whatever it stands for
  const lines = text.length / LINE_BYTES
  const whole = Math.floor(lines)
  if (lines !== whole || lines < LINES_MIN) invalid('length', whole + 1)
  return Array.from({ length: lines }, (_, i) => {
    const record = text.slice(i * LINE_BYTES, i * LINE_BYTES + RECORD_BYTES)
    if (!text.startsWith('\r\n', i * LINE_BYTES + RECORD_BYTES)) invalid('length', i + 1)
    const due = i === 0 ? '121' : i === lines - 2 ? '8' : i === lines - 1 ? '9' : '2'
    if (!record.startsWith(due)) invalid('order', i + 1)
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

import { BankError } from './bank-error.ts'

/** A transfer in a file. */
export interface Transfer {
  /** Customer code 1: the customer's number of the transfer, repeated in the result file. */
  reference: number
  bank: string
  branch: string
  account: string
  /** The account holder in half-width kana. */
  holder: string
  /** The amount in whole yen. */
  amount: number
}
export type Answer = keyof typeof RESULTS
export type Answers = ReadonlyMap<number, Answer>

const RESULTS = { settle: '0', reject: '1', bounce: '2' } as const // 振込済, 不能, 組戻
const RECORD = 120 // bytes
const LINE = RECORD + 2 // including CRLF
const RESULT_AT = 113 // byte 114 of a data record, the first one that is blank in a transfer file
const LINES_MIN = 4 // header, one transfer, trailer, end

/** Returns true for the bank's answers: settle, reject or bounce. */
export const isAnswer = (word: unknown): word is Answer =>
  typeof word === 'string' && Object.hasOwn(RESULTS, word)

/**
 * Reads a 総合振込 file in the columns of 全銀協規定形式: the client, the date (MMDD) and each transfer.
 * Like a bank, accepts the whole file or nothing: throws a `BankError` for a wrong length, order,
 * character, count or total, and for a repeated reference, which answers would not distinguish.
 */
export function readTransfers(bytes: Buffer) {
  const lines = linesOf(bytes)
  const transfers = lines.slice(1, -2).map((line, i) => transferOf(line, i + 2))
  if (new Set(transfers.map(({ reference }) => reference)).size < transfers.length)
    throw new BankError(400, 'Two transfers have the same reference.')
  const at = lines.length - 1
  const trailer = lines[at - 1]!
  if (digits(trailer, 1, 6, at) !== transfers.length)
    throw new BankError(400, `Line ${at}: the count does not match the transfers.`)
  if (digits(trailer, 7, 12, at) !== totalOf(transfers))
    throw new BankError(400, `Line ${at}: the total does not match the transfers.`)
  const header = lines[0]!
  return { client: text(header, 14, 40), date: text(header, 54, 4), transfers }
}

/** Returns the total of a file in whole yen. */
export const totalOf = (transfers: Transfer[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns the transfer file with the result of each transfer written into it: one digit, in the column
 * where 預金口座振替 has its 振替結果コード. Throws a `BankError` (409) until every transfer has an answer.
 */
export function resultFile(bytes: Buffer, answers: Answers): Buffer {
  const result = Buffer.from(bytes)
  for (const [i, { reference }] of readTransfers(bytes).transfers.entries()) {
    const answer = answers.get(reference)
    if (!answer)
      throw new BankError(409, `Transfer ${reference} has no result yet. Choose one first.`)
    result.write(RESULTS[answer], (i + 1) * LINE + RESULT_AT, 'latin1')
  }
  return result
}

function linesOf(bytes: Buffer): string[] {
  const count = bytes.length / LINE
  if (!Number.isInteger(count) || count < LINES_MIN)
    throw new BankError(
      400,
      `This is not a transfer file: lines must have ${RECORD} bytes and end with CRLF.`,
    )
  return Array.from({ length: count }, (_, i) => {
    const line = bytes.subarray(i * LINE, (i + 1) * LINE)
    const type = i === 0 ? '1210' : i === count - 2 ? '8' : i === count - 1 ? '9' : '2'
    const record = jisText(line.subarray(0, RECORD), i + 1)
    if (!record.startsWith(type) || line.toString('latin1', RECORD) !== '\r\n')
      throw new BankError(400, `Line ${i + 1} has the wrong type of record or length.`)
    return record
  })
}

const transferOf = (line: string, at: number): Transfer => ({
  reference: digits(line, 91, 10, at),
  bank: text(line, 1, 4),
  branch: text(line, 20, 3),
  account: text(line, 43, 7),
  holder: text(line, 50, 30),
  amount: digits(line, 80, 10, at),
})

const text = (line: string, start: number, length: number) =>
  line.slice(start, start + length).trimEnd()

function digits(line: string, start: number, length: number, at: number): number {
  const field = line.slice(start, start + length)
  if (/^\d+$/.test(field)) return Number(field)
  throw new BankError(400, `Line ${at}: not a number at byte ${start + 1}.`)
}

/** Decodes JIS X 0201: one byte per character, ¥ instead of the backslash, kana in Unicode's order. */
function jisText(bytes: Uint8Array, at: number): string {
  const characters = Array.from(bytes, (byte) => {
    if (byte === 0x5c) return '¥'
    if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte)
    if (byte >= 0xa1 && byte <= 0xdf) return String.fromCharCode(byte - 0xa1 + 0xff61)
    throw new BankError(
      400,
      `Line ${at} has a byte that is not a character: 0x${byte.toString(16)}.`,
    )
  })
  return characters.join('')
}

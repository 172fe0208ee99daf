import { Refused } from './refused.ts'

/** One transfer that the file asks for. */
export interface Transfer {
  /** Customer code 1: the customer's own number for it, which comes back with the result. */
  reference: number
  bank: string
  branch: string
  account: string
  /** In half-width kana, as the bank prints it. */
  holder: string
  /** Whole yen. */
  amount: number
}
export type Answer = keyof typeof RESULTS
export type Answers = ReadonlyMap<number, Answer>

const RESULTS = { settle: '0', reject: '1', bounce: '2' } as const // 振込済, 不能, 組戻
const RECORD = 120 // bytes
const LINE = RECORD + 2 // with its CRLF
const RESULT_AT = 113 // byte 114 of a data record, the first that is blank in a request
const LINES_MIN = 4 // header, one transfer, trailer, end

/** Whether that is a word that the bank knows for the end of a transfer. */
export const isAnswer = (word: unknown): word is Answer =>
  typeof word === 'string' && Object.hasOwn(RESULTS, word)

/**
 * Reads a 総合振込 file at the columns of 全銀協規定形式: who pays, when (MMDD), and each transfer.
 * As a bank does, it takes the file whole or not at all: a wrong length, order, letter, count or
 * total is `Refused`, and so is a reference that comes twice, since answers go by it.
 */
export function readTransfers(bytes: Buffer) {
  const lines = linesOf(bytes)
  const transfers = lines.slice(1, -2).map((line, i) => transferOf(line, i + 2))
  if (new Set(transfers.map(({ reference }) => reference)).size < transfers.length)
    throw new Refused(400, 'Two transfers have one reference.')
  const at = lines.length - 1
  const trailer = lines[at - 1]!
  if (digits(trailer, 1, 6, at) !== transfers.length)
    throw new Refused(400, `Line ${at}: the count is not that of the transfers.`)
  if (digits(trailer, 7, 12, at) !== totalOf(transfers))
    throw new Refused(400, `Line ${at}: the total is not that of the transfers.`)
  const header = lines[0]!
  return { client: text(header, 14, 40), date: text(header, 54, 4), transfers }
}

/** What a file moves in all, in whole yen. */
export const totalOf = (transfers: Transfer[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The file as it came with each transfer's result written into it: one digit, where 預金口座振替
 * has its 振替結果コード. There is none until each transfer has its answer.
 */
export function resultFile(bytes: Buffer, answers: Answers): Buffer {
  const result = Buffer.from(bytes)
  for (const [i, { reference }] of readTransfers(bytes).transfers.entries()) {
    const answer = answers.get(reference)
    if (!answer) throw new Refused(409, `Transfer ${reference} has no answer yet.`)
    result.write(RESULTS[answer], (i + 1) * LINE + RESULT_AT, 'latin1')
  }
  return result
}

function linesOf(bytes: Buffer): string[] {
  const count = bytes.length / LINE
  if (!Number.isInteger(count) || count < LINES_MIN)
    throw new Refused(400, `The file is not made of whole lines of ${RECORD} bytes and CRLF.`)
  return Array.from({ length: count }, (_, i) => {
    const line = bytes.subarray(i * LINE, (i + 1) * LINE)
    const due = i === 0 ? '1210' : i === count - 2 ? '8' : i === count - 1 ? '9' : '2'
    const record = jisText(line.subarray(0, RECORD), i + 1)
    if (!record.startsWith(due) || line.toString('latin1', RECORD) !== '\r\n')
      throw new Refused(400, `Line ${i + 1} is not the record that stands there.`)
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
  throw new Refused(400, `Line ${at}: not a number at byte ${start + 1}.`)
}

/** JIS X 0201: a letter a byte, ¥ in the backslash's place, kana in the order that Unicode kept. */
function jisText(bytes: Uint8Array, at: number): string {
  const letters = Array.from(bytes, (byte) => {
    if (byte === 0x5c) return '¥'
    if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte)
    if (byte >= 0xa1 && byte <= 0xdf) return String.fromCharCode(byte - 0xa1 + 0xff61)
    throw new Refused(400, `Line ${at} has a byte that is no letter: 0x${byte.toString(16)}.`)
  })
  return letters.join('')
}

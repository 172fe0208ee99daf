import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { readResults } from './zengin-result.ts'
import { zenginFile } from './zengin.ts'

const account = {
  bank_code: '0001',
  bank_name_kana: 'ﾐｽﾞﾎ',
  branch_code: '001',
  branch_name_kana: 'ﾄｳｷﾖｳ',
  deposit_type: 'savings',
  account_number: '1234567',
} as const
const transfer = (reference: number, amount: number) => ({
  ...account,
  holder_zengin: 'ｱｵｲ',
  reference,
  amount,
})
const sent = zenginFile({ ...account, client_code: '1', client_name: 'ﾚﾝﾊﾞﾝ' }, '2026-12-07', [
  transfer(7, 1_000),
  transfer(8, 2_000),
  transfer(9_999_999_999, 3_000),
])

/** Overwrites parts of a file: lines count from 0, columns from 1 as in the banks' tables. */
function overwritten(bytes: Uint8Array, ...over: [line: number, column: number, text: string][]) {
  const copy = Buffer.from(bytes)
  for (const [line, column, text] of over) copy.write(text, line * 122 + column - 1, 'latin1')
  return copy
}
const answered = overwritten(sent, [1, 114, '0'], [2, 114, '2'], [3, 114, '0'])

test('a result file has the outcome of each transfer', () => {
  deepEqual(readResults(answered), [
    { reference: 7, amount: 1_000, outcome: 'processed', code: '0' },
    { reference: 8, amount: 2_000, outcome: 'failed', code: '2' },
    { reference: 9_999_999_999, amount: 3_000, outcome: 'processed', code: '0' },
  ])
})

test('a file that is incomplete or has no results is refused with the line and the reason', () => {
  const without = (line: number) =>
    Buffer.concat([answered.subarray(0, line * 122), answered.subarray((line + 1) * 122)])
  const wrong: [reason: string, line: number, bytes: Uint8Array][] = [
    ['count', 5, overwritten(answered, [4, 2, '000004'])],
    ['total', 5, overwritten(answered, [4, 8, '000000006001'])],
    ['total', 5, overwritten(answered, [2, 81, '0000002001'])],
    ['count', 4, without(2)],
    ['result', 2, sent],
    ['result', 3, overwritten(answered, [2, 114, 'A'])],
    ['repeated', 3, overwritten(answered, [2, 92, '0000000007'])],
    ['number', 3, overwritten(answered, [2, 92, '000000000 '])],
    ['number', 5, overwritten(answered, [4, 8, '       06000'])],
    ['order', 1, overwritten(answered, [0, 2, '91'])],
    ['order', 3, overwritten(answered, [2, 1, '8'])],
    ['order', 4, without(4)],
    ['order', 4, without(5)],
    ['length', 2, overwritten(answered, [1, 121, '  '])],
    ['length', 6, answered.subarray(0, -1)],
    ['length', 7, Buffer.concat([answered, Buffer.from('\x1a')])],
    ['length', 1, new Uint8Array()],
  ]
  for (const [reason, line, bytes] of wrong)
    throws(
      () => readResults(bytes),
      { code: 'bank_file_invalid', params: { reason, line } },
      reason,
    )
})

import { deepEqual, equal, notDeepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { zenginFile, type ZenginSender, type ZenginTransfer } from './zengin.ts'

const app: ZenginSender = {
  client_code: '1234567',
  client_name: 'ｶ)ﾚﾝﾊﾞﾝ',
  bank_code: '0001',
  bank_name_kana: 'ﾐｽﾞﾎ',
  branch_code: '001',
  branch_name_kana: 'ﾄｳｷﾖｳ',
  deposit_type: 'checking',
  account_number: '7654321',
}
const aoi: ZenginTransfer = {
  reference: 42,
  bank_code: '9900',
  bank_name_kana: 'ﾕｳﾁﾖ',
  branch_code: '018',
  branch_name_kana: 'ｾﾞﾛｲﾁﾊﾁ',
  deposit_type: 'savings',
  account_number: '123456',
  holder_zengin: 'ｶﾞｷﾞｸﾞ ｱｵｲ',
  amount: 19_800,
}
const ren = {
  ...aoi,
  reference: 9_999_999_999,
  holder_zengin: 'R.D',
  amount: 999_999,
}
const file = (...transfers: ZenginTransfer[]) => zenginFile(app, '2026-12-07', transfers)

/** Decodes a file as the bank does: Shift_JIS and the column widths of the standard. */
function decoded(bytes: Uint8Array) {
  const sjis = new TextDecoder('shift_jis', { fatal: true })
  return (line: number, ...widths: number[]) => {
    let at = line * 122
    return widths.map((width) => sjis.decode(bytes.slice(at, (at += width))))
  }
}

test('MN-07 MN-11 the file has payer, payees and amounts in the fields of the standard', () => {
  const bytes = file(aoi, ren)
  equal(bytes.length, (2 + 3) * 122)
  const fields = decoded(bytes)
  deepEqual(
    fields(0, 1, 2, 1, 10, 40, 4, 4, 15, 3, 15, 1, 7, 17, 2),
    // oxfmt-ignore
    ['1', '21', '0', '0001234567', 'ｶ)ﾚﾝﾊﾞﾝ'.padEnd(40), '1207', '0001', 'ﾐｽﾞﾎ'.padEnd(15), '001',
      'ﾄｳｷﾖｳ'.padEnd(15), '2', '7654321', ' '.repeat(17), '\r\n'],
  )
  deepEqual(
    fields(1, 1, 4, 15, 3, 15, 4, 1, 7, 30, 10, 1, 10, 10, 1, 1, 7, 2),
    // oxfmt-ignore
    ['2', '9900', 'ﾕｳﾁﾖ'.padEnd(15), '018', 'ｾﾞﾛｲﾁﾊﾁ'.padEnd(15), '0000', '1', '0123456',
      'ｶﾞｷﾞｸﾞ ｱｵｲ'.padEnd(30), '0000019800', '0', '0000000042', '0000000000', '7', ' ',
      ' '.repeat(7), '\r\n'],
  )
  deepEqual(fields(2, 50, 30, 10, 1, 10).slice(1), [
    'R.D'.padEnd(30),
    '0000999999',
    '0',
    '9999999999',
  ])
  deepEqual(fields(3, 1, 6, 12, 101, 2), ['8', '000002', '000001019799', ' '.repeat(101), '\r\n'])
  deepEqual(fields(4, 1, 119, 2), ['9', ' '.repeat(119), '\r\n'])
})

test('every half-width letter is encoded as one byte of JIS X 0201', () => {
  const kana = Array.from({ length: 63 }, (_, i) => String.fromCharCode(0xff61 + i))
  for (const letter of kana.concat('A', 'Z', '0', '9', ' ', '(', ')', '.', '-', '/')) {
    const bytes = file({ ...aoi, holder_zengin: letter })
    equal(decoded(bytes)(1, 50, 30)[1], letter.padEnd(30))
  }
  equal(file({ ...aoi, holder_zengin: '¥' })[122 + 50], 0x5c)
  for (const letter of ['a', 'ガ', 'Ａ', '"', ',', '　', '\n', '株', '😀'])
    throws(() => file({ ...aoi, holder_zengin: `ｱ${letter}` }), RangeError, letter)
})

test('a holder’s name of over 30 bytes is cut', () => {
  const holder_zengin = 'ｱ'.repeat(29) + 'ｶﾞ'
  const bytes = file({ ...aoi, holder_zengin }, ren)
  equal(decoded(bytes)(1, 50, 30, 10)[1], 'ｱ'.repeat(29) + 'ｶ')
  equal(bytes.length, 5 * 122)
  const whole = file({ ...aoi, holder_zengin: 'ｱ'.repeat(30) })
  equal(decoded(whole)(1, 50, 30)[1], 'ｱ'.repeat(30))
})

test('a transfer of zero yen is left out of the file and its totals', () => {
  const bytes = file({ ...aoi, amount: 0 }, ren)
  deepEqual(bytes, file(ren))
  deepEqual(decoded(bytes)(2, 1, 6, 12), ['8', '000001', '000000999999'])
})

test('long names of banks and branches are cut', () => {
  const bytes = file({
    ...aoi,
    bank_name_kana: 'ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ-ABC',
    branch_name_kana: 'ｱ'.repeat(16),
  })
  deepEqual(decoded(bytes)(1, 5, 15, 3, 15).slice(1), ['ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ-A', '018', 'ｱ'.repeat(15)])
})

test('the same transfers give the same bytes, and a different order different ones', () => {
  deepEqual(file(aoi, ren), file({ ...aoi }, { ...ren }))
  notDeepEqual(file(aoi, ren), file(ren, aoi))
})

test('values that no bank accepts throw a RangeError', () => {
  for (const day of ['2026-12-05', '2026-12-31', '2027-01-03', '2026-11-23'])
    throws(() => zenginFile(app, day, [aoi]), /is not a bank day/, day)
  const wrong: [RegExp, Partial<ZenginTransfer>][] = [
    [/cannot be transferred/, { amount: -1 }],
    [/cannot be transferred/, { amount: 0.5 }],
    [/cannot be transferred/, { amount: 10_000_000_000 }],
    [/over 10 bytes/, { reference: 10_000_000_000 }],
    [/not digits/, { reference: -1 }],
    [/over 7 bytes/, { account_number: '12345678' }],
    [/not digits/, { account_number: '' }],
    [/over 4 bytes/, { bank_code: '00001' }],
  ]
  for (const [why, part] of wrong)
    throws(() => file({ ...aoi, ...part }), { name: 'RangeError', message: why })
  throws(() => file(aoi, { ...ren, reference: 42 }), /the same reference/)
  throws(() => zenginFile({ ...app, client_name: 'ｱ'.repeat(41) }, '2026-12-07', [aoi]), /over 40/)
})

test('a file of ten thousand transfers has the right totals', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({
    ...aoi,
    reference: i + 1,
    amount: 999_999,
  }))
  const bytes = file(...many)
  equal(bytes.length, 10_003 * 122)
  deepEqual(decoded(bytes)(10_001, 1, 6, 12), ['8', '010000', '009999990000'])
})

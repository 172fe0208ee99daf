import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fromYucho } from './yucho.shared.ts'

// oxfmt-ignore
const accounts: [symbol: string, number: string, becomes: string | undefined][] = [
  ['10180', '12345671', '018 1234567 savings'],
  ['14110', '1234561', '418 0123456 savings'],
  ['10150', '11', '018 0000001 savings'],
  ['11940-2', '10101011', '198 1010101 savings'],
  ['１１９４０', '１０１０１０１１', '198 1010101 savings'],
  ['1 1 9 4 0', ' 10101011 ', '198 1010101 savings'],
  ['00190', '123456', '019 0123456 checking'],
  ['00120-4', '1', '019 0000001 checking'],
  ['00990−1', '654321', '099 0654321 checking'],
  ['10180', '12345670', undefined],
  ['10180', '1', undefined],
  ['10180', '123456781', undefined],
  ['00190', '1234567', undefined],
  ['00190', '', undefined],
  ['20180', '12345671', undefined],
  ['10181', '12345671', undefined],
  ['1018', '12345671', undefined],
  ['記号', '番号', undefined],
]

test('MN-05 a Japan Post Bank symbol and number convert to branch, account number and deposit type', () => {
  for (const [symbol, number, becomes] of accounts) {
    const place = fromYucho(symbol, number)
    const converted = place && `${place.branch_code} ${place.account_number} ${place.deposit_type}`
    equal(converted, becomes, `${symbol} ${number}`)
  }
  deepEqual(fromYucho('10180', '12345671')?.bank_code, '9900')
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#core/language.shared.ts'
import { type ExportedPayout, payoutTable } from './export-table.ts'

const payout: ExportedPayout = {
  id: '6f1c',
  status: 'processed',
  amount: 12_000,
  withheld: 1_225,
  sent: 10_775,
  fee: 200,
  created_at: '2030-01-31T14:59:59.000Z',
  processed_at: '2030-02-07T03:00:00.000Z',
  username: '=cmd|calc',
  email: 'mika@example.test',
  wallet_address: '0x1',
  reason: '+1, "ok"',
  bank: {
    bank_code: '0001',
    bank_name: 'みずほ',
    bank_kana: 'ﾐｽﾞﾎ',
    branch_code: '001',
    branch_name: '東京営業部',
    branch_kana: 'ﾄｳｷﾖｳ',
    deposit_type: 'savings',
    account_number: '0012345',
    holder: '-ナマエ',
    zengin_holder: '-ﾅﾏｴ',
    changed_at: '2030-01-01T00:00:00.000Z',
    replaced_at: null,
  },
}

const linesOf = async (lang: Language) =>
  (await payoutTable(lang, '2030-01', [payout]).text()).split('\r\n')

test('MN-11 the payouts table is in the administrator’s language, or in English if there is no translation', async () => {
  const [head, line] = await linesOf('ja')
  deepEqual(head!.split(',').slice(0, 7), [
    '出金番号',
    '状態',
    '出金額',
    '源泉徴収税額',
    '振込額',
    '手数料',
    '申請日時（日本時間）',
  ])
  equal(
    line!.split(',').slice(1, 8).join(),
    '振込済み,12000,1225,10775,200,2030-01-31 23:59:59,2030-02-07 12:00:00',
  )
  equal(line!.includes('0001,みずほ,001,東京営業部,普通,0012345'), true)
  equal((await linesOf('ko'))[0], (await linesOf('en'))[0])
  for (const lang of ['en', 'ja'] as const) {
    const [columns, cells] = await linesOf(lang)
    equal(columns!.split(',').length, cells!.replace('"\'+1, ""ok"""', '').split(',').length)
  }
})

test('MN-11 no name, holder or reason in the payouts table runs as a formula', async () => {
  const [, line] = await linesOf('en')
  for (const cell of ["'=cmd|calc", "'-ナマエ", '"\'+1, ""ok"""'])
    equal(line!.includes(`,${cell}`), true, cell)
})

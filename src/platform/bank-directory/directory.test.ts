import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import banks from 'zengin-code'
import { findBanks, findBranches, findBankNames } from './directory.ts'
import { jisBytes } from '#src/finance/bank-transfer/zengin-record.ts'

const page = (q: string) => ({ q, offset: 0, limit: 16 })
const firstBank = async (q: string) => (await findBanks(page(q))).items[0]?.name
const firstBranch = async (q: string) => (await findBranches('0001', page(q)))?.items[0]?.name

test('MN-06 every bank and branch resolves to its own name, in kanji and in half-width kana', async () => {
  let count = 0
  for (const bank of Object.values(banks)) {
    match(bank.code, /^\d{4}$/)
    for (const branch of Object.values(bank.branches)) {
      match(branch.code, /^\d{3}$/)
      const names = await findBankNames(bank.code, branch.code)
      ok(typeof names === 'object', `${bank.code} ${branch.code}`)
      deepEqual([names.bank_name, names.branch_name], [bank.name, branch.name])
      for (const kana of [names.bank_kana, names.branch_kana]) {
        ok(kana.length > 0 && jisBytes(kana).length === kana.length, `${kana} ${branch.code}`)
        match(kana, /^[ｦｱ-ﾟ0-9A-Z().\-/ ]+$/)
      }
      count++
    }
  }
  ok(Object.keys(banks).length > 1_000)
  ok(count > 28_000, String(count))
})

test('MN-06 a bank is found by code, name or reading, in any script', async () => {
  for (const typed of [
    '0001',
    'みずほ',
    'みずほ銀行',
    'ミズホ',
    'ﾐｽﾞﾎ',
    'ミズホギンコウ',
    'mizuho',
    '００01',
  ])
    equal(await firstBank(typed), 'みずほ', typed)
  for (const typed of ['9900', 'ゆうちょ', 'ゆうちよ', 'ユウチョ', 'ゆうちょ銀行'])
    equal(await firstBank(typed), 'ゆうちょ', typed)
  for (const typed of ['三菱UFJ', '三菱ｕｆｊ銀行', 'みつびしゆーえふじえい'])
    equal(await firstBank(typed), '三菱ＵＦＪ', typed)
  equal(await firstBank('銀河鉄道'), undefined)
})

test('MN-06 a branch is found only within its bank', async () => {
  for (const typed of ['100', '本店', 'ホンテン', 'ほんてん'])
    equal(await firstBranch(typed), '本店', typed)
  equal(await firstBranch('小舟町支店'), '小舟町')
  equal(await firstBranch('〇一八'), undefined)
  equal(await findBranches('0002', page('')), undefined)
  equal(await findBranches('constructor', page('')), undefined)
  equal(await findBankNames('0002', '100'), 'bank')
  equal(await findBankNames('0001', '000'), 'branch')
  equal(await findBankNames('9900', '100'), 'branch')
})

test('a list of banks is paged without repeats', async () => {
  const seen = new Set<string>()
  const { total } = await findBanks(page(''))
  for (let offset = 0; offset < total; offset += 100)
    for (const { code } of (await findBanks({ q: '', offset, limit: 100 })).items) seen.add(code)
  equal(seen.size, total)
  equal(total, Object.keys(banks).length)
})

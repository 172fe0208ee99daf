import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { jisBytes } from '#src/finance/bank-transfer/zengin-record.ts'
import { convertHolder, holderFaults, isHolder, zenginHolder } from './holder.shared.ts'

/** The typed name, the suggestion (`-`: valid as typed, `x`: none), and the name that the bank gets. */
// oxfmt-ignore
const names: [typed: string, suggested: string, sent: string][] = [
  ['オカダ アキ', '-', 'ｵｶﾀﾞ ｱｷ'],
  ['キヨウト', '-', 'ｷﾖｳﾄ'],
  ['キョウト', 'キヨウト', 'ｷﾖｳﾄ'],
  ['オカダ　キョウコ', 'オカダ キヨウコ', 'ｵｶﾀﾞ ｷﾖｳｺ'],
  ['オカダ　アキ', 'オカダ アキ', 'ｵｶﾀﾞ ｱｷ'],
  ['ｵｶﾀﾞ ｱｷ', 'オカダ アキ', 'ｵｶﾀﾞ ｱｷ'],
  ['ﾊﾟｯﾊﾟ', 'パツパ', 'ﾊﾟﾂﾊﾟ'],
  ['おかだ あき', 'オカダ アキ', 'ｵｶﾀﾞ ｱｷ'],
  ['きゃりーぱみゅ', 'キヤリーパミユ', 'ｷﾔﾘ-ﾊﾟﾐﾕ'],
  ['ヴィーナス', 'ヴイーナス', 'ｳﾞｲ-ﾅｽ'],
  ['ゔぁん', 'ヴアン', 'ｳﾞｱﾝ'],
  ['スズキ イチロー', '-', 'ｽｽﾞｷ ｲﾁﾛ-'],
  ['ｽｽﾞｷ ｲﾁﾛｰ', 'スズキ イチロー', 'ｽｽﾞｷ ｲﾁﾛ-'],
  ['ァィゥェォッャュョヮヵヶ', 'アイウエオツヤユヨワカケ', 'ｱｲｳｴｵﾂﾔﾕﾖﾜｶｹ'],
  ['ヲノ ヱイ ヰト', '-', 'ｦﾉ ｴｲ ｲﾄ'],
  ['ガギグゲゴ', '-', 'ｶﾞｷﾞｸﾞｹﾞｺﾞ'],
  ['カ\u3099', 'ガ', 'ｶﾞ'],
  ['カ゛ハ゜', 'ガパ', 'ｶﾞﾊﾟ'],
  ['RENBAN 12', '-', 'RENBAN 12'],
  ['renban 12', 'RENBAN 12', 'RENBAN 12'],
  ['ＲＥＮＢＡＮ', 'RENBAN', 'RENBAN'],
  ['ｒｅｎｂａｎ１２', 'RENBAN12', 'RENBAN12'],
  ['カ)レンバン', '-', 'ｶ)ﾚﾝﾊﾞﾝ'],
  ['カ）レンバン', 'カ)レンバン', 'ｶ)ﾚﾝﾊﾞﾝ'],
  ['株式会社', 'x', ''],
  ['株式会社レンバン', 'カ)レンバン', 'ｶ)ﾚﾝﾊﾞﾝ'],
  ['レンバン㈱', 'レンバン(カ', 'ﾚﾝﾊﾞﾝ(ｶ'],
  ['合同会社 れんばん', 'ド)レンバン', 'ﾄﾞ)ﾚﾝﾊﾞﾝ'],
  ['連番', 'x', ''],
  ['岡田 アキ', 'x', ''],
  ['オカダ・アキ', 'オカダ.アキ', 'ｵｶﾀﾞ.ｱｷ'],
  ['A/B-C.D(E)', '-', 'A/B-C.D(E)'],
  ['シオ ¥100', '-', 'ｼｵ ¥100'],
  ['シオ ￥100', 'シオ ¥100', 'ｼｵ ¥100'],
  ['シオ \\100', 'シオ ¥100', 'ｼｵ ¥100'],
  ['ウミ, "シオ"', '-', 'ｳﾐ ｼｵ'],
  [' オカダ ', '-', 'ｵｶﾀﾞ'],
  ['オカダ–アキ', 'オカダ-アキ', 'ｵｶﾀﾞ-ｱｷ'],
  ['オカダ&アキ', 'x', ''],
  ['オカダ😀', 'x', ''],
  ['O\'NEIL', 'x', ''],
  ['', 'x', ''],
  ['   ', 'x', ''],
  ['　　', 'x', ''],
  ['","', 'x', ''],
]

test('MN-05 forty names are accepted or get a suggestion, and are converted for the bank', () => {
  for (const [typed, suggested, sent] of names) {
    const good = suggested === '-' ? typed : suggested
    equal(isHolder(typed), suggested === '-', typed)
    equal(convertHolder(typed), ['-', 'x'].includes(suggested) ? undefined : suggested, typed)
    if (suggested !== 'x') deepEqual(zenginHolder(good), { text: sent, isCut: false }, typed)
  }
})

test('MN-05 a suggestion is always valid and gets no further suggestion', () => {
  for (const [typed] of names) {
    const suggested = convertHolder(typed)
    if (suggested === undefined) continue
    equal(isHolder(suggested), true, suggested)
    equal(convertHolder(suggested), undefined, suggested)
  }
})

test('MN-05 each refused letter is named once', () => {
  deepEqual(holderFaults('キョウト　キョウコ'), ['ョ', '　'])
  deepEqual(holderFaults('オカダ😀'), ['😀'])
  deepEqual(holderFaults('オカダ アキ'), [])
})

test('MN-05 every letter that may be registered is a single byte of JIS X 0201', () => {
  for (let code = 0x20; code < 0x10000; code++) {
    const letter = String.fromCharCode(code)
    if (!isHolder(letter)) continue
    const { text } = zenginHolder(letter)
    const bytes = jisBytes(text)
    equal(bytes.length, text.length, letter)
    const isFit = (byte: number) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0xa6 && byte <= 0xdf)
    deepEqual([...bytes].filter(isFit).length, bytes.length, letter)
  }
  deepEqual([...jisBytes('¥ｱﾝﾞﾟ-A')], [0x5c, 0xb1, 0xdd, 0xde, 0xdf, 0x2d, 0x41])
})

test('MN-05 a name of thirty bytes is sent whole, and one of thirty-one is cut', () => {
  const thirty = 'ガ'.repeat(15)
  deepEqual(zenginHolder(thirty), { text: 'ｶﾞ'.repeat(15), isCut: false })
  deepEqual(zenginHolder(`${thirty}ア`), { text: 'ｶﾞ'.repeat(15), isCut: true })
  equal(jisBytes(zenginHolder('ア'.repeat(31)).text).length, 30)
  deepEqual(zenginHolder(`${'ア'.repeat(29)},"アア`), { text: 'ｱ'.repeat(30), isCut: true })
})

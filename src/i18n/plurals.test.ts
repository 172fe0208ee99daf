import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type Messages, setupI18n } from '@lingui/core'
import { locales } from './locale.ts'
import { pluralValues, withoutPlurals } from './plurals.ts'

const messages: Messages = {
  copies: [['count', 'plural', { one: ['#', ' copy'], other: ['#', ' copies'] }]],
  exact: [['n', 'plural', { 0: 'none', one: 'one', two: ['two of ', ['of']], other: ['#'] }], '.'],
  nested: [
    ['n', 'plural', { one: [['kind', 'select', { film: 'a film', other: '#' }]], other: ['#'] }],
  ],
  chosen: [['kind', 'select', { film: [['n', 'plural', { other: ['# ', '#'] }]], other: 'x' }]],
  plain: ['No plural'],
}

test('texts without plurals read as Lingui’s own in each language', () => {
  for (const locale of locales) {
    const own = setupI18n({ locale, messages: { [locale]: messages } })
    const ours = setupI18n({ locale, messages: { [locale]: withoutPlurals(messages) } })
    const valuesOf = pluralValues(locale)
    for (const id of Object.keys(messages))
      for (const n of [...Array(30).keys(), 100, 101, 999, 1_000, 1_111, 12_345, 1_234_567])
        for (const kind of ['film', 'song']) {
          const values = { n, count: n, kind, of: 'x' }
          equal(ours._(id, valuesOf(values)), own._(id, values), `${locale} ${id} ${n}`)
        }
  }
})

test('a formatted number has the rule of its number', () => {
  const ours = setupI18n({ locale: 'en', messages: { en: withoutPlurals(messages) } })
  const valuesOf = pluralValues('en')
  equal(ours._('copies', valuesOf({ count: '1' })), '1 copy')
  equal(ours._('copies', valuesOf({ count: '1,000' })), '1,000 copies')
})

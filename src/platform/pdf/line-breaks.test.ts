import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { breakable } from './line-breaks.shared.ts'

/** Writes a word with a bar wherever its line may break. */
const broken = (word: string) =>
  breakable(word)
    .filter((part) => part !== '')
    .join('|')

test('a line of a Japanese PDF breaks between its letters, but not within a number or a Latin word', () => {
  equal(broken('根室の売上'), '根|室|の|売|上')
  equal(broken('No.12／300の売上'), 'No.12|／|300|の|売|上')
  equal(broken('「Renban」の¥1,800、10%'), '「Renban」|の|¥1,800、|10%')
  equal(broken('東京都1-2-3'), '東|京|都|1-2-3')
  equal(broken(`根${'a'.repeat(30)}室`), `根|${'a'.repeat(24)}|aaaaaa|室`)
})

test('the library adds no hyphen to a word that is cut', () => {
  deepEqual(breakable('根室'), ['根', '', '室', ''])
  deepEqual(breakable('a'.repeat(30)), ['a'.repeat(24), '', 'aaaaaa', ''])
  deepEqual(breakable('Renban'), ['Renban'])
})

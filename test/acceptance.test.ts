import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type AcceptanceRow, DOCUMENT, rowsIn, testsById, withTests } from './acceptance.ts'

const text = readFileSync(DOCUMENT, 'utf8')
const rows = rowsIn(text)
const tests = testsById()

test('each acceptance id stands once in the document, and titles name no other', () => {
  const ids = rows.map(({ id }) => id)
  equal(new Set(ids).size, ids.length)
  deepEqual(
    [...tests.keys()].filter((id) => !ids.includes(id)),
    [],
  )
})

test('a row that works, also partly, has a test; one that works partly says what is missing', () => {
  ok(rows.length > 200)
  deepEqual(
    rows.filter(({ id, state }) => state !== 'planned' && !tests.has(id)).map(({ id }) => id),
    [],
  )
  deepEqual(
    rows.filter(({ state, missing }) => (state === 'partly') !== /\S/.test(missing)),
    [],
  )
})

test('the document names the tests that the titles name: else run npm run acceptance', () => {
  const written = rowsIn(withTests(text, tests))
  deepEqual(rows.map(testsOf), written.map(testsOf))
})

test('ids are read at the start of a title only, and a broken row is an error', () => {
  const files: [string, string][] = [
    ['a.test.ts', "test('SL-02 SL-03 two buyers', () => {})\ntest(\n  `SL-02 ${name}`,"],
    ['b.test.ts', "const cases = [\n  ['SL-06 a case', 1],"],
    ['c.test.ts', "equal(one, two, 'SL-04 a message')\ntest('as SL-05 says', () => {})"],
  ]
  deepEqual(
    [...testsById(files)],
    [
      ['SL-02', ['a.test.ts']],
      ['SL-03', ['a.test.ts']],
      ['SL-06', ['b.test.ts']],
    ],
  )
  throws(() => rowsIn('| SL-02 | One buyer | It works. | done |  |'), /not a row/)
})

/** Returns a row's id and its sorted tests, so that their order in the document does not matter. */
const testsOf = ({ id, tests: column }: AcceptanceRow) => [id, column.split(', ').toSorted()]

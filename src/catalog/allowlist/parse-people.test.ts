import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { parsePeople, peopleAsLines } from './parse-people.shared.ts'

test('a file becomes lines that follow typed ones and refer to the same people', () => {
  const text = 'ren@example.test\r\n@aoi; Kai\n\nnobody at all, mika\n'
  equal(peopleAsLines(text), 'ren@example.test\n@aoi\nKai\nnobody at all\nmika')

  const ours = "\uFEFFemail,username,account_id\r\n'+ren@example.test,,\r\n,Aoi,\r\n"
  const file = peopleAsLines(ours)
  equal(file, '+ren@example.test\nAoi')
  const names = parsePeople(`kai@example.test, Mika\n${file}`).map(({ named }) => named?.name)
  deepEqual(names, ['kai@example.test', 'mika', '+ren@example.test', 'aoi'])
})

test('a row of a file that refers to nobody becomes one line that refers to nobody', () => {
  const file = 'email,note\n,"kai, aoi; mika"\n"a@example.test; b@example.test",\n"never closed'
  const lines = parsePeople(`ren\n${peopleAsLines(file)}`)
  deepEqual(
    lines.map(({ line, named }) => [line, named?.name]),
    [
      [1, 'ren'],
      [2, ', kai, aoi  mika'],
      [3, undefined],
      [4, undefined],
    ],
  )
})

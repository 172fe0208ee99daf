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

const namesIn = (text: string) => parsePeople(text).map(({ named }) => named?.name)

test('a file of a spreadsheet names people by its addresses only, not by the names beside them', () => {
  const both = ['kunde1@example.com', 'kunde2@example.com']
  for (const text of [
    'E-Mail;Name\nkunde1@example.com;Aoi\nkunde2@example.com;Kai\n',
    'Name\tMail\nAoi\tkunde1@example.com\nKai\tkunde2@example.com\n',
    '氏名,メールアドレス\nAoi,kunde1@example.com\nKai,kunde2@example.com\n',
    'Aoi;kunde1@example.com\nKai;kunde2@example.com\n',
    '"Müller; Aoi";kunde1@example.com\nKai;kunde2@example.com\n',
  ])
    deepEqual(namesIn(text), both, text)
  deepEqual(namesIn('Kontakt;Name\nkunde1@example.com;Aoi'), [
    'kontakt, name',
    'kunde1@example.com',
  ])
  equal(peopleAsLines('E-Mail;Name\nkunde1@example.com;Aoi'), 'kunde1@example.com')
})

test('typed lines stay references, also several in a line', () => {
  deepEqual(namesIn('ren@example.test; aoi'), ['ren@example.test', 'aoi'])
  deepEqual(namesIn('a@example.test, b@example.test\nc@example.test, d@example.test').length, 4)
  deepEqual(namesIn('ren@example.test; aoi\nkai; mika'), ['ren@example.test', 'aoi', 'kai', 'mika'])
})

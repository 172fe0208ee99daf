import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listTemplate, namesIn, readTitleList } from './title-list.shared.ts'

const read = (text: string) => readTitleList(new TextEncoder().encode(text))

test('the template list contains one title', () => {
  const { titles, faults } = read(listTemplate())
  deepEqual(faults, [])
  equal(titles.length, 1)
  const { line, cells } = titles[0]!
  deepEqual([line, cells.file_name, cells.total_copies], [2, 'night-train.mp4', '100'])
  deepEqual(namesIn(cells.asset_subtitles), ['night-train.ja.vtt', 'night-train.en.vtt'])
})

test('columns may stand in any order, in capitals and with spaces; omitted cells are empty', () => {
  const { titles, faults } = read('Total copies,FILE_NAME,,title\n5,a.mp4,,"A\nB"\n,b.mp4\n')
  deepEqual(faults, [])
  deepEqual(titles, [
    { line: 2, cells: { total_copies: '5', file_name: 'a.mp4', title: 'A\nB' } },
    { line: 4, cells: { total_copies: '', file_name: 'b.mp4', title: '' } },
  ])
})

test('all faults of a list are reported at once, by line', () => {
  const text = 'file_name,titel,title,Title\na.mp4,x,A,A,5\n\nb.mp4\n"c.mp4\n'
  const { titles, faults } = read(text)
  deepEqual(faults, [
    { code: 'unknown_column', line: 1, column: 'titel' },
    { code: 'column_twice', line: 1, column: 'title' },
    { code: 'cells', line: 2 },
    { code: 'broken', line: 5 },
  ])
  deepEqual(
    titles.map(({ line }) => line),
    [2, 4],
  )
})

test('a list without file names, without titles or without content is rejected', () => {
  deepEqual(read('title;file\nA;a.mp4'), {
    titles: [],
    faults: [
      { code: 'unknown_column', line: 1, column: 'file' },
      { code: 'no_file_column', line: 1 },
    ],
  })
  deepEqual(read('file_name,title\n').faults, [{ code: 'no_rows', line: 1 }])
  deepEqual(read('').faults, [{ code: 'no_file_column', line: 1 }])
})

test('a list from Japanese Excel is read in Shift_JIS and in UTF-8', () => {
  const sjis = [
    0x66, 0x69, 0x6c, 0x65, 0x5f, 0x6e, 0x61, 0x6d, 0x65, 0x0d, 0x0a, 0x96, 0xe9, 0x8d, 0x73,
  ]
  const nameIn = ({ titles }: ReturnType<typeof read>) => titles[0]?.cells.file_name
  equal(nameIn(readTitleList(new Uint8Array(sjis))), '夜行')
  equal(nameIn(read('\uFEFFfile_name\r\n夜行')), '夜行')
})

test('a list with semicolons or tabs is read as one with commas', () => {
  for (const by of [';', '\t']) {
    const { titles, faults } = read(`title${by}file_name\nA, B${by}a.mp4\n`)
    deepEqual(faults, [])
    deepEqual(
      titles.map(({ cells }) => [cells.title, cells.file_name]),
      [['A, B', 'a.mp4']],
    )
  }
})

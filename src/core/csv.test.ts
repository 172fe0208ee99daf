import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type Cell, csv, csvFile, csvStream, readCsv, separatorOf } from './csv.ts'

const lineOf = (...cells: (string | number | null)[]) => csv(['a'], [cells]).split('a\r\n')[1]

test('MN-16 a CSV file begins with a UTF-8 byte order mark', async () => {
  const bytes = Buffer.from(await csvFile('a.csv', ['名'], []).arrayBuffer())
  equal(bytes.toString('hex'), `efbbbf${Buffer.from('名\r\n').toString('hex')}`)
})

test('MN-16 cells are quoted according to RFC 4180', () => {
  equal(lineOf('plain', 12, null, -3), 'plain,12,,-3\r\n')
  equal(lineOf('a, b', 'say "hi"', 'two\nlines'), '"a, b","say ""hi""","two\nlines"\r\n')
})

test('a cell that a spreadsheet would run as a formula stays text', () => {
  const guarded = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1', '－1'].map((text) => lineOf(text))
  deepEqual(
    guarded.map((line) => line!.trimEnd()),
    ["'=1+1", "'+1", "'-1", "'@SUM(1)", "'\t=1", "'＝1", "'－1"],
  )
  equal(lineOf('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  equal(lineOf('a=b', 'No. 7'), 'a=b,No. 7\r\n')
})

test('a long file is streamed in parts, and reading stops when the download is cancelled', async () => {
  let read = 0
  let isOver = false
  async function* parts(): AsyncGenerator<Cell[][]> {
    try {
      for (read = 1; read <= 3; read++) yield [[read], [null]]
    } finally {
      isOver = true
    }
  }
  equal(await csvStream('a.csv', ['n'], parts()).text(), 'n\r\n1\r\n\r\n2\r\n\r\n3\r\n\r\n')

  isOver = false
  const reader = csvStream('a.csv', ['n'], parts()).body!.getReader()
  await reader.read()
  await reader.read()
  await reader.cancel()
  deepEqual([isOver, read < 3], [true, true])
})

test('a written table parses back to the same cells, with the line number of each row', () => {
  const rows = [
    ['a, b', 'say "hi"', 'two\r\nlines'],
    ['', '名', ' x '],
  ]
  const { rows: read, broken } = readCsv(csv(['a', 'b', 'c'], rows).slice(1))
  deepEqual([read.map(({ cells }) => cells), broken], [[['a', 'b', 'c'], ...rows], undefined])
  deepEqual(
    read.map(({ line }) => line),
    [1, 2, 4],
  )
})

test('the parser accepts any line ending, a missing last one, and empty lines', () => {
  const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells.join('|'))
  for (const end of ['\n', '\r', '\r\n'])
    deepEqual(cellsOf(`a,b${end}${end},${end}1,"2${end}3"${end}4,`), ['a|b', `1|2${end}3`, '4|'])
  deepEqual([cellsOf(''), cellsOf('\n\n'), cellsOf(',')], [[], [], []])
  deepEqual(readCsv('5" disc,"",x"y').rows, [{ line: 1, cells: ['5" disc', '', 'x"y'] }])
})

test('the parser reports the line of a quote that is not closed or is followed by text', () => {
  deepEqual(readCsv('a\n"b\nc\n'), { rows: [{ line: 1, cells: ['a'] }], broken: 2 })
  deepEqual(readCsv('a\n"b"c,d'), { rows: [{ line: 1, cells: ['a'] }], broken: 2 })
})

test('tables of spreadsheets are read with the separator of their first line', () => {
  const cellsOf = (text: string) => readCsv(text, separatorOf(text)).rows.map(({ cells }) => cells)
  deepEqual(cellsOf('a;b\n"1;2";3,5'), [
    ['a', 'b'],
    ['1;2', '3,5'],
  ])
  deepEqual(cellsOf('a\tb\r\n1\t2;3'), [
    ['a', 'b'],
    ['1', '2;3'],
  ])
  deepEqual(['a,b;c,d', '"a;b;c",d', 'a', ''].map(separatorOf), [',', ',', ',', ','])
})

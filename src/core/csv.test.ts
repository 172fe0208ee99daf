import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type Cell, csv, csvFile, csvStream } from './csv.ts'

const lineOf = (...cells: (string | number | null)[]) => csv(['a'], [cells]).split('a\r\n')[1]

test('MN-16 a CSV file begins with the mark of UTF-8, in bytes too', async () => {
  const bytes = Buffer.from(await csvFile('a.csv', ['名'], []).arrayBuffer())
  equal(bytes.toString('hex'), `efbbbf${Buffer.from('名\r\n').toString('hex')}`)
})

test('MN-16 cells are quoted as RFC 4180 says', () => {
  equal(lineOf('plain', 12, null, -3), 'plain,12,,-3\r\n')
  equal(lineOf('a, b', 'say "hi"', 'two\nlines'), '"a, b","say ""hi""","two\nlines"\r\n')
})

test('a text that a spreadsheet would run stays a text', () => {
  const guarded = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1', '－1'].map((text) => lineOf(text))
  deepEqual(
    guarded.map((line) => line!.trimEnd()),
    ["'=1+1", "'+1", "'-1", "'@SUM(1)", "'\t=1", "'＝1", "'－1"],
  )
  equal(lineOf('=HYPERLINK("x","y")'), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  equal(lineOf('a=b', 'No. 7'), 'a=b,No. 7\r\n')
})

test('a long file is sent part by part, and is no further read once nobody waits for it', async () => {
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

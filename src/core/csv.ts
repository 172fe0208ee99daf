export type Cell = string | number | null

const BOM = '\uFEFF' // by which Excel knows the file for UTF-8
// What spreadsheets take for a formula, also full-width (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as a CSV file (RFC 4180: CRLF, quotes doubled) that Excel opens as UTF-8. A text that
 * would run as a formula gets an apostrophe before it; numbers stay numbers, null an empty cell.
 */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BOM + linesOf([columns, ...rows])
}

/** The same as an answer that the browser saves; `name` is the file's, in ASCII without quotes. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  return new Response(csv(columns, rows), { headers: headersOf(name) })
}

/** The same for a file too long to be held at once: each part of its rows is sent as it comes. */
export function csvStream(
  name: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
): Response {
  async function* texts() {
    yield csv(columns, [])
    for await (const rows of parts) yield linesOf(rows)
  }
  const source = texts()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await source.next()
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value))
    },
    async cancel() {
      await source.return()
    },
  })
  return new Response(body, { headers: headersOf(name) })
}

const headersOf = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
})

const linesOf = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row of a CSV file. Rows differ from lines where a cell has several. */
export interface CsvRow {
  /** In which it begins, from 1. */
  line: number
  cells: string[]
}

/**
 * Reads a table (RFC 4180) whose lines may also end in LF or CR alone; empty lines are left out. `broken`
 * is the line of a quote that is not closed, or has letters behind it: nothing is read from there on.
 */
export function readCsv(text: string): { rows: CsvRow[]; broken?: number } {
  const cell = /(?:"((?:[^"]|"")*)"|(?!")([^,\r\n]*))(,|\r\n|\r|\n|$)/y
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const hit = cell.exec(text)
    if (!hit) return { rows, broken: line }
    const [whole, quoted, bare, end] = hit
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    row.cells.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.cells.some((one) => one !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return { rows }
}

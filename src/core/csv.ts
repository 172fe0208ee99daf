export type Cell = string | number | null

const BOM = '\uFEFF' // tells Excel that the file is UTF-8
// Texts that spreadsheets would run as a formula, full-width signs included (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Formats a table as CSV (RFC 4180: CRLF, quotes doubled) that Excel opens as UTF-8. Texts that
 * would run as a formula get a leading apostrophe. Numbers stay numbers; null is an empty cell.
 */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BOM + csvLines([columns, ...rows])
}

/** Returns a CSV file as a download. `name` is the file name, in ASCII without quotes. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  return new Response(csv(columns, rows), { headers: headersOf(name) })
}

/** Returns a CSV file as a streamed download, for files too long to be held in memory. */
export function csvStream(
  name: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
): Response {
  async function* texts() {
    yield csv(columns, [])
    for await (const rows of parts) yield csvLines(rows)
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

/** Formats rows as the lines of a CSV file that has begun. */
export const csvLines = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of a CSV file. A row takes several lines if one of its cells does. */
export interface CsvRow {
  /** The line that the row begins in, counted from 1. */
  line: number
  cells: string[]
}

const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/**
 * Returns the separator that the first line has most of. Spreadsheets of countries with a decimal comma
 * write semicolons, and copied cells have tabs.
 */
export function separatorOf(text: string): Separator {
  const [line = ''] = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1)
  const counts = SEPARATORS.map((one) => line.split(one).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

/**
 * Parses CSV (RFC 4180), or with another separator. Lines may also end in LF or CR alone; empty lines
 * are skipped. Parsing stops at a quote that is not closed or is followed by text; `broken` is its line.
 */
export function readCsv(
  text: string,
  separator: Separator = ',',
): { rows: CsvRow[]; broken?: number } {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|(?!")([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  )
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const match = cell.exec(text)
    if (!match) return { rows, broken: line }
    const [whole, quoted, bare, end] = match
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    row.cells.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
    if (end === separator) continue
    if (row.cells.some((value) => value !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return { rows }
}

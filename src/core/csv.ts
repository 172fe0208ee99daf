export type Cell = string | number | null

const BOM = '\uFEFF' // by which Excel knows the file for UTF-8
// What spreadsheets take for a formula, also full-width (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as a CSV file (RFC 4180: CRLF, quotes doubled) that Excel opens as UTF-8. A text that
 * would run as a formula gets an apostrophe before it; numbers stay numbers, null an empty cell.
 */
export function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BOM + [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** The same as an answer that the browser saves; `name` is the file's, in ASCII without quotes. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return new Response(csv(columns, rows), { headers })
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

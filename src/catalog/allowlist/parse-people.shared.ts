import { z } from 'zod'
import { readCsv } from '#core/csv.ts'
import { email } from '#core/email.shared.ts'

/** A reference to a person, of one of three kinds, in lower case. */
export type PersonReference =
  | { by: 'email'; name: string }
  | { by: 'username'; name: string }
  | { by: 'account_id'; name: string }

export interface ParsedLine {
  line: number
  text: string
  /** Missing if the text cannot refer to a person. */
  named?: PersonReference
}

/** The CSV columns that refer to people; the first column that a row fills counts. */
const COLUMNS = ['email', 'username', 'account_id'] as const
const uuid = z.uuid()
const USERNAME_MAX = 40

/**
 * Parses references to people: a CSV file whose first row names those columns, like our own export,
 * or references separated by lines, commas, semicolons or tabs. An unclosed quote makes its line
 * and everything after it invalid.
 */
export function parsePeople(text: string): ParsedLine[] {
  const { cells, broken } = readCells(text)
  return [
    ...cells.map(({ line, cell }) => parseLine(line, cell)),
    ...(broken === undefined ? [] : [{ line: broken, text: '"' }]),
  ]
}

/**
 * Rewrites references, or such a CSV file, as lines that can follow others: one reference a line,
 * without column names.
 */
export function peopleAsLines(text: string): string {
  const { cells, broken } = readCells(text)
  const lines = cells.map(({ cell }) => {
    const single = cell.replaceAll(/[;\t、，\r\n]+/g, ' ')
    return /[",]/.test(single) ? `"${single.replaceAll('"', '""')}"` : single
  })
  return [...lines, ...(broken === undefined ? [] : ['"'])].join('\n')
}

/** Returns the cells that refer to people, without empty ones; `broken` as `readCsv` does. */
function readCells(text: string): { cells: { line: number; cell: string }[]; broken?: number } {
  const plain = text.replace(/^\uFEFF/, '')
  const { rows, ...rest } = readCsv(plain)
  const columns = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const places = COLUMNS.map((column) => columns.indexOf(column)).filter((at) => at >= 0)
  const lines =
    places.length > 0
      ? rows.slice(1).map(({ line, cells }) => ({
          line,
          cells: [places.map((at) => plainCell(cells[at])).find(Boolean) ?? cells.join(', ')],
        }))
      : rows.map(({ line, cells }) => ({ line, cells: cells.flatMap((c) => c.split(/[;\t、，]/)) }))
  const cells = lines.flatMap(({ line, cells: all }) =>
    all.map((cell) => ({ line, cell: cell.trim() })),
  )
  return { cells: cells.filter(({ cell }) => cell !== ''), ...rest }
}

/** Returns the text of a cell without the quote that our exports put before what looks like a formula. */
const plainCell = (cell: string | undefined) => cell?.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

function parseLine(line: number, text: string): ParsedLine {
  const named = parseReference(text)
  return { line, text: text.slice(0, 254), ...(named && { named }) }
}

function parseReference(text: string): PersonReference | undefined {
  const name = text.toLowerCase()
  if (uuid.safeParse(name).success) return { by: 'account_id', name }
  const { data: address } = email.safeParse(name)
  if (address) return { by: 'email', name: address }
  const username = name.replace(/^@/, '')
  const isOne = username !== '' && username.length <= USERNAME_MAX && !username.includes('@')
  return isOne ? { by: 'username', name: username } : undefined
}

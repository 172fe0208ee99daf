import { z } from 'zod'
import { readCsv } from '#core/csv.ts'

/** Somebody as a line names them, by one of three. */
export type Named =
  | { by: 'email'; name: string }
  | { by: 'username'; name: string }
  | { by: 'account_id'; name: string }

export interface NamedLine {
  line: number
  text: string
  /** Missing where the text can be nobody's. */
  named?: Named
}

/** Columns by which a file names people; a row is the first of them that it fills. */
const COLUMNS = ['email', 'username', 'account_id'] as const
const email = z.email().max(254)
const uuid = z.uuid()
const USERNAME_MAX = 40

/**
 * Reads who is meant: a CSV file whose first row names such columns, as our own export, or else any
 * number of names, separated by lines, commas, semicolons or tabs. A quote that is not closed makes
 * its line invalid, and what follows with it.
 */
export function readLines(text: string): NamedLine[] {
  const plain = text.replace(/^\uFEFF/, '')
  const { rows, broken } = readCsv(plain)
  const columns = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const places = COLUMNS.map((column) => columns.indexOf(column)).filter((at) => at >= 0)
  const lines =
    places.length > 0
      ? rows.slice(1).map(({ line, cells }) => ({
          line,
          cells: [places.map((at) => cells[at]?.trim()).find(Boolean) ?? cells.join(', ')],
        }))
      : rows.map(({ line, cells }) => ({ line, cells: cells.flatMap((c) => c.split(/[;\t、，]/)) }))
  return [
    ...lines.flatMap(({ line, cells }) => cells.map((cell) => lineOf(line, cell.trim()))),
    ...(broken === undefined ? [] : [{ line: broken, text: '"' }]),
  ].filter((one) => one.text !== '')
}

function lineOf(line: number, text: string): NamedLine {
  const named = nameIn(text)
  return { line, text: text.slice(0, 254), ...(named && { named }) }
}

function nameIn(text: string): Named | undefined {
  const name = text.toLowerCase()
  if (uuid.safeParse(name).success) return { by: 'account_id', name }
  if (email.safeParse(name).success) return { by: 'email', name }
  const username = name.replace(/^@/, '')
  const isOne = username !== '' && username.length <= USERNAME_MAX && !username.includes('@')
  return isOne ? { by: 'username', name: username } : undefined
}

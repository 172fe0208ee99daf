import { z } from 'zod'
import { type CsvRow, readCsv, separatorOf } from '#core/csv.ts'
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

/**
 * The CSV columns that refer to people, with the names that other programs give them. The first column
 * that a row fills counts.
 */
// oxfmt-ignore
const COLUMNS = [
  [
    'email', 'e-mail', 'mail', 'email address', 'e-mail address', 'mail address',
    'メール', 'メールアドレス', 'eメール', '電子メール', '이메일', '이메일 주소',
    'e-mail-adresse', 'mailadresse', 'correo', 'correo electrónico', 'adresse e-mail', 'courriel',
    'endereço de e-mail', '邮箱', '电子邮件', '电子邮箱', '電子郵件', 'البريد الإلكتروني',
  ],
  ['username', 'user name', 'ユーザー名'],
  ['account_id'],
]
const uuid = z.uuid()
const USERNAME_MAX = 40

/**
 * Parses references to people: a CSV file whose first row names those columns, like our own export;
 * one of several columns of which one holds email addresses; or references separated by lines, commas,
 * semicolons or tabs. An unclosed quote makes its line and everything after it invalid.
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
  const table = readCsv(plain, separatorOf(plain))
  const named = namedColumns(table.rows[0])
  const places = named.length > 0 ? named : addressColumn(table.rows)
  const { rows, ...rest } = places.length > 0 ? table : readCsv(plain)
  const isReference = named.length > 0 ? Boolean : isAddress // an unknown heading is none
  const lines =
    places.length > 0
      ? rows.slice(named.length > 0 ? 1 : 0).map(({ line, cells }) => ({
          line,
          cells: [places.map((at) => plainCell(cells[at])).find(isReference) ?? cells.join(', ')],
        }))
      : rows.map(({ line, cells }) => ({ line, cells: cells.flatMap((c) => c.split(/[;\t、，]/)) }))
  const cells = lines.flatMap(({ line, cells: all }) =>
    all.map((cell) => ({ line, cell: cell.trim() })),
  )
  return { cells: cells.filter(({ cell }) => cell !== ''), ...rest }
}

/** Returns the places of the columns that the first row names. */
function namedColumns(head: CsvRow | undefined): number[] {
  const names = head?.cells.map((cell) => cell.normalize('NFKC').trim().toLowerCase()) ?? []
  return COLUMNS.map((column) => names.findIndex((name) => column.includes(name))).filter(
    (at) => at >= 0,
  )
}

/**
 * Returns the only column of a table that holds email addresses, or none if the rows are no table.
 * The other columns are then names and notes, which could be usernames of other people.
 */
function addressColumn(rows: readonly CsvRow[]): number[] {
  const [head, ...body] = rows
  const width = head?.cells.length ?? 0
  if (width < 2 || body.length === 0 || rows.some(({ cells }) => cells.length > width)) return []
  const places = new Set(
    rows.flatMap(({ cells }) => cells.flatMap((cell, i) => (isAddress(cell) ? [i] : []))),
  )
  const [at] = places
  const hasOne = ({ cells }: CsvRow) => isAddress(cells[at!]) || !cells[at!]?.trim()
  return places.size === 1 && body.every(hasOne) ? [at!] : []
}

const isAddress = (cell: string | undefined) =>
  email.safeParse(plainCell(cell)?.toLowerCase()).success

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

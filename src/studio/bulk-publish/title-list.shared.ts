import { csv, readCsv } from '#core/csv.ts'
import { decode, guessEncoding } from '#src/studio/publish/text-encoding.shared.ts'

/** What a list of titles may say of each: named as the upload call names them. */
export const listColumns = [
  'title',
  'description',
  'file_name',
  'poster_file_name',
  'trailer_file_name',
  'asset_subtitles',
  'trailer_subtitles',
  'brand',
  'total_copies',
  'start_serial_number',
  'creator_royalty_rate',
  'rental_creator_royalty_rate',
  'min_sellable_price',
  'sale_starting_at',
  'sale_ending_at',
  'holding_limit',
] as const
export type ListColumn = (typeof listColumns)[number]

export interface ListedTitle {
  /** Of the file, from 1. */
  line: number
  cells: Partial<Record<ListColumn, string>>
}

export interface ListFault {
  code: 'broken' | 'cells' | 'no_file_column' | 'no_rows' | 'unknown_column' | 'column_twice'
  line: number
  /** As the list calls it. */
  column?: string
}

/**
 * Reads a list of titles: a CSV file whose first row names its columns, in any order, in UTF-8 or, as
 * Japanese Excel writes it, in Shift_JIS. All that is wrong with the list itself is told at once; what
 * its cells say is judged with the titles.
 */
export function readTitleList(bytes: Uint8Array<ArrayBuffer>) {
  const { rows, broken } = readCsv(decode(bytes, guessEncoding(bytes)))
  const [head, ...body] = rows
  const columns = (head?.cells ?? []).map(columnNamed)
  const known = columns.filter(isColumn)
  const line = head?.line ?? 1
  const faults: ListFault[] = [
    ...columns
      .filter((column) => column !== '' && !isColumn(column))
      .map((column) => ({ code: 'unknown_column' as const, line, column })),
    ...known
      .filter((column, i) => known.indexOf(column) < i)
      .map((column) => ({ code: 'column_twice' as const, line, column })),
    ...body
      .filter(({ cells }) => cells.slice(columns.length).some((cell) => cell !== ''))
      .map((row) => ({ code: 'cells' as const, line: row.line })),
  ]
  if (!known.includes('file_name')) faults.push({ code: 'no_file_column', line })
  else if (body.length === 0 && broken === undefined) faults.push({ code: 'no_rows', line })
  if (broken !== undefined) faults.push({ code: 'broken', line: broken })
  const titles = body.map((row) => ({
    line: row.line,
    cells: Object.fromEntries(
      columns.flatMap((column, i) => (isColumn(column) ? [[column, row.cells[i] ?? '']] : [])),
    ),
  }))
  return { titles: known.includes('file_name') ? titles : [], faults }
}

/** Spreadsheets change capitals and people write spaces. */
const columnNamed = (cell: string) => cell.trim().toLowerCase().replaceAll(/[ -]+/g, '_')

const isColumn = (name: string): name is ListColumn =>
  (listColumns as readonly string[]).includes(name)

/** File names of one cell, between semicolons. */
export const namesIn = (cell = '') =>
  cell
    .split(/[;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A list to begin with, as a file that Excel opens as UTF-8. */
export const listTemplate = () =>
  csv(listColumns, [
    [
      'Last Train to Nemuro',
      'The day’s last train leaves Kushiro.',
      'night-train.mp4',
      'night-train.jpg',
      'night-train.trailer.mp4',
      'night-train.ja.vtt; night-train.en.vtt',
      '',
      '',
      ...[100, 1, 10, 10, 10],
      ...['', '', ''],
    ],
  ])

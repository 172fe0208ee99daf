import { csv, readCsv, separatorOf } from '#core/csv.ts'
import { fieldOf, fieldsIn } from '#src/catalog/asset/title-fields.shared.ts'
import { decode, guessEncoding } from '#src/studio/publish/text-encoding.shared.ts'
import { DEFAULT_FIELDS, listedFields } from '#src/studio/publish/title-form.shared.ts'

const fileColumns = [
  'file_name',
  'poster_file_name',
  'trailer_file_name',
  'asset_subtitles',
  'trailer_subtitles',
] as const
/** The columns of a list of titles, named like the fields of the API except the brand. */
const listColumns = [
  ...fieldsIn('about'),
  ...fileColumns,
  ...listedFields
    .filter((name) => fieldOf(name).part !== 'about')
    .map((name) => (name === 'brand_id' ? 'brand' : name)),
]
export type ListColumn = (typeof listColumns)[number]

export interface ListedTitle {
  /** Line in the file, counted from 1. */
  line: number
  cells: Partial<Record<ListColumn, string>>
}

export interface ListFault {
  code: 'broken' | 'cells' | 'no_file_column' | 'no_rows' | 'unknown_column' | 'column_twice'
  line: number
  /** The column's name as written in the list. */
  column?: string
}

/**
 * Reads a list of titles: a CSV file whose first row names its columns in any order, in UTF-8 or in
 * Shift_JIS (Japanese Excel), with any separator that `separatorOf` knows. Returns all faults of the list's form; values are checked later.
 */
export function readTitleList(bytes: Uint8Array<ArrayBuffer>) {
  const text = decode(bytes, guessEncoding(bytes))
  const { rows, broken } = readCsv(text, separatorOf(text))
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

/** Normalizes a column name: spreadsheets change the case, and people write spaces. */
const columnNamed = (cell: string) => cell.trim().toLowerCase().replaceAll(/[ -]+/g, '_')

const isColumn = (name: string): name is ListColumn =>
  (listColumns as readonly string[]).includes(name)

/** Splits a cell into file names at semicolons. */
export const namesIn = (cell = '') =>
  cell
    .split(/[;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

const SAMPLE: Record<string, string | number | boolean | null> = {
  ...DEFAULT_FIELDS,
  title: 'Last Train to Nemuro',
  description: 'The day’s last train leaves Kushiro.',
  file_name: 'night-train.mp4',
  poster_file_name: 'night-train.jpg',
  trailer_file_name: 'night-train.trailer.mp4',
  asset_subtitles: 'night-train.ja.vtt; night-train.en.vtt',
}

/** Builds a template list as CSV that Excel opens as UTF-8. */
export const listTemplate = () =>
  csv(listColumns, [listColumns.map((column) => String(SAMPLE[column] ?? ''))])

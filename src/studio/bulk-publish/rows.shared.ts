import type { SaleClocks } from '#src/catalog/asset/sale-times.shared.ts'
import type { TitleRules } from '#src/studio/publish/title-fields.shared.ts'
import {
  fileNameOf,
  type FoundSubtitles,
  type FoundTitle,
  type Named,
  pairFiles,
  sameName,
} from './pairing.shared.ts'
import { type ListColumn, type ListedTitle, namesIn } from './title-list.shared.ts'

/** What is said of a title, as it is typed. */
export interface Cells {
  title: string
  description: string
  /** '' is none; what is no brand's id was written in a list. */
  brand_id: string
  total_copies: string
  start_serial_number: string
  creator_royalty_rate: string
  rental_creator_royalty_rate: string
  min_sellable_price: string
  /** By a clock in Japan, `2030-02-01T21:00`; '' is none, as it is of the limit. */
  sale_starting_at: string
  sale_ending_at: string
  holding_limit: string
}
/** Those that are numbers, in the order in which people are asked for them. */
export const numberFields = [
  'total_copies',
  'start_serial_number',
  'min_sellable_price',
  'creator_royalty_rate',
  'rental_creator_royalty_rate',
] as const
export type Role = 'asset' | 'poster' | 'trailer'
type Files<F> = Partial<Record<Role, F>>

/** Those of the sale, which few titles need. */
export const saleFields = ['sale_starting_at', 'sale_ending_at', 'holding_limit'] as const

/** What goes for all of them alike: what holders may do, and whether people wait for each sale. */
export type Rules = TitleRules & Pick<SaleClocks, 'waiting_room'>

/** A title that is to be made. */
export interface TitleRow<F> {
  /** The work's path, or the line of the list. */
  id: string
  /** Of the list it was named in. */
  line?: number
  cells: Cells
  files: Files<F>
  subtitles: readonly FoundSubtitles<F>[]
  /** Files that the list names and that are not among those chosen, by what they are for. */
  absent: { of: Role | 'subtitles'; name: string }[]
}

/** What was changed by hand. */
export interface Edit<F> {
  cells?: Partial<Cells>
  files?: Files<F>
  /** Taken away, though they were found. */
  without?: readonly F[]
  isRemoved?: boolean
}

interface Given<F> {
  files: readonly F[]
  /** Of a list; undefined where there is none and the files speak for themselves. */
  list: readonly ListedTitle[] | undefined
  brands: readonly { id: string; name: string; account: string }[]
  /** What neither files nor list say. */
  first: Cells
}

/** The titles that files and a list come to, and the files that are left over. */
export function rowsOf<F extends Named>(given: Given<F>): { rows: TitleRow<F>[]; left: F[] } {
  const found = pairFiles(given.files)
  const rows = given.list
    ? given.list.map((title) => listedRow(title, found.titles, given))
    : found.titles.map((title) => ({
        ...{ id: title.asset.path, files: filesOf(title), subtitles: title.subtitles, absent: [] },
        cells: { ...given.first, title: title.name },
      }))
  const used = new Set(rows.flatMap(allFilesOf))
  const named = found.titles.map((title) => ({ ...title, files: filesOf(title) }))
  const left = [...found.left, ...named.flatMap(allFilesOf)].filter((file) => !used.has(file))
  return { rows, left }
}

/** A title as it was corrected; none where it was removed. */
export function corrected<F>(row: TitleRow<F>, edit: Edit<F> | undefined): TitleRow<F>[] {
  if (!edit) return [row]
  if (edit.isRemoved) return []
  const isKept = (file: F) => !edit.without?.includes(file)
  const files = Object.entries(row.files).filter(([, file]) => isKept(file))
  const chosen = new Set<string>(Object.keys(edit.files ?? {}))
  return [
    {
      ...row,
      cells: { ...row.cells, ...edit.cells },
      files: { ...Object.fromEntries(files), ...edit.files },
      subtitles: row.subtitles.filter(({ file }) => isKept(file)),
      absent: row.absent.filter(({ of }) => !chosen.has(of)),
    },
  ]
}

/** All files that go up with a title. */
export const allFilesOf = <F>({
  files,
  subtitles,
}: Pick<TitleRow<F>, 'files' | 'subtitles'>): F[] => [
  ...Object.values(files),
  ...subtitles.map(({ file }) => file),
]

function filesOf<F>({ asset, poster, trailer }: FoundTitle<F>): Files<F> {
  return { asset, ...(poster && { poster }), ...(trailer && { trailer }) }
}

/** What a line says; of files that it does not name, those are taken that are named like its work. */
function listedRow<F extends Named>(
  { line, cells }: ListedTitle,
  found: readonly FoundTitle<F>[],
  { files: chosen, brands, first }: Given<F>,
): TitleRow<F> {
  const absent: TitleRow<F>['absent'] = []
  const named = (of: Role | 'subtitles', column: ListColumn) =>
    namesIn(cells[column]).flatMap((name) => {
      const file = fileNamed(name, chosen)
      if (!file) absent.push({ of, name })
      return file ? [file] : []
    })
  const [asset] = named('asset', 'file_name')
  const beside = found.find((title) => asset && title.asset === asset)
  const poster = cells.poster_file_name ? named('poster', 'poster_file_name')[0] : beside?.poster
  const trailer = cells.trailer_file_name
    ? named('trailer', 'trailer_file_name')[0]
    : beside?.trailer
  const subtitles = (['asset', 'trailer'] as const).flatMap((of) => {
    const listed = named('subtitles', `${of}_subtitles`).map((file) => ({ file, of }))
    return cells[`${of}_subtitles`] ? listed : (beside?.subtitles ?? []).filter((s) => s.of === of)
  })
  const brand = brands.find(({ id, name, account }) =>
    [id, name, account].some((one) => sameName(one) === sameName(cells.brand ?? '')),
  )
  const said = {
    ...{ ...cells, title: cells.title || beside?.name, brand_id: brand?.id ?? cells.brand },
    sale_starting_at: clockOf(cells.sale_starting_at ?? ''),
    sale_ending_at: clockOf(cells.sale_ending_at ?? ''),
  }
  const fields = Object.keys(first) as (keyof Cells)[]
  return {
    ...{ id: `${line}`, line, absent, subtitles },
    files: { ...(asset && { asset }), ...(poster && { poster }), ...(trailer && { trailer }) },
    cells: Object.fromEntries(
      fields.map((field) => [field, said[field] || first[field]]),
    ) as Record<keyof Cells, string>,
  }
}

/** `2030/2/1 21:00`, as spreadsheets write it, or `2030年2月1日` as a field has it; else as it is. */
export function clockOf(typed: string): string {
  const [, year, ...rest] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::00)?)?$/.exec(
      typed.normalize('NFKC').trim(),
    ) ?? []
  if (!year) return typed
  const [month, day, hour, minute] = rest.map((part) => (part ?? '0').padStart(2, '0'))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** By its whole path, else by its name alone. */
function fileNamed<F extends Named>(name: string, files: readonly F[]): F | undefined {
  const is = (said: string) => (file: F) => sameName(said) === sameName(file.path)
  const isCalled = (file: F) => sameName(fileNameOf(file.path)) === sameName(fileNameOf(name))
  return files.find(is(name.replaceAll('\\', '/'))) ?? files.find(isCalled)
}

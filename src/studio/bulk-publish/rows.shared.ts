import { fieldOf, fieldsIn } from '#src/catalog/asset/title-fields.shared.ts'
import {
  DEFAULT_FIELDS,
  type ListedField,
  listedFields,
  initialsOf,
} from '#src/studio/publish/title-form.shared.ts'
import {
  fileNameOf,
  type FoundSubtitles,
  type FoundTitle,
  type NamedFile,
  pairFiles,
  normalizeName,
} from './pairing.shared.ts'
import { type ListColumn, type ListedTitle, namesIn } from './title-list.shared.ts'

/**
 * The fields of a title as typed text: the brand's id, or unmatched text from a list; times on a
 * clock in Japan, `2030-02-01T21:00`; '' for none.
 */
export type Cells = Record<ListedField, string>
export const INITIAL_CELLS = Object.fromEntries(
  listedFields.map((name) => [name, String(DEFAULT_FIELDS[name] ?? '')]),
) as Cells

/** The texts that titles may have in common: all but the name. */
export const longTexts = fieldsIn('about').filter((name) => name !== 'title')
/** The numeric fields in the order of the form. */
export const numberFields = [...fieldsIn('edition'), ...fieldsIn('price')]
export type Role = 'asset' | 'poster' | 'trailer'
type Files<F> = Partial<Record<Role, F>>

/** Terms common to all titles: the rights of holders, and whether sales have a waiting room. */
export const INITIAL_TERMS = initialsOf([
  ...fieldsIn('rights'),
  ...fieldsIn('screening'),
  'waiting_room',
])
export type SharedTerms = typeof INITIAL_TERMS

/** A title to be uploaded. */
export interface TitleRow<F> {
  /** The path of the work, or the line in the list. */
  id: string
  /** The line in the list, if the title comes from one. */
  line?: number
  cells: Cells
  files: Files<F>
  subtitles: readonly FoundSubtitles<F>[]
  /** Files that the list names but the user did not choose, with their role. */
  absent: { role: Role | 'subtitles'; name: string }[]
}

/** The user's corrections to a title. */
export interface Edit<F> {
  cells?: Partial<Cells>
  files?: Files<F>
  /** Paired files that the user removed. */
  without?: readonly F[]
  isRemoved?: boolean
}

interface RowsInput<F> {
  files: readonly F[]
  /** The titles of a list; undefined if there is none and titles come from the files alone. */
  list: readonly ListedTitle[] | undefined
  brands: readonly { id: string; name: string; account: string }[]
  /** The values used where neither files nor list state any. */
  defaults: Cells
}

/** Builds the titles from the files and the list, and returns the files that belong to none. */
export function rowsOf<F extends NamedFile>(
  input: RowsInput<F>,
): { rows: TitleRow<F>[]; unmatched: F[] } {
  const found = pairFiles(input.files)
  const rows = input.list
    ? input.list.map((title) => listedRow(title, found.titles, input))
    : found.titles.map((title) => ({
        id: title.asset.path,
        files: filesOf(title),
        subtitles: title.subtitles,
        absent: [],
        cells: { ...input.defaults, title: title.name },
      }))
  const used = new Set(rows.flatMap(allFilesOf))
  const named = found.titles.map((title) => ({ ...title, files: filesOf(title) }))
  const unmatched = [...found.unmatched, ...named.flatMap(allFilesOf)].filter(
    (file) => !used.has(file),
  )
  return { rows, unmatched }
}

/** Applies the user's corrections to a title. Returns an empty list if the user removed it. */
export function applyEdit<F>(row: TitleRow<F>, edit: Edit<F> | undefined): TitleRow<F>[] {
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
      absent: row.absent.filter(({ role }) => !chosen.has(role)),
    },
  ]
}

/** Returns all files of a title, subtitles included. */
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

/** Builds a title from a line of the list. Roles without a named file use the files paired by name. */
function listedRow<F extends NamedFile>(
  { line, cells }: ListedTitle,
  found: readonly FoundTitle<F>[],
  { files: chosen, brands, defaults }: RowsInput<F>,
): TitleRow<F> {
  const absent: TitleRow<F>['absent'] = []
  const named = (role: Role | 'subtitles', column: ListColumn) =>
    namesIn(cells[column]).flatMap((name) => {
      const file = fileNamed(name, chosen)
      if (!file) absent.push({ role, name })
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
    [id, name, account].some((one) => normalizeName(one) === normalizeName(cells.brand ?? '')),
  )
  const stated = {
    ...cells,
    title: cells.title || beside?.name,
    brand_id: brand?.id ?? cells.brand,
  }
  const cellOf = (name: ListedField) => {
    const typed = stated[name] || defaults[name]
    return fieldOf(name).kind === 'time' ? clockOf(typed) : typed
  }
  return {
    id: `${line}`,
    line,
    absent,
    subtitles,
    files: { ...(asset && { asset }), ...(poster && { poster }), ...(trailer && { trailer }) },
    cells: Object.fromEntries(listedFields.map((name) => [name, cellOf(name)])) as Cells,
  }
}

const YEAR_FIRST = /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?(?<time>.*)$/
const DAY_FIRST = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}),?(?<time>.*)$/
const TIME = /^(?:[T\s]+(\d{1,2}):(\d{2})(?::00)?)?$/

/**
 * Converts `2030/2/1 21:00` (spreadsheets), `1.2.2030 21:00` and `2030年2月1日` to the format of a
 * `datetime-local` field. Returns other text unchanged: `1/2/2030` is another day in other countries.
 */
export function clockOf(typed: string): string {
  const plain = typed.normalize('NFKC').trim()
  const { groups } = YEAR_FIRST.exec(plain) ?? DAY_FIRST.exec(plain) ?? {}
  const time = groups && TIME.exec(groups.time!)
  if (!time) return typed
  const [month, day, hour, minute] = [groups.month, groups.day, time[1], time[2]].map((part) =>
    (part ?? '0').padStart(2, '0'),
  )
  return `${groups.year}-${month}-${day}T${hour}:${minute}`
}

/** Tells whether a text has the format that `clockOf` writes. */
export const isClock = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)

/** Finds a file by its whole path, else by its name alone. */
function fileNamed<F extends NamedFile>(name: string, files: readonly F[]): F | undefined {
  const hasPath = (path: string) => (file: F) => normalizeName(path) === normalizeName(file.path)
  const hasName = (file: F) =>
    normalizeName(fileNameOf(file.path)) === normalizeName(fileNameOf(name))
  return files.find(hasPath(name.replaceAll('\\', '/'))) ?? files.find(hasName)
}

import { z } from 'zod'
import { checkFutureEnd, checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import {
  emptyValue,
  parseNumber,
  fieldOf,
  fieldsAboveLimit,
  type Limits,
  schemasOf,
} from '#src/catalog/asset/title-fields.shared.ts'
import type { VttFault } from '#src/media/packaging/webvtt.shared.ts'
import { mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import {
  type ListedField,
  listedFields,
  listingFaults,
  listingLimits,
  type TitleFields,
} from '#src/studio/publish/title-form.shared.ts'
import { type NamedFile, normalizeName } from './pairing.shared.ts'
import type { Cells, Role, TitleRow } from './rows.shared.ts'
import type { SubtitleContent } from './subtitle-files.shared.ts'

/** A fault that keeps a title from being uploaded. */
export interface Fault {
  field: keyof Cells | Role | 'subtitles'
  code: 'missing' | 'wrong' | 'absent' | 'kind' | 'empty' | 'broken' | 'twice'
  /** The file names, the language or the cell's text concerned; empty if something is missing. */
  names: string
  /** The least and the greatest number of a `wrong` one. */
  bounds?: readonly [least: number, greatest: number]
  /** The first fault of `broken` subtitles. */
  vttFault?: VttFault
}

type ChosenFile = NamedFile & SubtitleContent & { size: number }

interface Context {
  limits: Limits
  brands: readonly { id: string }[]
  /** True if the titles have a waiting room, which requires a start of the sale. */
  waiting_room: boolean
  /** The time now on a clock in Japan. */
  clock: () => string
}

const { brand_id: _, ...schemas } = schemasOf(listedFields, 'schema')
const fields = z.object({ ...schemas, ...saleTimes }).check(checkSaleClocks)

/** Converts cells to the fields of a form. Text that is no number becomes NaN. */
export const fieldsOf = (cells: Cells) =>
  Object.fromEntries(
    listedFields.map((name) => {
      const { kind, bounds } = fieldOf(name)
      const typed = cells[name]
      if (bounds && typed.trim() === '') return [name, emptyValue(name)]
      if (kind === 'number' || kind === 'rate') return [name, parseNumber(kind, typed)]
      return [name, kind === 'brand' ? typed || null : typed]
    }),
  ) as Pick<TitleFields, ListedField>

/** Lists everything that is missing or wrong with a title before its upload. */
export function faultsOf(row: TitleRow<ChosenFile>, context: Context): Fault[] {
  const { cells, absent } = row
  const { waiting_room, brands, limits, clock } = context
  const form = fields.check(checkFutureEnd(clock))
  const values = fieldsOf(cells)
  const wrong = new Set<string>([
    ...(form.safeParse({ ...values, waiting_room }).error?.issues ?? []).map(({ path }) =>
      String(path[0]),
    ),
    ...fieldsAboveLimit(values, limits),
    ...listingFaults(values, limits),
  ])
  const isKnown = brands.some(({ id }) => id === cells.brand_id)
  if (cells.brand_id !== '' && !isKnown) wrong.add('brand_id')
  const cellFaults = listedFields
    .filter((field) => wrong.has(field))
    .map((field) => {
      const { bounds } = fieldOf(field)
      const isTyped = cells[field].trim() !== ''
      const of = field === 'sale_price' ? listingLimits(limits, values.min_sellable_price) : limits
      return {
        field,
        code: isTyped ? ('wrong' as const) : ('missing' as const),
        ...(isTyped && bounds && { bounds: bounds(of) }),
      }
    })
  return [
    ...cellFaults.map((fault) => ({ ...fault, names: cells[fault.field] })),
    ...absent.map(({ role, name }) => ({ field: role, code: 'absent' as const, names: name })),
    ...fileFaults(row),
    ...subtitleFaults(row),
  ]
}

function fileFaults({ files, subtitles, absent }: TitleRow<ChosenFile>): Fault[] {
  const chosen = Object.entries(files) as [Role, ChosenFile][]
  const empty = [...chosen, ...subtitles.map(({ file }) => ['subtitles', file] as const)]
    .filter(([, { size, isUnreadable }]) => size === 0 || isUnreadable)
    .map(([field, { path }]) => ({ field, code: 'empty' as const, names: path }))
  const ofWrongKind = chosen
    .filter(([role, file]) => !isOfKind(role, file))
    .map(([field, { path }]) => ({ field, code: 'kind' as const, names: path }))
  const hasAsset = files.asset || absent.some(({ role }) => role === 'asset')
  return [
    ...(hasAsset ? [] : [{ field: 'asset', code: 'missing', names: '' } as const]),
    ...empty,
    ...ofWrongKind,
  ]
}

/** Lists the subtitles that are not valid, and the languages that several files of a title have. */
function subtitleFaults({ subtitles }: TitleRow<ChosenFile>): Fault[] {
  const field = 'subtitles' as const
  const broken = subtitles
    .filter(({ file }) => file.size > 0 && file.vttFault)
    .map(({ file: { path: names, vttFault } }) => ({
      field,
      code: 'broken' as const,
      names,
      vttFault,
    }))
  const languages = (['asset', 'trailer'] as const).flatMap((part) => {
    const own = subtitles.filter(({ of }) => of === part)
    return own
      .flatMap(({ file }) => file.subtitles?.language ?? [])
      .filter((language, i, all) => all.indexOf(language) < i)
  })
  return [
    ...broken,
    ...[...new Set(languages)].map((names) => ({ field, code: 'twice' as const, names })),
  ]
}

function isOfKind(role: Role, { path, type }: NamedFile): boolean {
  const { asset_type } = mediaTypeOf(type, path)
  if (role === 'asset') return asset_type !== 'unknown'
  return asset_type === (role === 'poster' ? 'image' : 'video')
}

/** Returns the ids of titles that share their name or their file with another title. */
export function findDuplicates(
  rows: readonly TitleRow<NamedFile>[],
  others: readonly string[],
): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const keysOf = ({ cells, files }: TitleRow<NamedFile>) => [
    `title ${normalizeName(cells.title)}`,
    ...(files.asset ? [`file ${files.asset.path}`] : []),
  ]
  for (const title of others) counts.set(`title ${normalizeName(title)}`, 1)
  for (const key of rows.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const hasDuplicate = (row: TitleRow<NamedFile>) =>
    keysOf(row).some((key) => key !== 'title ' && counts.get(key)! > 1)
  return new Set(rows.filter(hasDuplicate).map(({ id }) => id))
}

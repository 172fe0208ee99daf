import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Limits } from '#src/catalog/asset/title-fields.shared.ts'
import { findDuplicates, type Fault, faultsOf } from './faults.shared.ts'
import type { LocalFile } from './local-files.tsx'
import { type Cells, applyEdit, type Edit, rowsOf, type TitleRow } from './rows.shared.ts'
import { withSubtitles } from './subtitle-files.shared.ts'
import { type ListedTitle, type ListFault, readTitleList } from './title-list.shared.ts'

/** The most titles in one batch; more make the review slow and hard to read. */
export const TITLES_MAX = 100

/** A title under review with its faults. */
export interface ReviewedTitle {
  row: TitleRow<LocalFile>
  /** The inputs this review was computed from; compared to skip rendering. */
  inputs: readonly [
    found: TitleRow<LocalFile>,
    edit: Edit<LocalFile> | undefined,
    context: ReviewContext,
  ]
  faults: readonly Fault[]
  isDuplicate: boolean
}

type Edits = ReadonlyMap<string, Edit<LocalFile>>
interface List {
  name: string
  titles: ListedTitle[]
  faults: ListFault[]
}
interface ReviewContext {
  brands: readonly { id: string; name: string; account: string }[]
  limits: Limits
  waiting_room: boolean
  /** The time now on a clock in Japan. */
  clock: () => string
  /** Names of titles uploaded before. */
  others: readonly string[]
}

/** Holds the chosen files, the list among them and the user's edits, and derives the titles. */
export function useBulkPublish(initialDefaults: Cells, context: ReviewContext) {
  const { i18n } = useLingui()
  const [files, setFiles] = useState<readonly LocalFile[]>([])
  const [list, setList] = useState<List>()
  const [defaults, setDefaults] = useState(initialDefaults)
  const [edits, setEdits] = useState<Edits>(new Map())
  // Titles that are uploading, by work and name: they stay away when a corrected list is chosen.
  const [queued, setQueued] = useState<ReadonlySet<string>>(new Set())
  const { brands } = context
  const deferredDefaults = useDeferredValue(defaults) // keeps typing fast with many titles
  const { rows, unmatched } = useMemo(
    () => rowsOf({ files, list: list?.titles, brands, defaults: deferredDefaults }),
    [files, list, brands, deferredDefaults],
  )
  const all = useMemo(
    () => reviewTitles(rows, { edits, queued }, context),
    [rows, edits, queued, context],
  )

  /**
   * Adds files. A file with the same path is replaced, and its title comes back if it was removed; of
   * several lists the last is used.
   */
  async function add(chosen: readonly LocalFile[]) {
    const lists = chosen.filter(({ path }) => /\.csv$/i.test(path))
    const others = chosen.filter((one) => !lists.includes(one))
    const rest = await Promise.all(others.map((one) => withSubtitles(one, i18n.locale)))
    const paths = new Set(rest.map(({ path }) => path))
    const withRest = (before: readonly LocalFile[]) => [
      ...before.filter(({ path }) => !paths.has(path)),
      ...rest,
    ]
    setFiles(withRest)
    const found = rowsOf({ files: withRest(files), list: list?.titles, brands, defaults })
    const added = found.rows.filter(({ files: { asset } }) => asset && paths.has(asset.path))
    setEdits((before) => withPutBack(before, new Set(added.map(({ id }) => id))))
    const newest = lists.at(-1)
    if (!newest) return
    const bytes = new Uint8Array(await newest.file.arrayBuffer())
    setList({ name: newest.path, ...readTitleList(bytes) })
    setEdits(new Map())
  }

  /** Takes titles that are uploading out of the review. */
  function leave(titles: readonly TitleRow<LocalFile>[]) {
    setQueued((before) => new Set([...before, ...titles.map(markOf)]))
  }

  const reviewed = useMemo(() => all.slice(0, TITLES_MAX), [all])
  const changes = useMemo(() => changesBy(setEdits), [])
  return {
    reviewed,
    tooMany: all.length - reviewed.length,
    unmatched,
    list,
    defaults,
    setDefaults,
    add,
    leave,
    changes,
  }
}
export type BulkPublish = ReturnType<typeof useBulkPublish>

const markOf = ({ files, cells }: TitleRow<LocalFile>) =>
  `${files.asset?.path}\n${cells.title.trim()}`

function reviewTitles(
  rows: readonly TitleRow<LocalFile>[],
  { edits, queued }: { edits: Edits; queued: ReadonlySet<string> },
  context: ReviewContext,
): ReviewedTitle[] {
  const titles = rows.flatMap((found) => {
    const edit = edits.get(found.id)
    return applyEdit(found, edit)
      .filter((row) => !queued.has(markOf(row)))
      .map((row) => ({ row, inputs: [found, edit, context] as const }))
  })
  const duplicates = findDuplicates(
    titles.map(({ row }) => row),
    context.others,
  )
  return titles.map((title) => ({
    ...title,
    faults: faultsOf(title.row, context),
    isDuplicate: duplicates.has(title.row.id),
  }))
}

/** Builds the functions that edit one title. */
function changesBy(setEdits: (change: (before: Edits) => Edits) => void) {
  const edit = (id: string, change: (before: Edit<LocalFile>) => Edit<LocalFile>) =>
    setEdits((before) => new Map(before).set(id, change(before.get(id) ?? {})))
  return {
    setCells: (id: string, cells: Partial<Cells>) =>
      edit(id, (before) => ({ ...before, cells: { ...before.cells, ...cells } })),
    addFile: (id: string, added: Edit<LocalFile>['files']) =>
      edit(id, (before) => ({ ...before, files: { ...before.files, ...added } })),
    removeFile: (id: string, file: LocalFile) => edit(id, (before) => withoutFile(before, file)),
    remove: (id: string) => edit(id, (before) => ({ ...before, isRemoved: true })),
    putBack: (id: string) => edit(id, (before) => ({ ...before, isRemoved: false })),
  }
}
export type Changes = ReturnType<typeof changesBy>

/** Puts back those of these titles that were removed. */
const withPutBack = (edits: Edits, ids: ReadonlySet<string>): Edits =>
  new Map([...edits].map(([id, edit]) => [id, ids.has(id) ? { ...edit, isRemoved: false } : edit]))

function withoutFile(before: Edit<LocalFile>, file: LocalFile): Edit<LocalFile> {
  const own = Object.entries(before.files ?? {}).filter(([, one]) => one !== file)
  return { ...before, files: Object.fromEntries(own), without: [...(before.without ?? []), file] }
}

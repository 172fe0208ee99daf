import { useDeferredValue, useMemo, useState } from 'react'
import { doubles, type Fault, faultsOf } from './faults.shared.ts'
import type { GivenFile } from './local-files.tsx'
import { type Cells, corrected, type Edit, rowsOf, type TitleRow } from './rows.shared.ts'
import { type ListedTitle, type ListFault, readTitleList } from './title-list.shared.ts'

/** More stand in the way of each other, and of the reader. */
export const TITLES_MAX = 100

/** A title to look over, with what is wrong with it. */
export interface Looked {
  row: TitleRow<GivenFile>
  /** What it was made of: while these are the same, so is the rest. */
  of: readonly [found: TitleRow<GivenFile>, edit: Edit<GivenFile> | undefined, about: About]
  faults: readonly Fault[]
  isDouble: boolean
}

type Edits = ReadonlyMap<string, Edit<GivenFile>>
interface List {
  name: string
  titles: ListedTitle[]
  faults: ListFault[]
}
interface About {
  brands: readonly { id: string; name: string; account: string }[]
  royaltyMax: number
  copiesMax: number
  waiting_room: boolean
  /** Titles uploaded before. */
  others: readonly string[]
}

/** Files that were chosen, the list among them if there is one, and the titles they come to. */
export function useBulkPublish(begin: Cells, about: About) {
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const [list, setList] = useState<List>()
  const [first, setFirst] = useState(begin)
  const [edits, setEdits] = useState<Edits>(new Map())
  const { brands } = about
  const said = useDeferredValue(first) // fifty titles follow what is typed for all of them
  const { rows, left } = useMemo(
    () => rowsOf({ files, list: list?.titles, brands, first: said }),
    [files, list, brands, said],
  )
  const all = useMemo(() => lookAt(rows, edits, about), [rows, edits, about])

  /** A file chosen again takes the place of the one before; of several lists the last counts. */
  async function add(chosen: readonly GivenFile[]) {
    const lists = chosen.filter(({ path }) => /\.csv$/i.test(path))
    const rest = chosen.filter((one) => !lists.includes(one))
    const paths = new Set(rest.map(({ path }) => path))
    setFiles((before) => [...before.filter(({ path }) => !paths.has(path)), ...rest])
    const newest = lists.at(-1)
    if (!newest) return
    const bytes = new Uint8Array(await newest.file.arrayBuffer())
    setList({ name: newest.path, ...readTitleList(bytes) })
    setEdits(new Map())
  }

  const looked = all.slice(0, TITLES_MAX)
  const changes = useMemo(() => changesBy(setEdits), [])
  return {
    ...{ looked, tooMany: all.length - looked.length },
    ...{ left, list, first, setFirst, add, changes },
  }
}
export type BulkPublish = ReturnType<typeof useBulkPublish>

function lookAt(rows: readonly TitleRow<GivenFile>[], edits: Edits, about: About): Looked[] {
  const titles = rows.flatMap((found) => {
    const edit = edits.get(found.id)
    return corrected(found, edit).map((row) => ({ row, of: [found, edit, about] as const }))
  })
  const double = doubles(
    titles.map(({ row }) => row),
    about.others,
  )
  return titles.map((title) => ({
    ...title,
    faults: faultsOf(title.row, about),
    isDouble: double.has(title.row.id),
  }))
}

/** What can be done with one title by hand. */
function changesBy(setEdits: (change: (before: Edits) => Edits) => void) {
  const edit = (id: string, change: (before: Edit<GivenFile>) => Edit<GivenFile>) =>
    setEdits((before) => new Map(before).set(id, change(before.get(id) ?? {})))
  return {
    say: (id: string, cells: Partial<Cells>) =>
      edit(id, (before) => ({ ...before, cells: { ...before.cells, ...cells } })),
    giveFile: (id: string, given: Edit<GivenFile>['files']) =>
      edit(id, (before) => ({ ...before, files: { ...before.files, ...given } })),
    takeFile: (id: string, file: GivenFile) => edit(id, (before) => withoutFile(before, file)),
    remove: (ids: readonly string[]) => {
      for (const id of ids) edit(id, (before) => ({ ...before, isRemoved: true }))
    },
  }
}
export type Changes = ReturnType<typeof changesBy>

function withoutFile(before: Edit<GivenFile>, file: GivenFile): Edit<GivenFile> {
  const own = Object.entries(before.files ?? {}).filter(([, one]) => one !== file)
  return { ...before, files: Object.fromEntries(own), without: [...(before.without ?? []), file] }
}

import { useMemo, useState } from 'react'
import { doubles, type Fault, faultsOf } from './faults.shape.ts'
import type { GivenFile } from './given-files.tsx'
import { type Cells, corrected, type Edit, rowsOf, type TitleRow } from './rows.shape.ts'
import { type ListedTitle, type ListFault, readTitleList } from './title-list.shape.ts'

/** More stand in the way of each other, and of the reader. */
export const TITLES_MAX = 100

/** A title to look over, with what is wrong with it. */
export interface Looked {
  row: TitleRow<GivenFile>
  faults: readonly Fault[]
  isDouble: boolean
}

interface List {
  name: string
  titles: ListedTitle[]
  faults: ListFault[]
}
interface About {
  brands: readonly { id: string; name: string; account: string }[]
  royaltyMax: number
  copiesMax: number
  /** Titles uploaded before. */
  others: readonly string[]
}

/** Files that were chosen, the list among them if there is one, and the titles they come to. */
export function useSeveral(begin: Cells, about: About) {
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const [list, setList] = useState<List>()
  const [first, setFirst] = useState(begin)
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit<GivenFile>>>(new Map())
  const { brands, others } = about
  const { rows, left } = useMemo(
    () => rowsOf({ files, list: list?.titles, brands, first }),
    [files, list, brands, first],
  )
  const all = rows.flatMap((row) => corrected(row, edits.get(row.id)))
  const titles = all.slice(0, TITLES_MAX)
  const double = doubles(titles, others)

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

  const edit = (id: string, change: (before: Edit<GivenFile>) => Edit<GivenFile>) =>
    setEdits((before) => new Map(before).set(id, change(before.get(id) ?? {})))

  return {
    looked: titles.map((row): Looked => ({
      row,
      faults: faultsOf(row, about),
      isDouble: double.has(row.id),
    })),
    tooMany: all.length - titles.length,
    ...{ left, list, first, setFirst, add },
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
export type Several = ReturnType<typeof useSeveral>

function withoutFile(before: Edit<GivenFile>, file: GivenFile): Edit<GivenFile> {
  const own = Object.entries(before.files ?? {}).filter(([, one]) => one !== file)
  return { ...before, files: Object.fromEntries(own), without: [...(before.without ?? []), file] }
}

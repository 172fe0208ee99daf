import type { Named } from './pairing.shared.ts'

/** A file of the reader's own, with where it lay below what was chosen. */
export interface GivenFile extends Named {
  file: File
  size: number
}

const given = (file: File, path: string): GivenFile => ({
  ...{ file, path: path.replace(/^\//, '') },
  ...{ type: file.type, size: file.size },
})

/** What a file field holds: files, or all that lies in a folder. */
export const chosenFiles = (files: FileList | null): GivenFile[] =>
  [...(files ?? [])].map((file) => given(file, file.webkitRelativePath || file.name))

/**
 * What was dropped, with all that lies in dropped folders. To be called while the drop is being told:
 * afterwards the browser has forgotten it (File and Directory Entries API).
 */
export function droppedFiles({ items }: DataTransfer): Promise<GivenFile[]> {
  const found = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry) return [filesIn(entry)]
    return file ? [Promise.resolve([given(file, file.name)])] : []
  })
  return Promise.all(found).then((all) => all.flat())
}

async function filesIn(entry: FileSystemEntry): Promise<GivenFile[]> {
  if (isFolder(entry)) {
    const inside = await Promise.all((await entriesOf(entry)).map(filesIn))
    return inside.flat()
  }
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  )
  return [given(file, entry.fullPath)]
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A folder tells its entries a hundred at a time, and at the end none. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

import type { NamedFile } from './pairing.shared.ts'
import type { SubtitleContent } from './subtitle-files.shared.ts'

/** A file of the user with its path relative to the chosen folder. */
export interface LocalFile extends NamedFile, SubtitleContent {
  file: File
  size: number
}

const toLocalFile = (file: File, path: string): LocalFile => ({
  file,
  path: path.replace(/^\//, ''),
  type: file.type,
  size: file.size,
})

/** Converts the content of a file field: files, or all files of a folder. */
export const localFilesOf = (files: FileList | null): LocalFile[] =>
  [...(files ?? [])].map((file) => toLocalFile(file, file.webkitRelativePath || file.name))

/**
 * Returns the dropped files, including those in dropped folders (File and Directory Entries API).
 * Must run inside the `drop` event; the browser discards the data afterwards.
 */
export function droppedLocalFiles({ items }: DataTransfer): Promise<LocalFile[]> {
  const found = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry) return [filesIn(entry)]
    return file ? [Promise.resolve([toLocalFile(file, file.name)])] : []
  })
  return Promise.all(found).then((all) => all.flat())
}

async function filesIn(entry: FileSystemEntry): Promise<LocalFile[]> {
  if (isFolder(entry)) {
    const inside = await Promise.all((await entriesOf(entry)).map(filesIn))
    return inside.flat()
  }
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  )
  return [toLocalFile(file, entry.fullPath)]
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Reads all entries of a folder; browsers return at most a hundred at a time, and none at the end. */
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

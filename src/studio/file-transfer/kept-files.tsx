import type { FileHash } from './hash.shared.ts'

/**
 * What lets a browser go on with a file after it was closed: where the file is. A page may keep that
 * in IndexedDB and ask for leave to read it again (File System API, `FileSystemFileHandle`); a
 * browser that does not know how asks people to choose the file once more.
 */
export interface Kept {
  upload_id: string
  handle: ReadableHandle
  /** Read before; good for as long as the file has not changed. */
  hash: FileHash
  size: number
  modified_at: number
  kept_at: number
}

/** TypeScript knows the handle but not yet who may ask for leave. */
interface ReadableHandle extends FileSystemFileHandle {
  requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState>
}
interface Picker {
  showOpenFilePicker?: (options: {
    multiple: boolean
    types: { accept: Record<string, string[]> }[]
  }) => Promise<ReadableHandle[]>
}

const KEPT_MS = 2 * 24 * 3_600_000 // uploads nobody goes on with end after a day
const STORE = 'file'

/** Where the files that were chosen on this page are, as far as the browser has said so. */
const handles = new WeakMap<File, ReadableHandle>()

/** The files of a drop, each with where it is. To be called while the drop is being told. */
export function droppedFiles({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.getAsFile()
    if (!file) return []
    const found = 'getAsFileSystemHandle' in item ? handleOf(item) : undefined
    void found?.then((handle) => handle?.kind === 'file' && handles.set(file, handle))
    return [file]
  })
}

const handleOf = (item: DataTransferItem) =>
  (item as unknown as { getAsFileSystemHandle(): Promise<ReadableHandle | null> })
    .getAsFileSystemHandle()
    .catch(() => null)

/**
 * Whether the browser has a file dialog that says where files are. Where there is no mouse its own
 * way of choosing is better: a phone offers the camera and the pictures.
 */
export const canPick = () =>
  !isRefused && 'showOpenFilePicker' in window && window.matchMedia('(pointer: fine)').matches

let isRefused = false // by a policy, say: then the field opens its own dialog

/** Asks for files with that dialog: none where people think better of it, undefined where it may not. */
export async function pickFiles(accept: string, multiple = false): Promise<File[] | undefined> {
  try {
    const types = [{ accept: acceptOf(accept) }]
    const picked = await (window as Picker).showOpenFilePicker!({ multiple, types })
    return await Promise.all(
      picked.map(async (handle) => {
        const file = await handle.getFile()
        handles.set(file, handle)
        return file
      }),
    )
  } catch (error) {
    if ((error as Error).name === 'AbortError') return []
    isRefused = true
    return undefined
  }
}

/** What a field's `accept` says, as the dialog wants it: endings under a type. */
function acceptOf(accept: string): Record<string, string[]> {
  const names = accept.split(',').map((name) => name.trim())
  const endings = names.filter((name) => name.startsWith('.'))
  const types = names.filter((name) => name.includes('/'))
  return Object.fromEntries(types.map((type, i) => [type, i === 0 ? endings : []]))
}

/** Keeps where a file is for as long as its upload may take; that it cannot is no harm. */
export async function keepFile(upload_id: string, file: File, hash: FileHash) {
  const handle = handles.get(file)
  if (!handle) return
  const { size, lastModified: modified_at } = file
  const kept: Kept = { upload_id, handle, hash, size, modified_at, kept_at: Date.now() }
  await inStore('readwrite', (store) => store.put(kept)).catch(() => {})
  const all = await inStore<Kept[]>('readonly', (store) => store.getAll()).catch(() => [])
  for (const old of all) if (old.kept_at < Date.now() - KEPT_MS) await forgetFile(old.upload_id)
}

export async function forgetFile(upload_id: string) {
  await inStore('readwrite', (store) => store.delete(upload_id)).catch(() => {})
}

/** Where the file of an upload is, if this browser knows. */
export const keptFile = (upload_id: string): Promise<Kept | undefined> =>
  inStore<Kept | undefined>('readonly', (store) => store.get(upload_id)).catch(() => undefined)

/**
 * The file itself, after the browser has asked for leave: to be called at a press. Undefined where
 * it may not be read or is gone. Its hash only where the file is what it was.
 */
export async function openKept(kept: Kept): Promise<{ file: File; hash?: FileHash } | undefined> {
  const { handle, hash, size, modified_at } = kept
  try {
    if ((await handle.requestPermission?.({ mode: 'read' })) === 'denied') return undefined
    const file = await handle.getFile()
    handles.set(file, handle)
    const isSame = file.size === size && file.lastModified === modified_at
    return { file, ...(isSame && { hash }) }
  } catch {
    return undefined
  }
}

/** One request to the browser's own database, which is made at the first. */
function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('renban-sending', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(STORE, { keyPath: 'upload_id' })
    opening.onerror = () => reject(opening.error!)
    opening.onsuccess = () => {
      const database = opening.result
      const request = ask(database.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result as T)
      request.onerror = () => reject(request.error!)
      request.transaction!.oncomplete = () => database.close()
    }
  })
}

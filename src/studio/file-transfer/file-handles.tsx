import { DAY_MS } from '#core/durations.shared.ts'
import type { FileHash } from './hash.shared.ts'

/**
 * A file handle saved in IndexedDB, so that a transfer can resume after a reload (File System API,
 * `FileSystemFileHandle`). The browser asks the user for permission before the file is read again.
 * In browsers without such handles the user chooses the file again.
 */
export interface SavedHandle {
  upload_id: string
  handle: ReadableHandle
  /** The hash computed earlier; valid while the file has not changed. */
  hash: FileHash
  size: number
  modified_at: number
  kept_at: number
}

/** A file handle with `requestPermission`, which the types of TypeScript lack. */
interface ReadableHandle extends FileSystemFileHandle {
  requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState>
}
interface WindowWithPicker {
  showOpenFilePicker?: (options: {
    multiple: boolean
    types: { accept: Record<string, string[]> }[]
  }) => Promise<ReadableHandle[]>
}

const KEEP_MS = 14 * DAY_MS // the server ends an upload a day after its last chunk
const STORE = 'file'

/** The handles of the files chosen on this page, where the browser provides them. */
const handles = new WeakMap<File, ReadableHandle>()

/** Returns the dropped files and remembers their handles. Must run inside the `drop` event. */
export function droppedFiles({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.getAsFile()
    if (!file) return []
    const pending = 'getAsFileSystemHandle' in item ? handleOf(item) : undefined
    void pending?.then((handle) => handle?.kind === 'file' && handles.set(file, handle))
    return [file]
  })
}

const handleOf = (item: DataTransferItem) =>
  (item as unknown as { getAsFileSystemHandle(): Promise<ReadableHandle | null> })
    .getAsFileSystemHandle()
    .catch(() => null)

/**
 * Reports whether the browser has a file dialog that returns handles. Devices without a mouse use
 * the ordinary file field instead, because phones offer the camera and the photos there.
 */
export const canPick = () =>
  !isRefused && 'showOpenFilePicker' in window && window.matchMedia('(pointer: fine)').matches

let isRefused = false // for example by a permissions policy: the file field opens its own dialog

/**
 * Opens the file dialog and remembers the handles of the chosen files. Returns an empty list if the
 * user cancels, and undefined if the browser refuses to open the dialog.
 */
export async function pickFiles(accept: string, multiple = false): Promise<File[] | undefined> {
  try {
    const types = [{ accept: acceptOf(accept) }]
    const picked = await (window as WindowWithPicker).showOpenFilePicker!({ multiple, types })
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

/** Converts a field's `accept` to the format of the dialog: file extensions under a MIME type. */
function acceptOf(accept: string): Record<string, string[]> {
  const names = accept.split(',').map((name) => name.trim())
  const extensions = names.filter((name) => name.startsWith('.'))
  const types = names.filter((name) => name.includes('/'))
  return Object.fromEntries(types.map((type, i) => [type, i === 0 ? extensions : []]))
}

/** Saves a file's handle and deletes expired ones. Does nothing if there is no handle or no storage. */
export async function saveHandle(upload_id: string, file: File, hash: FileHash) {
  const handle = handles.get(file)
  if (!handle) return
  const { size, lastModified: modified_at } = file
  const saved: SavedHandle = { upload_id, handle, hash, size, modified_at, kept_at: Date.now() }
  await requestFromStore('readwrite', (store) => store.put(saved)).catch(() => {})
  const all = await requestFromStore<SavedHandle[]>('readonly', (store) => store.getAll()).catch(
    () => [],
  )
  for (const old of all) if (old.kept_at < Date.now() - KEEP_MS) await deleteHandle(old.upload_id)
}

/** Deletes the saved handle of an upload's file, if there is one. */
export async function deleteHandle(upload_id: string) {
  await requestFromStore('readwrite', (store) => store.delete(upload_id)).catch(() => {})
}

/** Returns the saved handle of an upload's file, or undefined if this browser has none. */
export const findHandle = (upload_id: string): Promise<SavedHandle | undefined> =>
  requestFromStore<SavedHandle | undefined>('readonly', (store) => store.get(upload_id)).catch(
    () => undefined,
  )

/**
 * Asks for permission and returns the file; must be called on a click. Returns undefined if reading
 * is denied or the file is gone. `hash` is set only if size and modification time are unchanged.
 */
export async function openSavedFile(
  saved: SavedHandle,
): Promise<{ file: File; hash?: FileHash } | undefined> {
  const { handle, hash, size, modified_at } = saved
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

/** Runs one request on the IndexedDB store, creating the store on first use. */
function requestFromStore<T>(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('renban-sending', 1) // the name of existing databases
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore(STORE, { keyPath: 'upload_id' })
    opening.onerror = () => reject(opening.error!)
    opening.onsuccess = () => {
      const database = opening.result
      const request = makeRequest(database.transaction(STORE, mode).objectStore(STORE))
      request.onsuccess = () => resolve(request.result as T)
      request.onerror = () => reject(request.error!)
      request.transaction!.oncomplete = () => database.close()
    }
  })
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../outside/storage.ts'
import { makePosters } from './poster.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Makes a stranger's picture into the sizes and formats that pages use, and stores them under a new
 * name below `media/`; what comes back is the shape `picture`, with the average's colours.
 */
export async function storePicture(storage: Storage, path: string, place: string) {
  const base = `${place}/${randomUUID()}`
  const made = await makePosters(path, (name, bytes, type) =>
    storage.put(`media/${base}-${name}`, bytes, { type, cacheControl: FOR_EVER }),
  )
  const { color, obi, ...picture } = made
  return { picture: { base, ...picture }, color, obi }
}

/** The same for a picture that came as bytes. */
export async function storePictureBytes(storage: Storage, bytes: Buffer, place: string) {
  const folder = await mkdtemp(join(tmpdir(), 'renban-picture-'))
  try {
    const path = join(folder, 'picture')
    await writeFile(path, bytes)
    return await storePicture(storage, path, place)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

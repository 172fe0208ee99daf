import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import type { Focal } from './picture.shared.ts'
import type { Storage } from '#src/integrations/storage.ts'
import { removePicture } from './remove-picture.ts'
import { makePosters } from './poster.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const KEPT_SECONDS = 24 * 3_600

/**
 * Makes a stranger's picture into the sizes and formats that pages use, and stores them under a new
 * name below `media/`; what comes back is the shape `picture`, with the average's colours.
 */
export async function storePicture(storage: Storage, path: string, place: string) {
  return storeAs(storage, path, `${place}/${randomUUID()}`)
}

async function storeAs(storage: Storage, path: string, base: string) {
  const made = await makePosters(path, (name, bytes, type) =>
    storage.put(`media/${base}-${name}`, bytes, { type, cacheControl: FOR_EVER }),
  )
  const { color, obi, ...picture } = made
  return { picture: { base, ...picture }, color, obi }
}

/**
 * The same for a picture that came in a call, as bytes. What it came for may yet be refused, or die on
 * its way: a day later it is removed if nothing shows it.
 */
export async function storePictureBytes(ctx: Ctx, bytes: Buffer, place: string) {
  const base = `${place}/${randomUUID()}`
  const at = addSeconds(new Date(), KEPT_SECONDS) // by the wall: a call told of the past would be swept at once
  await inTx(ctx, (tx) => enqueue(tx, removePicture, { base }, { at }))
  const folder = await mkdtemp(join(tmpdir(), 'renban-picture-'))
  try {
    const path = join(folder, 'picture')
    await writeFile(path, bytes)
    return await storeAs(ctx.integrations.storage, path, base)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a column takes of a picture that came in a call, if one did: base64, and what stays in view. */
export async function pictureColumn(
  ctx: Ctx,
  place: string,
  image: string | undefined,
  focal: Focal | undefined,
) {
  if (image === undefined) return undefined
  const { picture } = await storePictureBytes(ctx, Buffer.from(image, 'base64'), place)
  return JSON.stringify({ ...picture, focal })
}

/** The column as it is but for what stays in view, if that is said. */
export const withFocal = (column: string, focal: Focal | undefined) =>
  focal && sql<string>`${sql.ref(column)} || ${JSON.stringify({ focal })}::jsonb`

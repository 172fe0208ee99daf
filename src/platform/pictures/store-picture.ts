import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { inTurn } from './in-turn.ts'
import { enqueue } from '#core/jobs.ts'
import type { Focal } from './picture.shared.ts'
import type { Storage } from '#src/integrations/storage.ts'
import { removePicture } from './remove-picture.ts'
import { makePosters } from './poster.ts'

/** The refusals of a picture sent in an API call. */
export const pictureRefusals = [
  'media_unknown',
  'media_mismatch',
  'media_broken',
  'image_too_large',
] as const

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const UNUSED_SECONDS = DAY_SECONDS // after which an uploaded picture that nothing shows is removed

/**
 * Converts an untrusted picture into the sizes and formats of pages and stores them under a new
 * name below `media/`. Returns the schema `picture`, the average colour and the obi.
 */
export async function storePicture(storage: Storage, path: string, place: string) {
  return storeAs(storage, path, `${place}/${randomUUID()}`)
}

const alone = inTurn()

async function storeAs(storage: Storage, path: string, base: string) {
  const files: { name: string; bytes: Buffer; type: string }[] = []
  const made = await alone(() =>
    makePosters(path, async (name, bytes, type) => void files.push({ name, bytes, type })),
  )
  for (const { name, bytes, type } of files)
    await storage.put(`media/${base}-${name}`, bytes, { type, cacheControl: CACHE_FOREVER })
  const { color, obi, ...picture } = made
  return { picture: { base, ...picture }, color, obi }
}

/**
 * Stores a picture sent in an API call, as bytes. The call may still be refused or fail, so a job
 * removes the picture a day later if nothing shows it.
 */
export async function storePictureBytes(ctx: Ctx, bytes: Buffer, place: string) {
  const base = `${place}/${randomUUID()}`
  const at = addSeconds(new Date(), UNUSED_SECONDS) // by the real clock: with a past `ctx.now` the job would run at once
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

/**
 * Stores a base64 picture, if given, and returns its column value as JSON with the focal point; null if
 * the picture is to be removed.
 */
export async function pictureColumn(
  ctx: Ctx,
  place: string,
  image: string | null | undefined,
  focal: Focal | undefined,
) {
  if (typeof image !== 'string') return image
  const { picture } = await storePictureBytes(ctx, Buffer.from(image, 'base64'), place)
  return JSON.stringify({ ...picture, focal })
}

/**
 * Returns what a change sets the column to: what `pictureColumn` returned, or else the old picture with a
 * new focal point. Without both it is `undefined`.
 */
export const changedPicture = (
  column: string,
  picture: string | null | undefined,
  focal: Focal | undefined,
) =>
  picture === undefined
    ? focal && sql<string>`${sql.ref(column)} || ${JSON.stringify({ focal })}::jsonb`
    : picture

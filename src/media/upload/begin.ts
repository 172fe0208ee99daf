import { randomUUID } from 'node:crypto'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail, isRefusal, Refusal } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { insertDraft } from '#src/catalog/asset/asset-lifecycle.ts'
import { lockOwnAsset, requireWithinLimits, setFields } from '#src/catalog/asset/edit.ts'
import { mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { readSubtitle, type SubtitleText } from '#src/media/packaging/webvtt.ts'
import { editableFields } from '#src/catalog/asset/title-fields.shared.ts'
import { priceRefusal } from '#src/platform/settings/price-bounds.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { requireListable } from './list-at-once.ts'
import type { Subtitles } from './subtitles.ts'
import { type beginUpload, CHUNK_BYTES, uploadTransitions } from './upload.shared.ts'
import { factsOf, type Role } from './upload.ts'

type Body = BodyOf<typeof beginUpload>
export type PreparedFile = Awaited<ReturnType<typeof prepareFile>>

/**
 * Begins an upload: inserts a draft that only its creator sees, and returns a signed URL for each
 * of its files. Refuses `forbidden`, `input_invalid`, `subtitle_invalid` and `too_many_uploads`, a price at
 * which the copies could not be listed, and any price from an API key that may list nothing.
 */
export async function begin(ctx: Ctx, body: Body): Promise<ReplyOf<typeof beginUpload>> {
  const { account_id } = currentPerson(ctx)
  if (body.orh_account_id !== account_id) fail('forbidden')
  if (body.sale_price !== null && ctx.apiKey && !ctx.apiKey.scopes.includes('listings'))
    fail('api_key_forbidden')
  const settings = await settingsFor(ctx)
  const refusal = body.sale_price === null ? undefined : priceRefusal(body.sale_price, settings)
  if (refusal) fail(refusal.code, refusal.params)
  requireWithinLimits(body, settings)
  const { uploads_open_max } = settings
  await checkUploadLimit(ctx.db, account_id, uploads_open_max) // before storage is called
  const subtitles = await readSubtitles(body)
  const [id, kid, created_at] = [randomUUID(), randomUUID(), ctx.time().toISOString()]
  const asset = await prepareFile(ctx, id, assetFile(body))
  const poster = body.poster_file_name ? await prepareFile(ctx, id, posterFile(body)) : null
  const trailer = body.trailer_file_name ? await prepareFile(ctx, id, trailerFile(body)) : null
  const files = [asset, poster, trailer].filter((file) => file !== null)

  failpoint('upload.announced')
  const raised_to_minimum = await inTx(ctx, async (tx) => {
    await lockActor(tx, account_id)
    await checkUploadLimit(tx, account_id, uploads_open_max)
    const raised = await insertTitle(tx, ctx, kid, body)
    const { total_copies, sale_price } = body
    const copies = { total_copies, sale_price }
    const upload = { id, kid, account_id, ...copies, subtitles, created_at, progress: 0 }
    const creator = { by: 'creator', account: account_id, at: ctx.time() } as const
    await insertWithEvent(tx, uploadTransitions, [upload], { action: 'begin', ...creator })
    await tx
      .insertInto('upload_file')
      .values(files.map(({ row }) => row))
      .execute()
    return raised
  })
  return {
    uuid: id,
    kid,
    asset: uploadUrlOf(asset),
    poster: poster && uploadUrlOf(poster),
    trailer: trailer && uploadUrlOf(trailer),
    raised_to_minimum,
  }
}

/** Inserts the draft of a title with all fields that its creator gave. Returns what `setFields` does. */
async function insertTitle(tx: Tx, ctx: Ctx, kid: string, body: Body): Promise<boolean> {
  await insertDraft(tx, {
    kid,
    creator: currentPerson(ctx).account_id,
    created_at: ctx.time().toISOString(),
    title: body.title,
    description: body.description,
    ...mediaTypeOf(body.file_type, body.file_name),
    first_number: body.start_serial_number,
    metadata: JSON.stringify({ given: body.metadata, media: body.media_metadata }),
  })
  const given = editableFields.filter((name) => body[name] !== undefined)
  const fields = Object.fromEntries(given.map((name) => [name, body[name]]))
  const raised = await setFields(tx, ctx, await lockOwnAsset(tx, ctx, kid), fields)
  requireListable(body.sale_price, await lockOwnAsset(tx, ctx, kid))
  return raised
}

/**
 * Refuses `too_many_uploads` when as many uploads of the account are open as the settings allow.
 */
async function checkUploadLimit(db: Db | Tx, account_id: string, limit: number) {
  const { open } = await db
    .selectFrom('upload')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('account_id', '=', account_id)
    .where('of', '=', 'title')
    .where('status', 'not in', ['done', 'aborted'])
    .executeTakeFirstOrThrow()
  if (open >= limit) fail('too_many_uploads', { limit })
}

async function readSubtitles({ asset_subtitles, trailer_subtitles }: Body): Promise<Subtitles[]> {
  const read = async (of: Subtitles['of'], given: Body['asset_subtitles'], field: string) => {
    const texts: SubtitleText[] = []
    for (const [i, { language, b64_data }] of given.entries())
      texts.push(await addFieldToRefusal(`${field}.${i}`, readSubtitle(language, b64_data)))
    const languages = new Set(texts.map(({ language }) => language))
    if (languages.size < texts.length) fail('input_invalid', { field })
    return texts.map(({ language, text }) => ({ of, language, text }))
  }
  return [
    ...(await read('asset', asset_subtitles, 'asset_subtitles')),
    ...(await read('trailer', trailer_subtitles, 'trailer_subtitles')),
  ]
}

/** Adds the name of the input field to a refusal that `read` throws. */
async function addFieldToRefusal<T>(field: string, read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    throw isRefusal(error) ? new Refusal(error.code, { ...error.params, field }) : error
  })
}

export interface FileToUpload {
  role: Role
  name: string
  size: number | undefined
  type: string
  md5: string
  inChunks: boolean
}

export const inChunks = (size = 0) => size > CHUNK_BYTES

function assetFile({
  file_name,
  file_size,
  file_type,
  md5,
  large_asset_upload,
}: Body): FileToUpload {
  const large = large_asset_upload || inChunks(file_size)
  return { role: 'asset', name: file_name, size: file_size, type: file_type, md5, inChunks: large }
}

function posterFile({
  poster_file_name,
  poster_file_size,
  poster_file_type,
  poster_md5,
}: Body): FileToUpload {
  const md5 = poster_md5 ?? fail('input_invalid', { field: 'poster_md5' })
  const [size, type] = [poster_file_size, poster_file_type]
  return { role: 'poster', name: poster_file_name!, size, type, md5, inChunks: false }
}

function trailerFile(body: Body): FileToUpload {
  const { trailer_file_name, trailer_file_size: size, trailer_file_type: type } = body
  const md5 = body.trailer_md5 ?? fail('input_invalid', { field: 'trailer_md5' })
  return { role: 'trailer', name: trailer_file_name!, size, type, md5, inChunks: inChunks(size) }
}

/**
 * Prepares a file for its upload: starts a multipart upload in storage, or signs a PUT. The caller
 * inserts the returned row. Without the row, the hourly sweep clears storage again.
 */
export async function prepareFile(ctx: Ctx, upload_id: string, given: FileToUpload) {
  const { storage } = ctx.integrations
  const { role, name, size, md5 } = given
  const storage_key = `uploads/${upload_id}/${role}`
  const mime = contentType(given.type)
  const facts = factsOf(ctx, { upload_id, role, md5 })
  const multipart_id = given.inChunks
    ? await storage.startMultipart(storage_key, mime, { facts })
    : null
  const signed = multipart_id
    ? { url: null, headers: {} }
    : await storage.signPut(storage_key, { size, md5, type: mime, facts })
  const file = { file_name: name, mime, size: size ?? null, md5, storage_key, multipart_id }
  return { row: { id: randomUUID(), upload_id, role, ...file }, signed }
}

/** Returns the signed URL of a file in the form that the browser needs. */
export const uploadUrlOf = ({ row, signed }: PreparedFile) => ({ ...signed, upload_id: row.id })

/**
 * Returns a MIME type in lower case, or `application/octet-stream` for text that is none. Only
 * storage receives the type, never a browser.
 */
const contentType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream'

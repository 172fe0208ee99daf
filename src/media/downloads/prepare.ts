import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { errors } from '#core/error-catalogue.ts'
import { fail, isRefusal } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { enqueue, job } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { storedBytes } from '#src/media/disk/needs.ts'
import { NoSpace } from '#src/media/disk/space.ts'
import { withWorkFolder } from '#src/media/disk/work-folder.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'
import { type CopyClaim, downloadTransitions, MANIFEST_BYTES_MAX } from './download.shared.ts'
import { choicesOf, type FetchedFile, fetchChoice, filesOfTitle } from './files.ts'
import { type Format, formatOf } from './formats.ts'
import { endUnused } from './locks.ts'
import { madeKey, removeMade } from './made-files.ts'
import { writeManifest } from './manifest.ts'
import { markPicture } from './picture-mark.ts'
import { signReceipt } from './receipt.ts'
import { signerOf } from './signer.ts'

export const prepareDownload = job<{ id: string }>('download.prepare')

/** How long a file may wait to be prepared. */
export const PREPARING_SECONDS = DAY_SECONDS
/** How long a download waits for a worker with a larger disk. */
export const TOO_LARGE_SECONDS = 3_600
const LIFE_SECONDS = 3_600
const BYTES_PER_SECOND = 1_000_000 // of a slow connection
const HEAD_BYTES = 65_536
const NAME_MAX = 100
const AT_ONCE = 2 // in one process; further ones would take the places of other long jobs
const WAIT_MS = 10_000 // for space on the disk, or for a place
const STEPS = 4 // its tracks, the joined file, the marked one, the signed one

/** Queues the preparation of a download, at the given time or now. */
export const queuePreparation = (db: Db | Tx, id: string, at?: Date) =>
  enqueue(db, prepareDownload, { id }, { key: `download ${id}`, ...(at && { at }) })

/** Returns how long an address is valid: an hour, and a second for each megabyte. */
const lifeSeconds = (size: number) => LIFE_SECONDS + Math.ceil(size / BYTES_PER_SECOND)

/** The number of files that this process prepares. */
let preparing = 0

/** Prepares the file of a download, or queues it again while this process prepares enough others. */
export async function prepare(ctx: Ctx, { id }: { id: string }) {
  if (preparing >= AT_ONCE) return queueLater(ctx.db, id)
  preparing++
  try {
    await prepareFile(ctx, id)
  } finally {
    preparing--
  }
}

const queueLater = (db: Db, id: string) => queuePreparation(db, id, new Date(Date.now() + WAIT_MS))

/**
 * Prepares the file of a download: marks it, signs it, and stores it. A file that cannot carry a manifest
 * gets a receipt. Releases the copy if the file cannot be made, such as for its size.
 */
async function prepareFile(ctx: Ctx, id: string) {
  const wanted = await readWanted(ctx, id)
  if (!wanted) return removeLeft(ctx, id)
  try {
    const made = await makeFile(ctx, wanted)
    failpoint('download.made')
    await finish(ctx, wanted, made)
  } catch (error) {
    if (error instanceof NoSpace && !(error.isTooLarge && isOver(ctx, wanted)))
      return queueLater(ctx.db, id)
    const isFault = !isRefusal(error) || errors[error.code].status >= 500
    if (isFault && !(error instanceof NoSpace)) throw error
    log('warn', 'a download cannot be prepared', { subject: id, error })
    await endAsFailed(ctx, wanted)
  }
}

const isOver = (ctx: Ctx, { created_at }: Wanted) =>
  ctx.time() >= addSeconds(new Date(created_at), TOO_LARGE_SECONDS)

type Wanted = Omit<CopyClaim, 'site' | 'downloaded_at'> & { id: string; created_at: string }

async function readWanted({ db }: Ctx, id: string): Promise<Wanted | undefined> {
  const { rows } = await sql<Wanted>`
    select download.id, download.file, download.kid, asset_token_id, number, title,
      copies_count as copies, wallet_address as owner, download.created_at
    from download join asset using (kid) join account on account.id = download.owner
    where download.id = ${id} and status = 'preparing'
  `.execute(db)
  return rows[0]
}

/** Deletes what a killed worker has stored for a download that ended before. */
async function removeLeft(ctx: Ctx, id: string) {
  const { rows } = await sql`
    select from download where id = ${id} and status in ('failed', 'ended')
  `.execute(ctx.db)
  if (rows.length > 0) await ctx.integrations.storage.remove(madeKey(id))
}

interface Made {
  storage_key: string
  file_name: string
  mime: string
  size: number
  sha256: string
  receipt: string | null
}

async function makeFile(ctx: Ctx, wanted: Wanted): Promise<Made> {
  const { original } = await filesOfTitle(ctx.db, wanted.kid)
  if (wanted.file !== 'original') return makeCopy(ctx, wanted)
  const key = original?.key ?? fail('download_unsupported')
  const { size } = (await ctx.integrations.storage.head(key)) ?? fail('download_unsupported')
  return size > MANIFEST_BYTES_MAX ? receiptOnly(ctx, wanted, { key, size }) : makeCopy(ctx, wanted)
}

/** Describes a large original, which is handed out as it is stored, with a receipt beside it. */
async function receiptOnly(ctx: Ctx, wanted: Wanted, { key, size }: { key: string; size: number }) {
  const need = { subject: wanted.id, bytes: HEAD_BYTES }
  const format = await withWorkFolder(ctx, need, async (during, { path: folder }) => {
    const head = await during.integrations.storage.getStream(key, { start: 0, end: HEAD_BYTES - 1 })
    const path = join(folder, 'head')
    await writeFile(path, await buffer(head?.body ?? fail('download_unsupported')))
    return formatOf((await sniff(path)).mime)
  })
  const whole = await ctx.integrations.storage.getStream(key)
  const sha256 = await sha256Of(whole?.body ?? fail('download_unsupported'), ctx.signal)
  return withReceipt(ctx, wanted, { ...nameOf(wanted, format), storage_key: key, size, sha256 })
}

/** Returns the bytes that the file takes while it is made: its tracks, and each step of it. */
async function bytesOfCopy(ctx: Ctx, { kid, file }: Wanted): Promise<number> {
  const files = await filesOfTitle(ctx.db, kid)
  const size = choicesOf(files).find((choice) => choice.file === file)?.size
  if (file !== 'original') return STEPS * (size ?? 0)
  const known = await storedBytes(ctx, [{ storage_key: files.original!.key, size: size ?? null }])
  return (STEPS - 1) * known
}

/** Makes a marked and signed file for this copy, and stores it. */
async function makeCopy(ctx: Ctx, wanted: Wanted): Promise<Made> {
  const { copies, number, id } = wanted
  const serial = `No. ${String(number).padStart(String(copies).length, '0')} / ${copies}`
  const need = { subject: id, bytes: await bytesOfCopy(ctx, wanted) }
  return withWorkFolder(ctx, need, async (during, { path: folder }) => {
    const source = await fetchChoice(during, wanted.kid, { file: wanted.file, serial, folder })
    const marked = await markFile(during, source, markOf(ctx, wanted))
    const signed = join(folder, 'signed')
    const hasManifest = await tryManifest(ctx, wanted, { source, marked, signed })
    const path = hasManifest ? signed : marked
    const { size } = await stat(path)
    const sha256 = await sha256Of(createReadStream(path), during.signal)
    const named = nameOf(wanted, source.format)
    await ctx.integrations.storage.putFile(madeKey(id), path, { type: named.mime })
    const made = { ...named, storage_key: madeKey(id), size, sha256 }
    return hasManifest ? { ...made, receipt: null } : withReceipt(ctx, wanted, made)
  })
}

/** Returns the text that tools show for the file. */
const markOf = ({ config }: Ctx, { title, number, copies, asset_token_id }: Wanted) =>
  `${title} · No. ${number} of ${copies} · ${config.publicUrl}/certificate/${asset_token_id}`

/** Writes a mark into the file's metadata, and returns the path of the marked file. */
async function markFile(ctx: Ctx, source: FetchedFile, mark: string): Promise<string> {
  const { folder, file, path, format, demuxer } = source
  if (format.mark === undefined) return path
  if (format.mark !== 'ffmpeg') {
    const marked = join(folder, 'marked')
    await writeFile(marked, markPicture(await readFile(path), format.mark, mark))
    return marked
  }
  const name = `marked.${format.extension}`
  const streams = ['-map', '0', '-dn', '-ignore_unknown', '-c', 'copy', '-map_metadata', '0']
  const args = [...streams, '-metadata', `comment=${mark}`, '-movflags', '+faststart', name]
  try {
    const { transcoder } = ctx.integrations
    const wholeFile = { durationSeconds: 0, ...signalOf(ctx) } // may take hours to copy
    await transcoder.run({ folder, file, demuxer: demuxer! }, args, wholeFile)
    return join(folder, name)
  } catch (error) {
    if (!isRefusal(error)) throw error
    log('warn', 'a download carries no mark', { subject: format.mime, code: error.code })
    return path
  }
}

const signalOf = ({ signal }: Ctx) => (signal ? { signal } : {})

/** Puts a manifest into a file. Returns false if the format or the size cannot carry one. */
async function tryManifest(
  ctx: Ctx,
  wanted: Wanted,
  { source, marked, signed }: { source: FetchedFile; marked: string; signed: string },
): Promise<boolean> {
  const format = source.format.c2pa
  if (!format || (await stat(marked)).size > MANIFEST_BYTES_MAX) return false
  try {
    await writeManifest(ctx.config, { path: marked, to: signed, format }, claimOf(ctx, wanted))
    return true
  } catch (error) {
    log('warn', 'a download carries no manifest', { subject: source.format.mime, error })
    return false
  }
}

function claimOf({ config }: Ctx, wanted: Wanted): CopyClaim {
  const { title, number, copies, kid, asset_token_id, owner, file, created_at } = wanted
  const copy = { title, number, copies, kid, asset_token_id, owner, file }
  return { ...copy, downloaded_at: created_at, site: config.publicUrl }
}

function withReceipt(ctx: Ctx, wanted: Wanted, made: Omit<Made, 'receipt'>): Made {
  const { file_name, size, sha256 } = made
  const payload = { ...claimOf(ctx, wanted), file_name, size, sha256 }
  return { ...made, receipt: signReceipt(signerOf(ctx.config), payload) }
}

/** Names a file after its copy, without the characters that file systems refuse. */
function nameOf({ title, number, file }: Wanted, { extension, mime }: Format) {
  const plain = title.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, ' ').replaceAll(/\s+/g, ' ')
  const stem = Array.from(plain).slice(0, NAME_MAX).join('').trim()
  const kind = file === 'original' ? '' : ` ${file}`
  return { file_name: `${stem} No. ${number}${kind}.${extension}`, mime }
}

async function sha256Of(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}

async function finish(ctx: Ctx, { id, asset_token_id }: Wanted, made: Made) {
  const isReady = await inTx(ctx, async (tx) => {
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    const expires_at = addSeconds(at, lifeSeconds(made.size)).toISOString()
    const set = { ...made, expires_at }
    return transition(tx, downloadTransitions, id, { action: 'finish', by: 'platform', at, set })
  })
  if (!isReady) await ctx.integrations.storage.remove(madeKey(id))
}

/** Ends a download whose file cannot be made or finished, and releases the copy. */
export function endAsFailed(
  ctx: Ctx,
  { id, asset_token_id }: Pick<Wanted, 'id' | 'asset_token_id'>,
) {
  return inTx(ctx, async (tx) => {
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    if (await endUnused(tx, id, at, 'fail')) await enqueue(tx, removeMade, { id })
  })
}

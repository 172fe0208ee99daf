import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { attachment } from '#core/http/attachment.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { busyWith } from '#src/catalog/serial/busy.ts'
import { lockDownloaded, lockSerials } from '#src/catalog/serial/transfer.ts'
import type * as schema from './download.shared.ts'
import { type DownloadObstacle, downloadTransitions } from './download.shared.ts'
import { choicesOf, filesOfTitle } from './files.ts'
import { releaseCopy } from './locks.ts'
import { PREPARING_SECONDS, queuePreparation } from './prepare.ts'
import { selectDownloads } from './rows.ts'
import { signerOf } from './signer.ts'

/** The statuses of downloads that never locked the copy on its owner's word. */
const ENDED = ['unused', 'failed', 'ended']

/** A copy as read under its lock, with what keeps its owner from downloading it. */
interface Copy {
  asset_token_id: string
  kid: string
  number: number
  owner: string
  downloaded_at: string | null
  blocked_by: DownloadObstacle | null
}

/** Returns what the caller can download of a copy that they own, and their downloads of it. */
export async function list(
  ctx: Ctx,
  { asset_token_id }: BodyOf<typeof schema.listDownloads>,
): Promise<ReplyOf<typeof schema.listDownloads>> {
  const copy = own(ctx, 'owner', await readCopy(ctx.db, asset_token_id, ctx.country, ctx.now))
  const { owner, kid, downloaded_at, blocked_by } = copy
  const where = sql`asset_token_id = ${asset_token_id} and owner = ${owner}`
  const [files, downloads] = await Promise.all([
    filesOfTitle(ctx.db, kid),
    selectDownloads(ctx, ctx.db, where),
  ])
  const choices = choicesOf(files)
  const isLive = downloads.some(({ status }) => ['preparing', 'ready', 'opened'].includes(status))
  const refusal = blocked_by ?? (isLive ? 'download_running' : null)
  return {
    files: choices,
    downloads,
    downloaded_at,
    refusal: refusal ?? (choices.length === 0 ? 'download_unsupported' : null),
  }
}

/**
 * Begins a download: locks the copy, and queues the file. Refuses `not_found` unless the caller owns the
 * copy, `download_disabled` and `region_unavailable`, what the copy is busy with, `download_running` while
 * another address of the copy is valid, and `download_unsupported`.
 */
export async function create(ctx: Ctx, body: BodyOf<typeof schema.createDownload>) {
  const reply = await once(ctx, body, (tx) => begin(tx, ctx, body))
  failpoint('download.begun')
  return reply
}

async function begin(
  tx: Tx,
  ctx: Ctx,
  { asset_token_id, file }: BodyOf<typeof schema.createDownload>,
): Promise<schema.Download> {
  const at = await lockSerials(tx, [asset_token_id], ctx.time)
  const copy = own(ctx, 'owner', await readCopy(tx, asset_token_id, ctx.country, at))
  if (copy.blocked_by) fail(copy.blocked_by)
  if (!choicesOf(await filesOfTitle(tx, copy.kid)).some((choice) => choice.file === file))
    fail('download_unsupported')
  const { kid, number, owner } = copy
  const id = randomUUID()
  const row = {
    id,
    asset_token_id,
    kid,
    number,
    owner,
    file,
    created_at: at.toISOString(),
    expires_at: addSeconds(at, PREPARING_SECONDS).toISOString(),
  }
  const by = { by: 'owner', account: owner, at } as const
  await insertWithEvent(tx, downloadTransitions, [row], { action: 'request', ...by })
  if (!copy.downloaded_at) await lockDownloaded(tx, [asset_token_id], at)
  const change = { asset_token_id, kid, number, kind: 'download', subject_id: id } as const
  await record(tx, [{ ...change, from: owner, to: owner }], at)
  await queuePreparation(tx, id)
  failpoint('download.beginning')
  return (await selectDownloads(ctx, tx, sql`id = ${id}`))[0]!
}

/** Releases a copy on its owner's word. Refuses `not_found`, `download_preparing` and `download_closed`. */
export async function release(ctx: Ctx, body: BodyOf<typeof schema.releaseDownload>) {
  const reply = await once(ctx, body, async (tx) => {
    const owner = currentPerson(ctx).account_id
    const { asset_token_id } = await ownDownload(ctx, tx, body.id)
    const at = await lockSerials(tx, [asset_token_id], ctx.time)
    const { status } = await ownDownload(ctx, tx, body.id) // read again under the lock
    if (status === 'preparing') fail('download_preparing')
    if (ENDED.includes(status)) fail('download_closed')
    if (status !== 'released') await releaseCopy(tx, asset_token_id, owner, at)
    failpoint('download.releasing')
    return (await selectDownloads(ctx, tx, sql`id = ${body.id}`))[0]!
  })
  failpoint('download.released')
  return reply
}

/** Returns the receipt of the caller's own download. Refuses `no_receipt`. */
export async function sendReceipt(ctx: Ctx, { id }: BodyOf<typeof schema.getReceipt>) {
  const { receipt, file_name } = await ownDownload(ctx, ctx.db, id)
  return new Response(receipt ?? fail('no_receipt'), {
    headers: {
      'content-type': 'application/jose',
      'content-disposition': attachment(`${file_name}.receipt.jws`),
      'cache-control': 'no-store',
    },
  })
}

/** Returns the roots by which downloaded files are recognised. */
export async function roots({ config }: Ctx): Promise<ReplyOf<typeof schema.listRoots>> {
  return { roots: signerOf(config).roots }
}

async function ownDownload(ctx: Ctx, db: Db | Tx, id: string) {
  const row = await db.selectFrom('download').selectAll().where('id', '=', id).executeTakeFirst()
  return own(ctx, 'owner', row)
}

/** Reads a copy with the refusal that keeps its owner from downloading it, or null. */
async function readCopy(db: Db | Tx, asset_token_id: string, country: string, at: Date) {
  const { rows } = await sql<Copy>`
    select serial.asset_token_id, serial.kid, serial.number, serial.owner, serial.downloaded_at,
      case
        when asset.withdrawn_at is not null then 'title_not_out'
        when asset.published_at is null then 'serial_preparing'
        when not asset.download_enabled then 'download_disabled'
        when asset.only_japan_accessible and ${country} <> 'JP' then 'region_unavailable'
        when serial.linked_wallet_id is not null then 'serial_in_wallet'
        else ${busyWith(at)}
      end as blocked_by
    from serial join asset using (kid) where serial.asset_token_id = ${asset_token_id}
  `.execute(db)
  return rows[0]
}

import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'

export const processUpload = job<{ id: string }>('upload.process')
export const clearUpload = job<{ id: string }>('upload.clear')
export const tendUploads = job('upload.tend')
export const sweepUploads = job('upload.sweep')

export type Role = 'asset' | 'poster' | 'trailer'
export type StoredFile = Awaited<ReturnType<typeof filesOf>>[number]

const PROCESS_TRIES = 8 // over half an hour, while storage or database are away

/** One of the caller's own uploads; a stranger's is as unknown as none. */
export async function ownUpload(ctx: Ctx, id: string) {
  const upload = await ctx.db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  return upload ?? fail('not_found')
}

/** One file of the caller's own uploads: its id is what the calls name `upload_id`. */
export async function ownFile(ctx: Ctx, id: string) {
  const file = await ctx.db
    .selectFrom('upload_file')
    .innerJoin('upload', 'upload.id', 'upload_file.upload_id')
    .selectAll('upload_file')
    .select('upload.status')
    .where('upload_file.id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  return file ?? fail('not_found')
}

/** What storage keeps beside a file that is sent: whose it is, of which upload, and what for. */
export const factsOf = (ctx: Ctx, file: { upload_id: string; role: string; md5: string }) => ({
  uuid: file.upload_id,
  'account-id': currentPerson(ctx).account_id,
  'upload-type': file.role,
  md5: file.md5,
  'marketplace-id': new URL(ctx.config.publicUrl).host,
})

export function filesOf(db: Db | Tx, uploadIds: string[]) {
  return db
    .selectFrom('upload_file')
    .selectAll()
    .where('upload_id', 'in', uploadIds)
    .orderBy('role')
    .execute()
}

/** Step: has a title made of its files. However often it is asked, one job waits. */
export const queueProcessing = (tx: Tx, id: string) =>
  enqueue(tx, processUpload, { id }, { key: `upload ${id}`, tries: PROCESS_TRIES })

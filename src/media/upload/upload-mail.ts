import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { cutMail, failedMail } from './upload-mail.shared.ts'
import type { CutFile } from './upload.shared.ts'
import { keptUntil } from './upload.ts'

/** Reads the mail about a cut file. Returns undefined if the creator has decided meanwhile. */
export async function readCut({ db }: Ctx, { id }: AboutOf<typeof cutMail>) {
  const upload = await db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.kid', 'upload.kid')
    .select(['account_id', 'upload.kid', 'of', 'asset.title', 'cut_files'])
    .where('upload.id', '=', id)
    .where('status', '=', 'cut')
    .executeTakeFirst()
  if (!upload) return undefined
  const { account_id, kid, of, title } = upload
  const facts = { uuid: id, kid, title, is_trailer: of === 'trailer' }
  const cut_files = upload.cut_files as CutFile[]
  return { ...(await recipientOf(db, account_id)), id: `cut.${id}`, facts: { ...facts, cut_files } }
}

/** Reads the mail about a failed upload. Returns undefined if the creator has tried again meanwhile. */
export async function readFailed({ db }: Ctx, { id }: AboutOf<typeof failedMail>) {
  const upload = await db
    .selectFrom('upload')
    .innerJoin('asset', 'asset.kid', 'upload.kid')
    .select(['account_id', 'asset.title', 'continued_at', keptUntil.as('kept_until')])
    .where('upload.id', '=', id)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  if (!upload) return undefined
  const { account_id, title, continued_at, kept_until } = upload
  const attempt = Date.parse(continued_at!) // it may fail again
  const facts = { uuid: id, title, kept_until: kept_until! }
  return { ...(await recipientOf(db, account_id)), id: `upload_failed.${id}.${attempt}`, facts }
}

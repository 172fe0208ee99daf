import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { mintUpload } from './mint.ts'
import { swapTrailer } from './trailer.ts'
import { cutMail } from './upload-mail.shared.ts'
import { type acceptCut, type CutFile, uploadTransitions } from './upload.shared.ts'
import { mintKey, ownUpload } from './upload.ts'

/** Asks the creator whether to publish what could be read, on the upload's page and by mail. */
export async function askAboutCut(ctx: Ctx, id: string, cut: CutFile[]) {
  const asked_at = ctx.time().toISOString()
  const set = { cut_files: JSON.stringify(cut), asked_at, step: null, progress: 100 }
  await inTx(ctx, async (tx) => {
    const step = { action: 'ask', by: 'platform', at: ctx.time(), set } as const
    if (await transition(tx, uploadTransitions, id, step)) await enqueueMails(tx, cutMail, [{ id }])
  })
}

/**
 * Publishes what could be read of a cut file: numbers the copies, or replaces the trailer. A repeated
 * call changes nothing. Refuses `upload_closed`.
 */
export async function accept(
  ctx: Ctx,
  { uuid }: BodyOf<typeof acceptCut>,
): Promise<ReplyOf<typeof acceptCut>> {
  const upload = await ownUpload(ctx, uuid)
  const creator = { by: 'creator', account: currentPerson(ctx).account_id, at: ctx.time() } as const
  return inTx(ctx, async (tx) => {
    const moved = await transition(tx, uploadTransitions, uuid, { action: 'accept', ...creator })
    return { uuid, status: moved ? await publish(tx, ctx, upload) : await acceptedStatus(tx, uuid) }
  })
}

/** Returns the status of an upload that was accepted before. Refuses `upload_closed` for others. */
async function acceptedStatus(tx: Tx, id: string): Promise<string> {
  const upload = await tx
    .selectFrom('upload')
    .select('status')
    .where('id', '=', id)
    .where('asked_at', 'is not', null)
    .where('status', 'in', ['processing', 'minted', 'done'])
    .executeTakeFirst()
  return upload?.status ?? fail('upload_closed')
}

async function publish(tx: Tx, ctx: Ctx, { id, kid, of }: { id: string; kid: string; of: string }) {
  if (of === 'title') {
    await enqueue(tx, mintUpload, { id }, { key: mintKey(id) })
    return 'processing'
  }
  await swapTrailer(tx, ctx, { id, kid })
  return 'done'
}

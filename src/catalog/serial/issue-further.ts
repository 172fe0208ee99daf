import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { addToCopiesCount } from '#src/catalog/asset/asset-lifecycle.ts'
import { lockOwnAsset } from '#src/catalog/asset/edit.ts'
import { gatherNews } from '#src/catalog/follow/news.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { issueMail } from './issue-mail.shared.ts'
import { issueSerials } from './issue.ts'
import type { copyAsset } from './serial.shared.ts'

type Order = BodyOf<typeof copyAsset>

/**
 * Issues further copies of a published title, numbered after its last, and mails every owner of a
 * copy. Refuses a draft as `title_not_out`.
 */
export function issueFurther(ctx: Ctx, order: Order): Promise<ReplyOf<typeof copyAsset>> {
  return once(ctx, order, async (tx) => {
    const asset = await lockOwnAsset(tx, ctx, order.kid)
    if (!asset.published_at) fail('title_not_out')
    if (order.asset_type !== asset.asset_type) fail('input_invalid', { field: 'asset_type' })
    const { copies_per_upload } = await settingsOf(tx)
    const copies = order.copies_count
    if (copies > copies_per_upload) fail('input_invalid', { field: 'copies_count' })
    const { kid, creator } = asset
    const first_number = asset.first_number + asset.copies_count
    const n = await issueSerials(
      tx,
      {
        kid,
        creator,
        first_number,
        copies,
        subject_id: randomUUID(),
        title: order.title === asset.title ? null : order.title,
        description: order.description === asset.description ? null : order.description || null,
      },
      ctx.time(),
    )
    await addToCopiesCount(tx, kid, copies)
    await tellOwners(tx, { kid, creator, n })
    await enqueue(tx, gatherNews, { kid, n })
    const last_number = first_number + copies - 1
    return { kid, n, first_number, last_number, copies_count: asset.copies_count + copies }
  })
}

/** Queues one mail for each owner, however many copies they own. */
async function tellOwners(tx: Tx, issue: { kid: string; creator: string; n: number }) {
  const { kid, creator, n } = issue
  const owners = await tx
    .selectFrom('serial')
    .select('owner')
    .distinct()
    .where('kid', '=', kid)
    .where('owner', '<>', creator)
    .execute()
  await enqueueMails(
    tx,
    issueMail,
    owners.map(({ owner }) => ({ kid, n, account_id: owner })),
  )
}

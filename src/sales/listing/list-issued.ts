import { randomUUID } from 'node:crypto'
import { inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { failpoint } from '#core/failpoint.ts'
import { isSuspended } from '#src/accounts/suspension/suspension.ts'
import { storeListingFailure, takeListing } from '#src/media/upload/list-at-once.ts'
import { priceRefusal } from '#src/platform/settings/price-bounds.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { prepare } from './listing.ts'
import { listingRefusal, lockCopies } from './listing-rules.ts'

/**
 * Lists the copies of an upload for sale at the price that their creator set in it. A repeat finds
 * nothing to do. Copies that the creator has listed or given away since stay as they are. If no copy
 * can be listed, or the creator is suspended, the upload says why. Lists nothing once the creator owns
 * none or has become an administrator.
 */
export async function listIssued(ctx: Ctx, { id }: { id: string }) {
  await inTx(ctx, async (tx) => {
    const issue = await takeListing(tx, id, ctx.now)
    if (!issue) return
    const { account_id: seller, sale_price: price } = issue
    if (await isSuspended(tx, seller)) {
      await storeListingFailure(tx, id, { code: 'account_suspended' })
      return
    }
    const ids = await copiesOf(tx, issue)
    const { copies, at } = await lockCopies(tx, ids, ctx.time)
    const outOfBounds = priceRefusal(price, await settingsOf(tx))
    const request = { kind: 'sale', price, seller, reprice: false } as const
    const reasons = ids.map((one) => outOfBounds ?? listingRefusal(copies.get(one), request))
    const allowed = ids.filter((_, i) => !reasons[i])
    const [reason] = reasons
    if (reason && allowed.length === 0 && reason.code !== 'already_listed')
      await storeListingFailure(tx, id, reason)
    const offer = {
      kind: 'sale',
      seller,
      batch: randomUUID(),
      terms: { sale_price: price },
    } as const
    await prepare(
      tx,
      allowed.map((one) => copies.get(one)!),
      offer,
      at,
    )
    failpoint('upload.listing')
  })
  failpoint('upload.listed')
}

/** Returns the copies of an issue that its creator owns. An administrator cannot sell. */
async function copiesOf(
  tx: Tx,
  issue: { kid: string; account_id: string; first_number: number; total_copies: number },
): Promise<string[]> {
  const { kid, account_id, first_number, total_copies } = issue
  const rows = await tx
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'serial.owner')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('owner', '=', account_id)
    .where('role', '<>', 'ADMIN')
    .where('number', '>=', first_number)
    .where('number', '<', first_number + total_copies)
    .orderBy('number')
    .execute()
  return rows.map(({ asset_token_id }) => asset_token_id)
}

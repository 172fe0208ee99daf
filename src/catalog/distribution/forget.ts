import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { doEach, job } from '#core/jobs.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { deleteEndedList } from '#src/catalog/allowlist/lists.ts'

export const forgetDrafts = job<object>('distribution.forget_drafts')

const KEPT_SECONDS = DAY_SECONDS // after the quote has ended
const AT_ONCE = 100

/** Deletes old drafts with their copies and their lists of people. */
export async function deleteOldDrafts(ctx: Ctx) {
  const before = addSeconds(ctx.now, -KEPT_SECONDS)
  for (let isGoingOn = true; isGoingOn && !ctx.signal?.aborted;) {
    const due = await oldDrafts(ctx, before)
    let deleted = 0
    await doEach(due, 'an old draft could not be deleted', async (draft) => {
      if (await inTx(ctx, (tx) => deleteDraft(tx, draft, before))) deleted++
    })
    isGoingOn = due.length === AT_ONCE && deleted > 0
  }
}

/**
 * Matches a `distribution` that is a draft with an old quote, and of which no fee is paid, being paid or
 * still to be refunded.
 */
const isOld = (before: Date) => sql`(distribution.status = 'draft' and quoted_until < ${before}
  and not exists (select from purchase where purchase.id = purchase_id
    and purchase.status not in ('canceled', 'expired', 'refunded')))`

async function oldDrafts({ db }: Ctx, before: Date) {
  const { rows } = await sql<{ id: string; creator: string; kid: string }>`
    select id, creator, kid from distribution where ${isOld(before)}
    order by quoted_until limit ${AT_ONCE}
  `.execute(db)
  return rows
}

/**
 * Step: deletes a draft if it is still old. Locks its creator first, so that a request to pay for it is
 * decided before or finds no draft. Returns false if it stays.
 */
async function deleteDraft(
  tx: Tx,
  { id, creator, kid }: { id: string; creator: string; kid: string },
  before: Date,
): Promise<boolean> {
  await lockAccount(tx, creator)
  await sql`select from asset where kid = ${kid} for no key update`.execute(tx)
  const { rows } = await sql<{ allowlist_id: string | null }>`
    select allowlist_id from distribution where id = ${id} and ${isOld(before)} for update
  `.execute(tx)
  if (!rows[0]) return false
  await tx.deleteFrom('distribution_copy').where('distribution_id', '=', id).execute()
  await tx.deleteFrom('distribution').where('id', '=', id).execute()
  const { allowlist_id } = rows[0]
  if (allowlist_id) await deleteEndedList(tx, allowlist_id)
  return true
}

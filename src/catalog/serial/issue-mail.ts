import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import type { issueMail } from './issue-mail.shared.ts'

const NAMED = 12

/** Reads the mail to an owner about a further issue; undefined if they own no copy any more. */
export async function readIssue({ db }: Ctx, { kid, n, account_id }: AboutOf<typeof issueMail>) {
  const recipient = await recipientOf(db, account_id)
  const { title, first, copies, start } = await db
    .selectFrom('issue_batch')
    .innerJoin('asset', 'asset.kid', 'issue_batch.kid')
    .select(['asset.title', 'issue_batch.first_number as first', 'copies'])
    .select('asset.first_number as start')
    .where('issue_batch.kid', '=', kid)
    .where('n', '=', n)
    .executeTakeFirstOrThrow()
  const serials = await db
    .selectFrom('serial')
    .select('number')
    .where('kid', '=', kid)
    .where('owner', '=', account_id)
    .orderBy('number')
    .limit(NAMED + 1)
    .execute()
  if (serials.length === 0) return undefined
  const last = first + copies - 1
  const mine = serials.slice(0, NAMED).map(({ number }) => number)
  const has_more = serials.length > NAMED
  const facts = { kid, title, first, last, copies, edition: last - start + 1, mine, has_more }
  return { ...recipient, id: `issue.${kid}.${n}.${account_id}`, facts }
}

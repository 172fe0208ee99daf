import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { recoveryMail } from './recovery-mail.shared.ts'
import { cancelToken } from './recovery.ts'

/**
 * Reads a mail about a recovery; undefined if the account was deleted since. The new address gets it without
 * the account, so that one notification in the app tells of both.
 */
export async function readRecovery(ctx: Ctx, { id, event, to }: AboutOf<typeof recoveryMail>) {
  const row = await ctx.db
    .selectFrom('account_recovery')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account_id', 'old_email', 'new_email', 'due_at', 'status', 'lang'])
    .where('account_recovery.id', '=', id)
    .executeTakeFirst()
  if (!row || (event === 'started' && row.status !== 'waiting')) return undefined
  const { account_id, old_email, new_email, due_at, lang } = row
  const path = to === 'old' ? `/recovery#${cancelToken(ctx, id)}` : ''
  return {
    id: `recovery.${id}.${event}.${to}`,
    to: to === 'old' ? old_email : new_email,
    account_id: to === 'old' ? account_id : null,
    lang,
    facts: { event, to, due_at, path },
  }
}

import type { Ctx } from '#core/context.ts'
import { type Letter, recipientOf } from '#src/platform/mail/send.ts'

/** Reads the mail about a webhook that was switched off. There is none if it was removed or is on again. */
export async function readWebhookOff(
  { db }: Ctx,
  { id, at }: { id: string; at: string },
): Promise<Letter<{ url: string }> | undefined> {
  const found = await db
    .selectFrom('webhook')
    .select(['account_id', 'url'])
    .where('id', '=', id)
    .where('disabled_at', '=', at)
    .executeTakeFirst()
  if (!found) return undefined
  const { account_id, url } = found
  return {
    ...(await recipientOf(db, account_id)),
    id: `webhook_off.${id}.${Date.parse(at)}`,
    facts: { url },
  }
}

import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { turnMail } from './turn-mail.shared.ts'

/** Reads the mail to an admitted person; undefined if the pass has ended or been used already. */
export async function readTurn({ db }: Ctx, { id }: AboutOf<typeof turnMail>) {
  const entry = await db
    .selectFrom('waiting_entry as entry')
    .innerJoin('waiting_room as room', 'room.id', 'entry.room_id')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .leftJoin('asset', 'asset.kid', 'room.kid')
    .leftJoin('title_group', 'title_group.key', 'room.group_key')
    .select(['address', 'email', 'entry.account_id', 'entry.lang', 'pass_ends_at'])
    .select(['asset.title', 'title_group.name'])
    .where('entry.id', '=', id)
    .where('entry.status', '=', 'admitted')
    .executeTakeFirst()
  if (!entry) return undefined
  const { address, email, account_id, lang, pass_ends_at, title, name } = entry
  const facts = { name: title ?? name ?? '', address, pass_ends_at: pass_ends_at! }
  return { id: `waiting.${id}`, to: email, account_id, lang, facts }
}

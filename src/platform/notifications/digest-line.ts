import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { MailTopic } from './notification.shared.ts'
import { toldColumns } from './told.ts'
import { dueAt, mailChoicesOf, scheduleOf } from './preferences.ts'

/** A mail that waits to be told with others. */
interface Held {
  message_id: string
  account_id: string
  topic: MailTopic
  due_at: Date
}

/** Holds a mail for the next gathered one. A repeat does nothing, also after that one was sent. */
export async function hold(db: Db, { due_at, ...line }: Held) {
  await db
    .insertInto('digest_line')
    .values({ ...line, due_at: due_at.toISOString() })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Step: adapts the waiting lines of a person to a new choice. */
export async function reschedule(tx: Tx, account_id: string, now: Date) {
  const schedule = await scheduleOf(tx, account_id)
  for (const { topic, pace } of await mailChoicesOf(tx, account_id))
    await tx
      .updateTable('digest_line')
      .set({ due_at: dueAt(now, pace, schedule).toISOString() })
      .where('account_id', '=', account_id)
      .where('topic', '=', topic)
      .where('digest_id', 'is', null)
      .execute()
}

/** Step: gives the lines that are due to one new gathered mail for each person, and returns these mails. */
export async function claimDue(tx: Tx, now: Date) {
  const { rows } = await sql<{ account_id: string; digest_id: string }>`
    with person as (
      select account_id, gen_random_uuid() as digest_id from digest_line
      where digest_id is null and due_at <= ${now.toISOString()} group by account_id
    ), claimed as (
      update digest_line line set digest_id = person.digest_id from person
      where line.account_id = person.account_id and line.digest_id is null
        and line.due_at <= ${now.toISOString()}
      returning line.account_id, line.digest_id
    )
    select distinct account_id, digest_id from claimed
  `.execute(tx)
  return rows
}

/** Reads the lines of a gathered mail, the oldest first, without topics that were switched off since. */
export async function linesOf(db: Db, of: { account_id: string; digest_id: string }) {
  const choices = await mailChoicesOf(db, of.account_id)
  const wanted = choices.filter(({ wants_mail }) => wants_mail).map(({ topic }) => topic)
  if (wanted.length === 0) return []
  return db
    .selectFrom('digest_line')
    .innerJoin('notification', 'notification.message_id', 'digest_line.message_id')
    .select(toldColumns)
    .where('digest_line.account_id', '=', of.account_id)
    .where('notification.account_id', '=', of.account_id)
    .where('digest_id', '=', of.digest_id)
    .where('topic', 'in', wanted)
    .orderBy('at')
    .orderBy('notification.id')
    .execute()
}

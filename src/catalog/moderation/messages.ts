import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#core/context.ts'
import { idOfLink } from '#core/link-token.ts'
import type { MessageKind } from './report.shared.ts'

type Sql = RawBuilder<unknown>

const uuid = z.uuid()

interface Message {
  /** Names the column of its author. */
  sender: string
  /** Names the column of its text. */
  text: string
  /** Names the column of the name that its author has signed with. */
  name?: 'from_name'
  /** Matches messages that a person has received. */
  isReceivedBy: (person: string | null) => Sql
  /** Names what its link leads to, and matches the messages that everybody with the link reads. */
  link?: { of: 'gift' | 'loan'; isRead: Sql }
}

/** Describes the messages of each kind. A kind is the name of its table. */
const messages: Record<MessageKind, Message> = {
  trade_offer: {
    sender: 'offeror',
    text: 'message',
    isReceivedBy: (person) => sql`owner = ${person}`,
  },
  gift: {
    sender: 'giver',
    text: 'message',
    name: 'from_name',
    isReceivedBy: (person) => sql`recipient = ${person}`,
    link: { of: 'gift', isRead: sql`status in ('open', 'claimed')` },
  },
  loan: {
    sender: 'lender',
    text: 'message',
    name: 'from_name',
    isReceivedBy: (person) => sql`borrower = ${person}`,
    link: { of: 'loan', isRead: sql`true` },
  },
  screening_message: {
    sender: 'account_id',
    text: 'text',
    isReceivedBy: (person) => sql`(
      exists (select from screening where screening.id = screening_id and host = ${person})
      or exists (select from screening_guest guest
        where guest.screening_id = screening_message.screening_id and guest.account_id = ${person}
          and left_at is null and removed_at is null))`,
  },
}

/**
 * Matches messages that are hidden: while their case is. `as` names the table in the query. Without
 * parameters, as a cursor takes none.
 */
export const isHidden = (of: MessageKind, as: string = of) => sql<boolean>`exists (
  select from moderation_case hiding where hiding.of = ${sql.lit(of)}
    and hiding.thing_id = ${sql.ref(`${as}.id`)} and hiding.status in ('hidden', 'appealed'))`

type Reader = Sql | string | null

/** Returns the text of a message for a reader: empty while it is hidden, for others than its sender. */
export function shownText(of: MessageKind, reader: Reader, as: string = of) {
  const { sender, text } = messages[of]
  const [from, written] = [sql.ref(`${as}.${sender}`), sql.ref(`${as}.${text}`)]
  return sql<string>`case when ${isHidden(of, as)} and ${from} is distinct from ${reader}::uuid then ''
    else ${written} end`
}

/**
 * Returns the name under a message for a reader: the username of its sender while it is hidden, for
 * others than the sender.
 */
export function shownName(of: 'gift' | 'loan', reader: Reader) {
  const from = sql.ref(`${of}.${messages[of].sender}`)
  return sql<string>`case when ${isHidden(of)} and ${from} is distinct from ${reader}::uuid
    then (select username from account where account.id = ${from}) else from_name end`
}

/** Selects both the text, under the name of its column, and if it is hidden. */
export const messageColumns = (of: MessageKind, reader: Reader, as?: string) => sql`
  ${shownText(of, reader, as)} as ${sql.ref(messages[of].text)}, ${isHidden(of, as)} as message_hidden`

/**
 * Selects and locks a message that the asker has received and can read, with the name under it: both are
 * words of its sender. Its id is that of its row, or the token of its link.
 */
export function findMessage(of: MessageKind, id: string, ctx: Ctx) {
  const { sender, text, name, isReceivedBy, link } = messages[of]
  const asker = ctx.person?.account_id ?? null
  const linked = link && idOfLink(ctx, link.of, id)
  const row = linked ?? (uuid.safeParse(id).success ? id : null)
  const mayRead = linked && link ? link.isRead : isReceivedBy(asker)
  const from = sql.ref(sender)
  const written = name
    ? sql`concat_ws(': ', ${sql.ref(name)}, nullif(${sql.ref(text)}, ''))`
    : sql.ref(text)
  return sql<{ thing_id: string; owner: string; quoted: string }>`
    select id as thing_id, ${from} as owner, ${written} as quoted from ${sql.table(of)}
    where id = ${row}::uuid and ${mayRead}
      and ${written} <> '' and ${from} is distinct from ${asker}::uuid and not ${isHidden(of)}
    for no key update of ${sql.table(of)}`
}

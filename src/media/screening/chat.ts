import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { requireHosted } from './control.ts'
import { readAs } from './rows.ts'
import {
  type Message,
  MESSAGES_KEPT,
  type postMessage,
  type removeMessage,
} from './screening.shared.ts'

/** The messages of one person, within seconds, after which they have to wait. */
const PACE = { within: 10, atMost: 5 }

/**
 * Writes to everyone in the screening. Refuses `screening_closed`, `screening_chat_off` and
 * `too_many_requests`.
 */
export async function post(
  ctx: Ctx,
  { id, message_id, text }: BodyOf<typeof postMessage>,
): Promise<Message> {
  requireOn(await settingsFor(ctx), 'screening_enabled')
  const { account_id } = currentPerson(ctx)
  const { status, people } = await readAs(ctx, id)
  if (status === 'ended') fail('screening_closed')
  const { name } = people.find(({ is_me }) => is_me)!
  return inTx(ctx, async (tx) => {
    await requireChat(tx, id)
    const at = ctx.time()
    await requirePace(tx, { id, account_id, message_id }, at)
    const message = { id: message_id, name, text, at: at.toISOString() }
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('screening_message')
      .values({ ...message, screening_id: id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    const sent = inserted ? message : await sentBefore(tx, { id, account_id, message_id })
    await deleteOldest(tx, id)
    return { ...sent, message_hidden: false, is_mine: true }
  })
}

/** Locks the screening. Refuses it if it has ended or its chat is off. */
async function requireChat(tx: Tx, id: string) {
  const { rows } = await sql<{ chat_enabled: boolean }>`
    select chat_enabled from screening where id = ${id} and status <> 'ended' for no key update
  `.execute(tx)
  const { chat_enabled } = rows[0] ?? fail('screening_closed')
  if (!chat_enabled) fail('screening_chat_off')
}

/** Returns the message of a repeated call. Refuses an id that another message has. */
async function sentBefore(tx: Tx, { id, account_id, message_id }: Sent) {
  const message = await tx
    .selectFrom('screening_message')
    .select(['id', 'name', 'text', 'at'])
    .where('id', '=', message_id)
    .where('screening_id', '=', id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return message ?? fail('input_invalid', { field: 'message_id' })
}

interface Sent {
  id: string
  account_id: string
  message_id: string
}

/** Refuses a person who writes too fast. The screening is locked, so messages at once are counted. */
async function requirePace(tx: Tx, { id, account_id, message_id }: Sent, at: Date) {
  const { count } = await tx
    .selectFrom('screening_message')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('screening_id', '=', id)
    .where('account_id', '=', account_id)
    .where('id', '<>', message_id)
    .where('at', '>', addSeconds(at, -PACE.within).toISOString())
    .executeTakeFirstOrThrow()
  if (count >= PACE.atMost) fail('too_many_requests', { seconds: PACE.within })
}

async function deleteOldest(tx: Tx, id: string) {
  await sql`
    delete from screening_message where screening_id = ${id} and id in (
      select id from screening_message where screening_id = ${id}
      order by at desc, id offset ${MESSAGES_KEPT})
  `.execute(tx)
}

/** Removes a message from the caller's screening. A repeat changes nothing. */
export async function remove(
  ctx: Ctx,
  { id, message_id }: BodyOf<typeof removeMessage>,
): Promise<{ id: string }> {
  await inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'screening_enabled')
    await requireHosted(tx, id, currentPerson(ctx).account_id)
    await tx
      .deleteFrom('screening_message')
      .where('id', '=', message_id)
      .where('screening_id', '=', id)
      .execute()
  })
  return { id: message_id }
}

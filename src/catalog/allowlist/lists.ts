import { sql } from 'kysely'
import { jstDay } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import { namePeople } from './people.ts'

/**
 * Step: creates a list of the named people that reserves nothing yet, and returns its id. Returns null
 * if nobody is named. Refuses as `namePeople` does.
 */
export async function createList(
  tx: Tx,
  { kid, purpose, named }: { kid: string; purpose: string; named: string[] },
  at: Date,
): Promise<string | null> {
  const text = named.join('\n')
  if (text.trim() === '') return null
  const when = at.toISOString()
  const name = `${purpose}, ${jstDay(at)}`
  const list = { kid, name, maximum: null, early_from: null, whole: false, created_at: when }
  const { id } = await tx
    .insertInto('allowlist')
    .values({ ...list, ended_at: when })
    .returning('id')
    .executeTakeFirstOrThrow()
  await namePeople(tx, id, text, at)
  return id
}

/** Step: lets a list reserve these copies from now on. The caller has locked them. */
export async function reserveCopies(tx: Tx, id: string, asset_token_ids: string[]) {
  await sql`
    insert into allowlist_copy (asset_token_id, allowlist_id)
    select copy, ${id} from unnest(${asset_token_ids}::uuid[]) as copy
    on conflict (asset_token_id) do update set allowlist_id = ${id}
  `.execute(tx)
  await tx.updateTable('allowlist').set({ ended_at: null }).where('id', '=', id).execute()
}

/** Step: takes copies off lists that reserve them. The caller has locked the copies. */
export async function releaseCopies(
  tx: Tx,
  copies: readonly { asset_token_id: string; allowlist_id: string }[],
) {
  if (copies.length === 0) return
  await sql`
    delete from allowlist_copy using jsonb_to_recordset(${JSON.stringify(copies)}::jsonb)
      as freed (asset_token_id uuid, allowlist_id uuid)
    where allowlist_copy.asset_token_id = freed.asset_token_id
      and allowlist_copy.allowlist_id = freed.allowlist_id
  `.execute(tx)
}

/** Step: ends lists: they reserve nothing any more. */
export async function endLists(tx: Tx, ids: string[], at: Date) {
  if (ids.length === 0) return
  await tx
    .updateTable('allowlist')
    .set({ ended_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Step: deletes a list with its people, if it is ended and so reserves nothing. The caller has locked the
 * title, under which its creator could take it up again, and has deleted what names the list.
 */
export async function deleteEndedList(tx: Tx, id: string) {
  const ended = await tx
    .selectFrom('allowlist')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!ended) return
  await tx.deleteFrom('allowlist_copy').where('allowlist_id', '=', id).execute()
  await tx.deleteFrom('allowlist').where('id', '=', id).execute() // its people go along
}

/**
 * Returns those of the copies that cannot be given to this list, or to everybody if it is null: another
 * list reserves them at `at`. A list for the whole title gives way to the lists of single copies.
 */
export async function reservedElsewhere(
  tx: Tx,
  id: string | null,
  asset_token_ids: string[],
  at: Date,
) {
  const { rows } = await sql<{ asset_token_id: string }>`
    select asset_token_id from reserved_copy join allowlist on allowlist.id = allowlist_id
    where asset_token_id = any(${asset_token_ids}::uuid[]) and allowlist_id is distinct from ${id}::uuid
      and not (whole and ${id}::uuid is not null)
      and (reserved_until is null or reserved_until > ${at.toISOString()}::timestamptz)
  `.execute(tx)
  return new Set(rows.map(({ asset_token_id }) => asset_token_id))
}

/** Returns the people of a list for mails to each of them. */
export async function peopleOf(tx: Tx, allowlist_id: string): Promise<{ person: number }[]> {
  return tx
    .selectFrom('allowlist_person')
    .select('id as person')
    .where('allowlist_id', '=', allowlist_id)
    .execute()
}

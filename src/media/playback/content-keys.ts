import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import {
  type ContentKeys,
  keyIds,
  newContentKeys,
  type TrackKind,
} from '#src/media/packaging/keys.ts'
import { keyRing, open, rewrapAll, seal } from '#core/vault.ts'

type KeyContext = Pick<Ctx, 'db' | 'config'>
const KINDS: TrackKind[] = ['video', 'audio']

/**
 * Returns the context that a content key is sealed with. Moved to another title or track, the key
 * cannot be opened.
 */
const contextOf = (kid: string, track: string) => `content/v1|${kid}|${track}`

/**
 * Returns a title's keys and creates them on the first call. Of two concurrent calls, one finds the
 * other's keys.
 */
export async function makeContentKeys(ctx: KeyContext, kid: string): Promise<ContentKeys> {
  const made = newContentKeys()
  const ids = keyIds(kid)
  const ring = keyRing(ctx.config.keyRing)
  const rows = await Promise.all(
    KINDS.map(async (track) => ({
      kid,
      track,
      key_id: ids[track],
      ...(await seal(ring, made[track], contextOf(kid, track))),
    })),
  )
  await ctx.db
    .insertInto('content_key')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await contentKeys(ctx, kid))!
}

/**
 * Returns a title's opened keys, or undefined if it has none. They may only be used for licences
 * and encryption.
 */
export async function contentKeys({ db, config }: KeyContext, kid: string) {
  const rows = await db.selectFrom('content_key').selectAll().where('kid', '=', kid).execute()
  if (rows.length < KINDS.length) return undefined
  const ring = keyRing(config.keyRing)
  const opened = await Promise.all(
    rows.map(async (row) => [row.track, await open(ring, row, contextOf(kid, row.track))] as const),
  )
  return Object.fromEntries(opened) as ContentKeys
}

/** Rewraps the data keys of all content keys. */
export const rewrapContentKeys = ({ db, config }: KeyContext): Promise<number> =>
  rewrapAll(config.keyRing, {
    read: (current, limit) =>
      db
        .selectFrom('content_key')
        .select(['kid', 'track', 'key_id', 'kek_id', 'wrapped', 'sealed'])
        .where('kek_id', '<>', current)
        .limit(limit)
        .execute(),
    contextOf: ({ kid, track }) => contextOf(kid, track),
    write: ({ key_id }, renewed) =>
      db.updateTable('content_key').set(renewed).where('key_id', '=', key_id).execute(),
  })

/** Deletes the keys of a title. */
export async function deleteContentKeys(tx: Tx, kid: string) {
  await tx.deleteFrom('content_key').where('kid', '=', kid).execute()
}

import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import {
  type ContentKeys,
  keyIds,
  newContentKeys,
  type TrackKind,
} from '#src/media/packaging/keys.ts'
import { keyRing, open, rewrap, seal } from '#src/accounts/wallet/vault.ts'

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

/**
 * Wraps the data key of every content key with the ring's first key, as `rewrapWallets` does for
 * wallets. Remove an older key from KEY_RING only after both. Returns the number of renewed keys.
 */
export async function rewrapContentKeys({ db, config }: KeyContext): Promise<number> {
  const ring = keyRing(config.keyRing)
  const rows = await db
    .selectFrom('content_key')
    .selectAll()
    .where('kek_id', '<>', ring.current)
    .execute()
  for (const row of rows) {
    const { kek_id, wrapped } = await rewrap(ring, row, contextOf(row.kid, row.track))
    await db
      .updateTable('content_key')
      .set({ kek_id, wrapped })
      .where('key_id', '=', row.key_id)
      .execute()
  }
  return rows.length
}

/** Deletes the keys of a title. */
export async function deleteContentKeys(tx: Tx, kid: string) {
  await tx.deleteFrom('content_key').where('kid', '=', kid).execute()
}

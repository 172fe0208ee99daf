import type { Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import {
  type ContentKeys,
  keyIds,
  newContentKeys,
  type TrackKind,
} from '#src/media/packaging/keys.ts'
import { keyRing, open, rewrap, seal } from '#src/accounts/wallet/vault.ts'

type Place = Pick<Ctx, 'db' | 'config'>
const KINDS: TrackKind[] = ['video', 'audio']

/** What a content key is sealed to: moved to another title or track, it does not open. */
const contextOf = (kid: string, track: string) => `content/v1|${kid}|${track}`

/** A title's keys, made the first time. Of two that make them at once, one finds the other's. */
export async function makeContentKeys(ctx: Place, kid: string): Promise<ContentKeys> {
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

/** A title's keys, opened; `undefined` where it has none. They go nowhere but into a licence. */
export async function contentKeys({ db, config }: Place, kid: string) {
  const rows = await db.selectFrom('content_key').selectAll().where('kid', '=', kid).execute()
  if (rows.length < KINDS.length) return undefined
  const ring = keyRing(config.keyRing)
  const opened = await Promise.all(
    rows.map(async (row) => [row.track, await open(ring, row, contextOf(kid, row.track))] as const),
  )
  return Object.fromEntries(opened) as ContentKeys
}

/**
 * Wraps every content key's data key with the ring's first key, as `rewrapWallets` does with
 * wallets; only after both may an older key be taken out of KEY_RING. Answers how many it renewed.
 */
export async function rewrapContentKeys({ db, config }: Place): Promise<number> {
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

/** Step: the keys of a title that never came out. */
export async function deleteContentKeys(tx: Tx, kid: string) {
  await tx.deleteFrom('content_key').where('kid', '=', kid).execute()
}

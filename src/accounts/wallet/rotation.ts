import type { Db } from '#core/database/db.ts'
import { custodyContext, keyRing, rewrap } from './vault.ts'

const BATCH = 100

/**
 * Rewraps every wallet's data key with the ring's first key, and returns the number rewrapped.
 * Secrets stay sealed. An interrupted run can be repeated. Content keys are rewrapped separately.
 */
export async function rewrapWallets(db: Db, ring: string): Promise<number> {
  const wrapper = keyRing(ring)
  for (let renewed = 0; ;) {
    const keys = await db
      .selectFrom('wallet_key')
      .select(['address', 'index', 'sign_algo', 'kek_id', 'wrapped', 'sealed'])
      .where('kek_id', '<>', wrapper.current)
      .limit(BATCH)
      .execute()
    if (keys.length === 0) return renewed
    for (const key of keys) {
      const { kek_id, wrapped } = await rewrap(wrapper, key, custodyContext(key))
      await db
        .updateTable('wallet_key')
        .set({ kek_id, wrapped })
        .where('address', '=', key.address)
        .where('index', '=', key.index)
        .execute()
      renewed++
    }
  }
}

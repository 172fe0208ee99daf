import { inTx } from '#core/database/db.ts'
import { lockBalances, post, type Transfer } from '#src/ledger/ledger.ts'
import type { Place, Somebody } from './people.ts'

/** Moves these people's money as a room does, now or at another time. */
export async function books(
  { app, clock }: Pick<Place, 'app' | 'clock'>,
  people: Pick<Somebody, 'account_id'>[],
  transfers: Transfer[],
  at: Date = clock.now,
) {
  await inTx(app, async (tx) => {
    const ids = people.map(({ account_id }) => account_id)
    await post(tx, await lockBalances(tx, ids), transfers, at)
  })
}

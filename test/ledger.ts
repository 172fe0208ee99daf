import { inTx } from '#core/database/db.ts'
import { lockBalances, post, type Transfer } from '#src/ledger/ledger.ts'
import type { RunningApp, Person } from './people.ts'

/** Posts transfers between these people, now or at another time. */
export async function postTransfers(
  { app, clock }: Pick<RunningApp, 'app' | 'clock'>,
  people: Pick<Person, 'account_id'>[],
  transfers: Transfer[],
  at: Date = clock.now,
) {
  await inTx(app, async (tx) => {
    const ids = people.map(({ account_id }) => account_id)
    await post(tx, await lockBalances(tx, ids), transfers, at)
  })
}

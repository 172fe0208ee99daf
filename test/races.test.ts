import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { newestCheck, NO_DISPUTES } from '#src/finance/reconciliation/checks.ts'
import { unknownDisputes } from '#src/finance/reconciliation/disputes.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { assertBooksBalance } from './books.ts'
import { controlProvider } from './card-purchase.ts'
import { assertStatementMatchesBalance, openMarket, settleEverything } from './market-fixtures.ts'
import { seededRandom } from './random.ts'
import { actions } from './random-actions.ts'
import { addTitles, titleActions } from './random-title-actions.ts'
import { waitersAppear, whileLocked } from './row-locks.ts'
import { createTitle } from './titles.ts'
import { countOutcomes, testApp, type TestApp, tenTimes, travelTo, waitUntil } from './test-app.ts'
import { changeWaitingSettings } from './waiting-rooms.ts'

const SEED = Number(process.env.RACES_SEED ?? randomInt(2 ** 31))
const ROUNDS = 6
const AT_ONCE = 32
const PRICE = 100
/** The actions of `actions` that meet draws, turns and disputes on the same copies and balances. */
const MET = [
  'buy from balance',
  'buy by card',
  'pay at the provider',
  'cancel a checkout',
  'list for sale',
  'rent out',
  'rent from balance',
  'deliver an event again',
] as const

test('MN-01 draws, rentals, turns, coupons and disputes at once leave the books in balance', async (t) => {
  t.diagnostic(`RACES_SEED=${SEED}`)
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  await changeWaitingSettings(here, {})
  const market = await addTitles(await openMarket(here), 30)
  const all = { ...titleActions, ...Object.fromEntries(MET.map((name) => [name, actions[name]!])) }
  const names = Object.keys(all)
  const done = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, async (_, i) => {
        const random = seededRandom(SEED, round, i)
        const name = names[random(names.length)]!
        const outcome = await all[name]!(market, random)
        ok(outcome?.error?.code !== 'bug', `${name}, seed ${SEED}`)
        if (!outcome?.error) done.add(name)
      }),
      here.run('waiting.admit'),
      here.run('rental.end'),
    ])
    await travelTo(here, addSeconds(here.clock.now, 20))
  }

  t.diagnostic([...done].toSorted().join(', '))
  for (const dispute of market.disputes) await controlProvider(here, { do: 'win', dispute })
  await waitUntil(
    () => lateDisputes(here),
    ({ length }) => length === 0,
  )
  await settleEverything(here)
  await assertBooksBalance(here.app.db)
  const check = await newestCheck(here.app.db, 'card')
  deepEqual(
    check!.differences.filter(({ sentence }) => sentence !== NO_DISPUTES),
    [],
    `seed ${SEED}`,
  )
  for (const who of market.people) {
    const { debt } = await who.call(getBalance, {})
    if (debt === 0) await assertStatementMatchesBalance(who)
  }
  ok(done.size > names.length / 2, `too little was possible, seed ${SEED}`)
})

test('of ten purchases at once, those before the end of the session settle, and the others follow with the same keys', async (t) => {
  const here = await testApp(t)
  const { db } = here.app
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10 * PRICE })
  const film = await createTitle(here, mika, { copies: 10, price: PRICE })
  const keys = tenTimes(() => randomUUID())
  const buy = (i: number) => ren.call(purchaseForFree, film.order(i + 1, PRICE), keys[i])
  const setEnd = (expires_at: Date | string) =>
    db
      .updateTable('session')
      .set({ expires_at: new Date(expires_at).toISOString() })
      .where('account_id', '=', ren.account_id)
      .execute()
  let late: ReturnType<typeof buy>[] = []
  const early = await whileLocked(db, {
    lock: sql`select from serial where kid = ${film.kid} for no key update`,
    action: () => Promise.all([0, 1, 2, 3, 4].map(buy)),
    change: async () => {
      ok(await waitersAppear(db, 1))
      await setEnd(here.clock.now)
      late = [5, 6, 7, 8, 9].map(buy)
      await Promise.all(late)
    },
  })
  const settled = early.filter(({ error }) => !error).length // the end may overtake some of them
  ok(settled > 0)
  deepEqual(countOutcomes([...early, ...(await Promise.all(late))]), {
    done: settled,
    session_expired: 10 - settled,
  })

  await setEnd('2099-01-01T00:00:00Z') // they sign in again
  const again = await Promise.all(tenTimes(buy))

  for (const [i, { error, purchase_id }] of early.entries())
    if (!error) equal(again[i]!.purchase_id, purchase_id)
  equal(new Set(again.map(({ purchase_id }) => purchase_id)).size, 10)
  notEqual(again[9]!.purchase_id, undefined)
  equal(await ren.balance(), 0)
  equal((await db.selectFrom('purchase').select('id').execute()).length, 10)
})

/** Returns the ids of disputes whose state at the provider has not reached the database. */
async function lateDisputes({ app, clock, integrations }: TestApp) {
  const period = { from: new Date(0), to: addSeconds(clock.now, 3_600) }
  const disputes = await Array.fromAsync(integrations.card.listDisputes(period))
  return inTx(app, (tx) => unknownDisputes(tx, disputes))
}

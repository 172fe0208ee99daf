import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { registerBank } from '../../test/bank-accounts.ts'
import type { Person } from '../../test/people.ts'
import { createTitle } from '../../test/titles.ts'
import { testApp, type TestApp } from '../../test/test-app.ts'
import { getBalance } from './ledger.shared.ts'
import { lockBalances, post } from './ledger.ts'

/** Computes each account's balance of a person from all transfers. */
async function replay({ app }: TestApp, { account_id }: Person) {
  const { rows } = await sql<{ kind: string; sum: number }>`
    select kind, sum(case when account.id = credit then amount else -amount end)::int as sum
    from ledger_account account join ledger_transfer on account.id in (debit, credit)
    where account_id = ${account_id} group by kind
  `.execute(app.db)
  const of = (name: string) => rows.find(({ kind }) => kind === name)?.sum ?? 0
  return {
    sales_balance: of('sales'),
    points: of('points'),
    total: of('sales') + of('points'),
    reserved_for_payout: of('payout'),
    reserved_for_purchase: of('hold'),
    debt: of('debt'),
  }
}

test('MN-01 EN-15 the total is sales balance plus points, without reserved amounts, and all match the ledger', async (t) => {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 10_000, points: 700 })
  const film = await createTitle(here, mika, { copies: 2, price: 3_000 })
  const is = async (who: Person, ...[sales_balance, points, payout, hold]: number[]) => {
    const balance = await who.call(getBalance, {})
    deepEqual(balance, await replay(here, who))
    const { reserved_for_payout, reserved_for_purchase, debt, ...usable } = balance
    deepEqual(usable, { sales_balance, points, total: sales_balance! + points! })
    deepEqual([reserved_for_payout, reserved_for_purchase, debt], [payout, hold, 0])
  }
  await is(ren, 10_000, 700, 0, 0)

  await ren.call(purchaseForFree, film.order(1, 3_000))
  await is(ren, 7_700, 0, 0, 0) // points first
  await is(mika, 2_700, 0, 0, 0)

  equal((await ren.call(purchaseSerial, film.order(2, 1_000))).error, undefined)
  await is(ren, 6_700, 0, 0, 1_000)
  await registerBank(here, ren)
  await ren.call(requestPayout, { amount: 2_000 })
  await is(ren, 4_500, 0, 2_200, 1_000)
  await ren.call(cancelPurchase, { kid: film.kid, serial_number: 2 })
  await is(ren, 5_500, 0, 2_200, 0)
})

test('an amount that is no whole number of yen is refused instead of left out', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren')
  const entry = { reason: 'coupon', subject_id: ren.account_id } as const
  const sides = {
    debit: { kind: 'points_issued' },
    credit: { account_id: ren.account_id, kind: 'points' },
  } as const
  const give = (amount: number | null) =>
    inTx(here.app, async (tx) => {
      const ledger = await lockBalances(tx, [ren.account_id])
      await post(tx, ledger, [{ ...entry, ...sides, amount: amount! }], here.clock.now)
    })
  for (const amount of [null, -5, 0.5, Number.NaN])
    await rejects(give(amount), /not a whole number of yen/, String(amount))
  await give(0)
  await give(5)
  equal(await ren.balance(), 5)
})

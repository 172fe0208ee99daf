import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { eraseAccount } from '#src/accounts/account/account.ts'
import { logIn, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { joinWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { deletionCode } from '../../../test/deletions.ts'
import { claim, giveOne } from '../../../test/gifts.ts'
import { borrow, lent } from '../../../test/loans.ts'
import { assertOwnersFollow } from '../../../test/ownership.ts'
import type { Person } from '../../../test/people.ts'
import { waitersAppear, whileLocked } from '../../../test/row-locks.ts'
import { MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { accept, offer, openToTrade } from '../../../test/trades.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { waitingRoom } from '../../../test/waiting-rooms.ts'
import { deleteAccount } from './deletion.shared.ts'

/** Mika's titles: copies of the first are for sale, those of the other are not listed. */
async function setup(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 9, price: 1_000, trade_enabled: true })
  const other = await createTitle(here, mika, { copies: 9, trade_enabled: true })
  return { here, db: here.app.db, mika, ren, aoi, film, other }
}

const lockOf = ({ account_id }: Person) =>
  sql`select from account where id = ${account_id} for no key update`
const lockOfCopy = (token: string) =>
  sql`select from serial where asset_token_id = ${token} for no key update`

test('AC-06 of ten deletions at once one deletes, with one farewell and one entry', async (t) => {
  const { here, db } = await setup(t)
  const yui = await here.person('Yui')
  const code = await deletionCode(here, yui)
  const answers = await Promise.all(tenTimes(() => yui.call(deleteAccount, { copies: 0, code })))
  equal(countOutcomes(answers).done, 1)
  const { rows } = await sql`select
    (select count(*) from account_deletion) as deletions,
    (select count(*) from audit_log where action = 'deletion') as entries,
    (select count(*) from session where account_id = ${yui.account_id}) as sessions`.execute(db)
  deepEqual(rows, [{ deletions: 1, entries: 1, sessions: 0 }])
})

test('AC-06 what an account does while it is deleted is refused', async (t) => {
  const { here, db, mika, film, other } = await setup(t)
  const gift = await giveOne(mika, other, 1)
  const loan = await lent(mika, other, 2)
  const tries: Record<string, (who: Person) => Promise<{ error?: { code: string } }>> = {
    Buyer: (who) => who.call(purchaseForFree, film.order(2, 1_000)),
    Holder: (who) => who.call(purchaseSerial, film.order(2, 0)),
    Claimer: (who) => claim(who, gift),
    Borrower: (who) => borrow(who, loan),
    Payee: (who) => who.call(requestPayout, { amount: 1_000 }),
    Renamer: (who) => who.call(updateCurrentAccount, { first_name: 'Ren' }),
  }
  for (const [name, action] of Object.entries(tries)) {
    const who = await here.person(name, { balance: 5_000 })
    await registerBank(here, who)
    const answer = await whileLocked(db, {
      lock: lockOf(who),
      action: () => action(who),
      change: (tx) => erase(tx, who, here.clock.now),
    })
    const code = answer.error?.code ?? 'done'
    ok(['account_suspended', 'session_expired'].includes(code), `${name}: ${code}`)
  }
  const { rows } = await sql`select
    (select count(*) from purchase join account on account.id = buyer where deleted_at is not null) as purchases,
    (select count(*) from serial join account on account.id = owner where deleted_at is not null) as copies,
    (select count(*) from rental join account on account.id = renter where deleted_at is not null) as rentals,
    (select count(*) from payout) as payouts`.execute(db)
  deepEqual(rows, [{ purchases: 0, copies: 0, rentals: 0, payouts: 0 }])
})

test('AC-06 no place in a waiting room is left, whichever comes first', async (t) => {
  const { here, id } = await waitingRoom(t)
  const [yui, ren] = [await here.person('Yui'), await here.person('Ren')]
  equal((await yui.call(joinWaitingRoom, { id, lang: 'en' })).error, undefined)
  const code = await deletionCode(here, yui)
  equal((await yui.call(deleteAccount, { copies: 0, code })).error, undefined)
  const refused = await whileLocked(here.app.db, {
    lock: lockOf(ren),
    action: () => ren.call(joinWaitingRoom, { id, lang: 'en' }),
    change: (tx) => erase(tx, ren, here.clock.now),
  })
  equal(refused.error?.code, 'account_suspended')
  const places = here.app.db.selectFrom('waiting_entry').select('status').execute()
  deepEqual(await places, [{ status: 'left' }])
})

test('AC-06 a gift that is claimed before the deletion is not lost with it', async (t) => {
  const { here, db, mika, other } = await setup(t)
  const yui = await here.person('Yui')
  const gift = await giveOne(mika, other, 1)
  const code = await deletionCode(here, yui)
  const [claimed, deleted] = await whileLocked(db, {
    lock: lockOfCopy(other.tokens.get(1)!),
    action: () => Promise.all([claim(yui, gift), after(db, () => yui.call(deleteAccount, { copies: 0, code }))]), // oxfmt-ignore
    waiters: 2,
  })
  equal(claimed.error, undefined)
  deepEqual(deleted.error, { code: 'deletion_copies_differ', params: { copies: 1 } })
})

test('AC-06 a copy is sold or its seller deleted, and no yen goes to a deleted account', async (t) => {
  const { here, db, ren, aoi, film } = await setup(t)
  equal((await ren.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  const token = film.tokens.get(1)!
  await listForSale(here, ren, [token], 1_000)
  const code = await deletionCode(here, ren)
  const order = { ...film.order(1, 1_000), owner_account_id: ren.account_id }
  const [bought, deleted] = await whileLocked(db, {
    lock: lockOfCopy(token),
    action: () => Promise.all([aoi.call(purchaseForFree, order), after(db, () => ren.call(deleteAccount, { copies: 1, code }))]), // oxfmt-ignore
    waiters: 2,
  })
  equal(bought.error, undefined)
  deepEqual(deleted.error, { code: 'deletion_blocked', params: { obstacle: 'sales_balance' } })
  await assertOwnersFollow(db)
})

test('AC-06 a trade is accepted or ends with the account, and the books balance', async (t) => {
  const { here, db, ren, aoi, film, mika, other } = await setup(t)
  equal((await ren.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  equal((await claim(aoi, await giveOne(mika, other, 1))).error, undefined)
  const [mine, wanted] = [
    { owner: ren, token: film.tokens.get(1)! },
    { owner: aoi, token: other.tokens.get(1)! },
  ]
  await openToTrade(here, wanted)
  equal((await offer(mine, wanted)).error, undefined)
  const code = await deletionCode(here, ren)
  const [traded, deleted] = await Promise.all([
    accept(mine, wanted),
    ren.call(deleteAccount, { copies: 1, code }),
  ])
  equal(deleted.error, undefined)
  const owner = async (token: string) =>
    (
      await db
        .selectFrom('serial')
        .select('owner')
        .where('asset_token_id', '=', token)
        .executeTakeFirstOrThrow()
    ).owner
  const isTraded = traded.error === undefined
  equal(await owner(mine.token), (isTraded ? aoi : ren).account_id)
  equal(await owner(wanted.token), (isTraded ? ren : aoi).account_id)
  await assertOwnersFollow(db)
})

test('AC-06 a sign-in that was proved before the deletion opens no session', async (t) => {
  const { browser, signIn, askCode, prove, passTime, db, clock } = await signInFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  passTime(MINUTE)
  const { body } = await prove(mika, MIKA, await askCode(mika, MIKA))
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const refused = await whileLocked(db, {
    lock: lockOf({ account_id: account.id } as Person),
    action: () => mika.call(logIn, body),
    change: async (tx) => {
      await eraseAccount(tx, { account_id: account.id, copies: 0, at: clock.now })
      await tx.deleteFrom('session').execute()
    },
  })
  equal(refused.error?.code, 'account_suspended')
  deepEqual(await db.selectFrom('session').selectAll().execute(), [])
})

/** Deletes as the action does once it holds its locks, without its checks. */
const erase = (tx: Tx, { account_id }: Person, at: Date) =>
  eraseAccount(tx, { account_id, copies: 0, at })

/** Calls once another call waits for a lock. */
async function after<T>(db: Db, call: () => Promise<T>) {
  await waitersAppear(db, 1)
  return call()
}

import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { makeKey } from '../../../test/mailed-codes.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import {
  exportPayouts,
  getPayout,
  putAuto,
  requestPayout,
} from '#src/finance/payout/payout.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { asPerson } from '../../../test/call.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { payAt, stateOf } from '../../../test/card-purchase.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { draft } from '../../../test/distributions.ts'
import { giveOne } from '../../../test/gifts.ts'
import { borrow, lend, lent } from '../../../test/loans.ts'
import type { Person } from '../../../test/people.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { offer, openToTrade } from '../../../test/trades.ts'
import { tenTimes, testApp, travelTo, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { listSuspensions, putSuspension } from './suspension.shared.ts'

const PRICE = 1_000

/** Mika sells five copies; Ren can buy, Sora is an administrator. */
async function setup(t: TestContext) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const ren = await here.person('Ren', { balance: 5_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 5, price: PRICE })
  const put = (who: Person, suspended = true, reason = 'copied films') =>
    sora.call(putSuspension, { id: who.account_id, suspended, reason })
  const live = async (who: Person) => {
    const { rows } = await sql<{ kind: string }>`
      select kind from listing where seller = ${who.account_id}
        and status in ('preparing', 'open') order by kind
    `.execute(here.app.db)
    return rows.map(({ kind }) => kind)
  }
  /** Gives a suspended person a session, as a request that began before has one. */
  const within = (who: Person) =>
    sql`insert into session (token_hash, account_id, created_at, seen_at, expires_at)
      values (encode(sha256(convert_to(${who.token}, 'UTF8')), 'hex'), ${who.account_id},
        '2030-01-10', '2030-01-10', '2099-01-01')`.execute(here.app.db)
  return { here, db: here.app.db, mika, ren, sora, film, put, live, within }
}

test('SU-01 a suspension ends sessions and offers; balance and copies stay, and the person is told', async (t) => {
  const { here, mika, ren, sora, film, put, live } = await setup(t)
  const other = await createTitle(here, mika, { copies: 2 })
  const gift = await giveOne(mika, other, 1)
  equal((await lend(mika, other, 2)).error, undefined)
  deepEqual(new Set(await live(mika)), new Set(['sale', 'transfer', 'loan']))

  const standing = await put(mika)
  deepEqual([standing.suspended_by, standing.reason], ['Sora', 'copied films'])
  equal((await mika.call(getCurrentAccount, {})).error?.code, 'session_expired')
  deepEqual(await live(mika), [])
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).error?.code, 'not_for_sale')
  equal((await here.app.db.selectFrom('gift').select('status').where('id', '=', gift.id).executeTakeFirstOrThrow()).status, 'revoked') // oxfmt-ignore
  deepEqual(await sora.call(listSuspensions, {}), { items: [standing], total: 1 })
  equal((await sora.call(getOverview, {})).suspended_accounts, 1)
  const [entry] = (await sora.call(listAuditLog, { action: 'suspension' })).items
  deepEqual([entry?.by, entry?.about, entry?.reason], ['Sora', 'Mika', 'copied films'])
  equal(entry?.facts.suspended, true)
  const kept = await sql<{ copies: number; balance: number }>`
    select (select count(*) from serial where owner = ${mika.account_id}) as copies,
      (select sum(balance)::int from ledger_account where account_id = ${mika.account_id}) as balance
  `.execute(here.app.db)
  deepEqual(kept.rows, [{ copies: 7, balance: 5_000 }])
  const mails = () => here.inbox(mika.email)
  const isTold = ({ subject, text }: { subject: string; text: string }) =>
    subject === 'Your account is suspended' && text.includes('copied films')
  await waitUntil(mails, (all) => all.some(isTold))

  await put(mika, false, 'cleared')
  deepEqual(await sora.call(listSuspensions, {}), { items: [], total: 0 })
  deepEqual(await live(mika), [])
  await waitUntil(mails, (all) => all.some(({ subject }) => /no longer suspended/.test(subject)))
  equal((await sora.call(listAuditLog, { action: 'suspension' })).total, 2)
})

test('SU-01 a program with an API key of a suspended person is refused until it is lifted', async (t) => {
  const { here, mika, put } = await setup(t)
  const { key } = await makeKey(here, mika, { name: 'Shop', scopes: ['read'] })
  const code = async () => (await asPerson(here.url, key)(listCreatedAssets, {})).error?.code
  equal(await code(), undefined)
  await put(mika)
  equal(await code(), 'account_suspended')
  await put(mika, false, 'cleared')
  equal(await code(), undefined)
})

test('SU-01 only administrators suspend, neither each other nor themselves, and a repeat changes nothing', async (t) => {
  const { here, mika, ren, sora, put } = await setup(t)
  const toru = await here.person('Toru', { role: 'ADMIN' })
  for (const admin of [toru, sora]) equal((await put(admin)).error?.code, 'forbidden')
  const of = { id: mika.account_id, suspended: true, reason: 'envy' }
  equal((await ren.call(putSuspension, of)).error?.code, 'admins_only')
  equal((await ren.call(listSuspensions, {})).error?.code, 'admins_only')
  equal((await here.call(putSuspension, of)).error?.code, 'not_signed_in')
  equal((await put(mika, true, ' ')).error?.code, 'input_invalid')
  equal((await sora.call(putSuspension, { ...of, id: crypto.randomUUID() })).error?.code, 'not_found') // oxfmt-ignore

  equal((await put(mika, false)).suspended_at, null) // was not suspended: no change
  await Promise.all(tenTimes(() => put(mika)))
  equal((await sora.call(listAuditLog, { action: 'suspension' })).total, 1)
})

test('SU-01 an exact username or email finds a person of any domain, and nothing less does', async (t) => {
  const { sora, ren } = await setup(t)
  const found = async (who: string) => (await sora.call(listSuspensions, { who })).items
  for (const who of ['ren', ren.email.toUpperCase()])
    deepEqual((await found(who)).map(({ account_id }) => account_id), [ren.account_id]) // oxfmt-ignore
  for (const who of ['re', 'example.test', '%', 'nobody']) deepEqual(await found(who), [])
})

test('SU-03 unsent payouts go back to the balance, and new ones are held until the suspension is lifted', async (t) => {
  const { here, mika, sora, put, within } = await setup(t)
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await mika.call(putAuto, { enabled: true })
  await put(mika)
  const { status, canceled_by } = await sora.call(getPayout, { id })
  deepEqual([status, canceled_by], ['canceled', 'platform'])
  await within(mika)
  equal((await mika.call(requestPayout, { amount: 1_000 })).error?.code, 'account_suspended')
  await travelTo(here, '2030-01-31T00:00:00Z') // 9:00 in Japan, when automatic requests are made
  await here.run('payout.request_monthly')
  const payouts = () => here.app.db.selectFrom('payout').select('status').execute()
  deepEqual(await payouts(), [{ status: 'canceled' }])

  await put(mika, false, 'cleared')
  await here.run('payout.request_monthly')
  await waitUntil(payouts, (rows) => rows.length === 2)
})

test('SU-03 a payout that the bank has already stays with it', async (t) => {
  const { here, mika, sora, put } = await setup(t)
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await travelTo(here, '2030-02-01T00:00:00Z')
  const file = `${here.url}/api/2.0${exportPayouts.path}?format=zengin&month=2030-01`
  equal((await fetch(file, { headers: { authorization: `Bearer ${sora.token}` } })).status, 200)
  await put(mika)
  equal((await sora.call(getPayout, { id })).status, 'checking')
})

test('SU-02 a copy that is being paid for is sold, and one that was not paid leaves the market', async (t) => {
  const { here, mika, ren, sora, film, put, live } = await setup(t)
  const [paid, unpaid] = [
    await ren.call(purchaseSerial, film.order(1, 0)),
    await ren.call(purchaseSerial, film.order(2, 0)),
  ]
  await put(mika)
  deepEqual(await live(mika), ['sale', 'sale'])
  await payAt(paid.url, CARDS.pays)
  await waitUntil(() => stateOf(here, paid), ({ sold }) => sold) // oxfmt-ignore
  await here.run('listing.end_suspended')
  deepEqual(await live(mika), ['sale'])

  await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
  await here.run('purchase.expire_holds')
  const aoi = await here.person('Aoi', { balance: 5_000 })
  equal((await aoi.call(purchaseForFree, film.order(2, PRICE))).error?.code, 'not_for_sale')
  await here.run('listing.end_suspended')
  deepEqual(await live(mika), [])
  equal((await stateOf(here, unpaid)).sold, false)
  equal((await sora.call(getOverview, {})).suspended_accounts, 1)
})

test('SU-02 FD-02 a paid free distribution of a suspended creator gives nothing, and the fee goes back', async (t) => {
  const { here, mika, film, put, live } = await setup(t)
  await mika.call(delistSerials, { asset_token_ids: [...film.tokens.values()] })
  const { id } = await draft(mika, film, [1, 2, 3])
  const { url } = await mika.call(payDistribution, { id, balance_to_use: 0 })

  await put(mika)
  await here.run('listing.end_suspended')
  deepEqual(await live(mika), Array(3).fill('free_distribution'))
  await payAt(url!, CARDS.pays)
  const given = async () => {
    const { rows } = await sql<{ status: string; fee: string }>`
      select distribution.status, purchase.status as fee
      from distribution join purchase on purchase.id = purchase_id where distribution.id = ${id}
    `.execute(here.app.db)
    return rows[0]!
  }
  deepEqual(await waitUntil(given, ({ fee }) => fee === 'refunded'), {
    status: 'failed',
    fee: 'refunded',
  })
  deepEqual(await live(mika), [])
  const mails = () => here.inbox(mika.email)
  const told = await waitUntil(mails, (all) => all.some(({ subject }) => subject.includes('could not start'))) // oxfmt-ignore
  const { text } = told.find(({ subject }) => subject.includes('could not start'))!
  match(text, /Your account is suspended, so nothing was given away\./)
})

test('SU-02 GF-05 a gift whose giver was suspended before the card was charged is not delivered', async (t) => {
  const { here, ren, film, put, live } = await setup(t)
  const gift = { from_name: 'Ren', emails: ['yuki@example.test'] }
  const order = await ren.call(purchaseSerial, { ...film.order(1, 0), gift })
  await put(ren)
  await payAt(order.url, CARDS.pays)
  await waitUntil(() => stateOf(here, order), ({ status }) => status === 'settled') // oxfmt-ignore
  await here.app.runDueJobs()
  const { rows } = await sql`
    select gift.status, serial.owner = ${ren.account_id} as kept
    from gift join serial using (asset_token_id)`.execute(here.app.db)
  deepEqual(rows, [{ status: 'revoked', kept: true }])
  deepEqual([await live(ren), await here.inbox('yuki@example.test')], [[], []])
})

test('SU-02 a copy that is lent stays with the borrower, and trades with a suspended person end', async (t) => {
  const { here, mika, ren, put, db } = await setup(t)
  const other = await createTitle(here, mika, { copies: 2, trade_enabled: true })
  equal((await borrow(ren, await lent(mika, other, 1))).error, undefined)
  const wanted = { owner: mika, token: other.tokens.get(2)! }
  const hers = await createTitle(here, ren, { copies: 1, trade_enabled: true })
  const mine = { owner: ren, token: hers.tokens.get(1)! }
  await openToTrade(here, wanted)
  equal((await offer(mine, wanted)).error, undefined)
  await put(mika)
  const { rows } = await sql`
    select (select count(*) from rental where renter = ${ren.account_id} and ended_at is null) as lent,
      (select string_agg(status, ',') from trade_offer) as offers`.execute(db)
  deepEqual(rows, [{ lent: 1, offers: 'spoiled' }])
})

test('SU-02 a trade offer of a suspended person ends, although its copy is not listed', async (t) => {
  const { here, mika, ren, put, db } = await setup(t)
  const film = await createTitle(here, mika, { copies: 1, trade_enabled: true })
  const wanted = { owner: mika, token: film.tokens.get(1)! }
  const hers = await createTitle(here, ren, { copies: 1, trade_enabled: true })
  await openToTrade(here, wanted)
  equal((await offer({ owner: ren, token: hers.tokens.get(1)! }, wanted)).error, undefined)
  await put(ren)
  const { rows } = await sql`select status from trade_offer`.execute(db)
  deepEqual(rows, [{ status: 'spoiled' }])
})

test('SU-02 what a person does while they are suspended is refused, whichever of the two comes first', async (t) => {
  const { here, db, mika, ren, sora, film, put, live, within } = await setup(t)
  const yuki = await here.person('Yuki', { role: 'ORH', balance: 5_000 })
  const hers = await createTitle(here, yuki, { copies: 3 })
  await registerBank(here, yuki)
  const lock = (who: Person) =>
    sql`select from account where id = ${who.account_id} for no key update`
  const suspendNow = (who: Person) =>
    sql`update account set suspended_at = '2030-01-10' where id = ${who.account_id}`
  const list = { listing_type: 'sale' as const, sale_price: PRICE }
  const tries = {
    buys: () => yuki.call(purchaseForFree, film.order(1, PRICE)),
    holds: () => yuki.call(purchaseSerial, film.order(1, 0)),
    lists: () => yuki.call(listSerialsForSale, { ...list, asset_token_ids: [hers.tokens.get(1)!] }),
    gives: () => giveOne(yuki, hers, 2).then(() => ({ error: undefined }), (error: Error) => ({ error: { code: error.message } })), // oxfmt-ignore
    lends: () => lend(yuki, hers, 3),
    'is paid': () => yuki.call(requestPayout, { amount: 1_000 }),
  }
  for (const [name, action] of Object.entries(tries)) {
    const answer = await whileLocked(db, {
      lock: lock(yuki),
      action,
      change: (tx) => suspendNow(yuki).execute(tx),
    })
    equal(answer.error?.code, 'account_suspended', name)
    await sql`update account set suspended_at = null`.execute(db)
  }
  deepEqual(await live(yuki), [])

  // At once: a purchase is made or not, and never a listing left.
  const orders = tenTimes((i) =>
    i % 2 ? ren.call(purchaseForFree, film.order((i + 1) / 2, PRICE)) : put(mika),
  )
  await Promise.all(orders)
  deepEqual(await live(mika), [])
  await within(mika)
  const more = await mika.call(listSerialsForSale, { ...list, asset_token_ids: [film.tokens.get(5)!] }) // oxfmt-ignore
  equal(['account_suspended', 'not_owner'].includes(more.error!.code), true)
  equal((await sora.call(listSuspensions, {})).total, 1)
})

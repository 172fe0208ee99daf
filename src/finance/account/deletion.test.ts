import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { enqueue } from '#core/jobs.ts'
import { passkeyMail } from '#src/accounts/account/passkey-mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { listSuspensions, putSuspension } from '#src/admin/users/suspension.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { followBrand } from '#src/catalog/follow/follow.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { occupyCoupon } from '#src/sales/coupon/coupon.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { asPerson } from '../../../test/call.ts'
import { codesOf, couponFixtures, numberCoupons, stepsOf } from '../../../test/coupons.ts'
import { deleteWithCode, deletionCode, tablesWith } from '../../../test/deletions.ts'
import { openDispute, soldByCard } from '../../../test/disputes.ts'
import { claim, give, giveOne } from '../../../test/gifts.ts'
import { lend } from '../../../test/loans.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { offer, openToTrade } from '../../../test/trades.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { tenTimes, testApp, waitUntil } from '../../../test/test-app.ts'
import { storedKeys } from '../../../test/uploads.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { sweepDeleted } from './deletion.ts'
import { deleteAccount, getDeletionTerms } from './deletion.shared.ts'
import { clearedColumns, deletedRows, keptColumns } from './erased-tables.ts'

/** What others were told, with the name as it was: kept for seven days or 180, and then purged. */
const OF_OTHERS = ['public.mail', 'public.notification', 'public.request']
const PURGES = ['mail.purge', 'notification.purge', 'platform.forget_requests']

const obstaclesOf = async (who: Person) =>
  Object.fromEntries(
    (await who.call(getDeletionTerms, {})).obstacles.map(({ kind, value }) => [kind, value]),
  )

test('AC-03 what must be settled first is named, and no code is spent on it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const aoi = await here.person('Aoi', { balance: 300 })
  deepEqual(await obstaclesOf(sora), { administrator: 1 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  deepEqual(await obstaclesOf(mika), { works: 2 }) // a title and its brand
  deepEqual(await obstaclesOf(ren), { sales_balance: 5_000, points: 300 })
  const code = await deletionCode(here, ren)
  for (const tries of [1, 2]) {
    const { error } = await ren.call(deleteAccount, { copies: 0, code })
    deepEqual([tries, error], [tries, { code: 'deletion_blocked', params: { obstacle: 'sales_balance' } }]) // oxfmt-ignore
  }

  await registerBank(here, ren)
  await ren.call(requestPayout, { amount: 4_000 })
  await ren.call(purchaseSerial, film.order(1, 500))
  const { payouts, payments } = await obstaclesOf(ren)
  deepEqual([payouts! > 4_000, payments], [true, 1])
  equal((await obstaclesOf(mika)).payments, 1)

  const forRent = await rentalTitle(here, mika, { copies: 1 })
  equal((await aoi.call(rentForFree, forRent.rent(1, 300))).error, undefined)
  deepEqual(await obstaclesOf(aoi), { rented: 1 })
  equal((await obstaclesOf(mika)).rented_out, 1)
})

test('AC-03 a disputed payment and a debt stand in the way', async (t) => {
  const { here, ren, intent } = await soldByCard(t)
  deepEqual((await ren.call(getDeletionTerms, {})).obstacles, [])
  await openDispute(here, intent)
  await waitUntil(() => obstaclesOf(ren), ({ disputes }) => disputes === 1) // oxfmt-ignore
  deepEqual(await obstaclesOf(ren), { disputes: 1 })
})

test('AC-03 copies are given up only if the person names their number', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  equal((await ren.call(getDeletionTerms, {})).copies, 1)
  const code = await deletionCode(here, ren)
  for (const copies of [0, 2])
    deepEqual((await ren.call(deleteAccount, { copies, code })).error, { code: 'deletion_copies_differ', params: { copies: 1 } }) // oxfmt-ignore
  equal((await ren.call(deleteAccount, { copies: 1, code })).error, undefined)
  const owner = await here.app.db
    .selectFrom('serial')
    .select('owner')
    .where('asset_token_id', '=', film.tokens.get(1)!)
    .executeTakeFirstOrThrow()
  equal(owner.owner, ren.account_id)
})

test('AC-03 MN-13 a copy that a coupon holds for a deleted account is free again', async (t) => {
  const { here, mika, ren, film, statusOf } = await couponFixtures(t, { holding_limit: 1 })
  const [first, second] = await codesOf(mika, (await numberCoupons(mika, film, [1, 2])).id)
  equal((await ren.call(occupyCoupon, { id: first! })).status, 'used')
  const { id } = await ren.call(occupyCoupon, { id: second! }) // hindered by the limit
  equal(await statusOf(mika, 2), 'reserved_for_another')
  equal((await deleteWithCode(here, ren, 1)).error, undefined)
  equal(await statusOf(mika, 2), 'not_listed')
  deepEqual(await stepsOf(here, id), ['new valid', 'valid occupied', 'occupied expired'])
  const asset_token_ids = [film.tokens.get(2)!]
  await listForSale(here, mika, asset_token_ids, 500)
  equal(await statusOf(mika, 2), 'buyable')
})

test('AC-03 a deletion needs its own code: that of a sign-in does not do', async (t) => {
  const { browser, signIn, askCode, passTime } = await signInFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  passTime(MINUTE)
  const code = await askCode(mika, MIKA)
  equal((await mika.call(deleteAccount, { copies: 0, code })).error?.code, 'code_expired')
  equal((await mika.call(deleteAccount, { copies: 0 })).error?.code, 'input_invalid')
  passTime(MINUTE)
  const right = await askCode(mika, MIKA, 'deletion')
  equal((await mika.call(deleteAccount, { copies: 0, code: right })).status, 200)
  equal((await mika.call(getCurrentAccount, {})).status, 401)
})

test('AC-03 of a deletion and ten new brands at once, no deleted account owns a brand', async (t) => {
  const here = await testApp(t)
  for (const round of [1, 2, 3]) {
    const mika = await here.person(`Mika${round}`, { role: 'ORH' })
    const code = await deletionCode(here, mika)
    const [deleted, ...brands] = await Promise.all([
      mika.call(deleteAccount, { copies: 0, code }),
      ...tenTimes((i) => mika.call(createBrand, { name: 'New', account: `sea-${round}-${i}` })),
    ])
    const made = brands.filter(({ error }) => !error).length
    equal(deleted.error?.code, made > 0 ? 'deletion_blocked' : undefined)
  }
})

test('AC-03 a brand that is created during a deletion waits for it, and is refused', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const id = mika.account_id
  const { error } = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${id} for no key update`,
    action: () => mika.call(createBrand, { name: 'New', account: 'sea-works' }),
    change: (tx) => sql`update account set suspended_at = now() where id = ${id}`.execute(tx),
  })
  equal(error?.code, 'account_suspended')
})

test('AC-04 each column is erased with an account, or kept for a reason', async (t) => {
  const { app } = await testApp(t, { role: 'web' })
  const { rows } = await sql<{
    table: string
    column: string
    is_text: boolean
    is_person: boolean
  }>`
    select table_name as table, column_name as column,
      udt_name in ('text', 'varchar', 'citext', '_text', 'json', 'jsonb', 'bytea') as is_text,
      column_name = 'actor' or exists (select from pg_constraint where contype = 'f'
        and confrelid = 'account'::regclass and conrelid = to_regclass(table_name)
        and conkey = array[ordinal_position::smallint]) as is_person
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position
  `.execute(app.db)
  const deleted = new Set(deletedRows.map(({ table }) => table))
  const account = [
    'email',
    'username',
    'hidden_username',
    'first_name',
    'last_name',
    'currency',
    'lang',
  ]
  const named = new Set([
    ...account.map((column) => `account.${column}`), // by `eraseAccount`, as a constraint demands
    ...clearedColumns.flatMap(({ table, set }) => Object.keys(set).map((one) => `${table}.${one}`)),
    ...keptColumns.flatMap(({ table, columns }) => columns.map((one) => `${table}.${one}`)),
  ])
  const tables = new Set([...deleted, ...keptColumns.map(({ table }) => table)])
  const forgotten = rows
    .filter(({ table }) => !deleted.has(table))
    .filter(({ table, column, is_text, is_person }) =>
      is_text ? !named.has(`${table}.${column}`) : is_person && !tables.has(table),
    )
  deepEqual(
    forgotten.map(({ table, column }) => `${table}.${column}`),
    [],
  )
  const known = new Set(rows.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  deepEqual(
    [...tables, ...named].filter((name) => !known.has(name)),
    [],
  )
})

test('AC-04 after a deletion nothing names the person, in no table and no job, but what others were told of late', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { db } = here.app
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Kanariya', { balance: 3_000 })
  const aoi = await here.person('Aoi')
  const film = await createTitle(here, mika, { copies: 6, price: 1_000, trade_enabled: true })
  for (const number of [1, 2, 3]) await ren.call(purchaseForFree, film.order(number, 1_000))
  const names = { first_name: 'Torikago', last_name: 'Uguisu', has_public_name: true } as const
  equal((await ren.call(updateCurrentAccount, names)).error, undefined)
  await registerBank(here, ren)
  const { brand_id } = await db.selectFrom('asset').select('brand_id').executeTakeFirstOrThrow()
  equal((await ren.call(followBrand, { brand_id: brand_id! })).error, undefined)
  const words = { from_name: 'Uguisu-san', message: 'meet me in Torikago' }
  const gift = await giveOne(ren, film, 1, words)
  equal((await claim(aoi, gift)).error, undefined)
  equal((await lend(ren, film, 2, words)).error, undefined)
  const other = await createTitle(here, mika, { copies: 2, trade_enabled: true })
  equal((await give(mika, other, [1], { emails: [ren.email] })).error, undefined)
  const wanted = { owner: mika, token: other.tokens.get(2)! }
  await openToTrade(here, wanted)
  const mine = { owner: ren, token: film.tokens.get(3)! }
  equal((await offer(mine, wanted, { message: 'Torikago for yours?' })).error, undefined)
  await sql`
    with screening as (
      insert into screening (asset_token_id, kid, number, host, host_name, status, code_hash, guests_max,
        host_seen_at, moved_at, created_at, ended_at)
      select asset_token_id, kid, number, owner, 'Uguisu', 'ended', 'hash', 4, now(), now(), now(), now()
      from serial where asset_token_id = ${film.tokens.get(2)} returning id, host
    ), guest as (
      insert into screening_guest (screening_id, account_id, name, joined_at, seen_at)
      select id, host, 'Uguisu', now(), now() from screening
    ), passkey as (
      insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
      select host, 'id', '', 0, '{}', 'Uguisu’s phone', now() from screening
    )
    insert into screening_message (screening_id, account_id, name, text, at)
    select id, host, 'Uguisu', 'Torikago!', now() from screening`.execute(db)
  await sql`update session set user_agent = 'Torikago/1.0' where account_id = ${ren.account_id}`.execute(db) // oxfmt-ignore
  await here.app.runDueJobs()
  const canaries = [ren.email, 'Kanariya', 'Torikago', 'Uguisu']
  const before = await tablesWith(db, canaries)
  for (const table of ['account', 'session', 'mail', 'gift', 'loan', 'trade_offer', 'passkey', 'screening', 'screening_guest', 'screening_message']) ok(before.includes(`public.${table}`), table) // oxfmt-ignore

  equal((await deleteWithCode(here, ren, 2)).error, undefined)
  await here.app.runDueJobs() // the farewell, to an address that only its job knows
  const [farewell] = await here.inbox(ren.email)
  equal(farewell!.subject, 'Your account is deleted')
  match(farewell!.text, /2 copies stay/)
  deepEqual(await tablesWith(db, canaries), OF_OTHERS)
  here.clock.now = addSeconds(here.clock.now, 180 * DAY + 1)
  for (const job of PURGES) await here.run(job)
  deepEqual(await tablesWith(db, canaries), [])
})

test('AC-04 what ends with an account: its offers, and mails that are due', async (t) => {
  const here = await testApp(t)
  const { db } = here.app
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 3_000 })
  const aoi = await here.person('Aoi', { balance: 3_000 })
  const film = await createTitle(here, mika, { copies: 6, price: 1_000, trade_enabled: true })
  for (const number of [1, 2, 3]) await ren.call(purchaseForFree, film.order(number, 1_000))
  await aoi.call(purchaseForFree, film.order(4, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 1_000)
  const gift = await giveOne(ren, film, 2, { emails: ['yuki@example.test'] })
  const wanted = { owner: aoi, token: film.tokens.get(4)! }
  await openToTrade(here, wanted)
  equal((await offer({ owner: ren, token: film.tokens.get(3)! }, wanted)).error, undefined)
  equal((await deleteWithCode(here, ren, 3)).error, undefined)
  const { rows } = await sql`
    select (select count(*) from listing where seller = ${ren.account_id} and status in ('preparing', 'open')) as listings,
      (select string_agg(status, ' ') from trade_offer) as offers,
      (select status from gift where id = ${gift.id}) as gift`.execute(db)
  deepEqual(rows, [{ listings: 0, offers: 'spoiled', gift: 'revoked' }])
  const again = { ...film.order(1, 1_000), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseForFree, again)).error?.code, 'not_for_sale')
  const subjects = async () => (await here.inbox(ren.email)).map(({ subject }) => subject)
  await waitUntil(subjects, ([newest]) => newest === 'Your account is deleted')
  await here.app.runDueJobs()
  equal((await subjects())[0], 'Your account is deleted')
})

test('AC-05 the address signs up anew and finds an empty account; the old one stays a pseudonym', async (t) => {
  const { browser, signIn, askCode, passTime, db, inbox, runDueJobs } = await signInFixtures(t)
  const mika = browser()
  const first = await signIn(mika, MIKA)
  const { account_id, wallet_address } = await first.as(getCurrentAccount, {})
  passTime(MINUTE)
  const code = await askCode(mika, MIKA, 'deletion')
  equal((await mika.call(deleteAccount, { copies: 0, code })).status, 200)
  await runDueJobs()
  equal((await inbox(MIKA))[0]!.subject, 'Your account is deleted')
  const old = await db.selectFrom('account').selectAll().where('id', '=', account_id).executeTakeFirstOrThrow() // oxfmt-ignore
  match(old.username, /^deleted-[0-9a-f]{10}$/)
  equal(old.email, `${old.username}@deleted.invalid`)
  deepEqual([old.first_name, old.last_name, old.currency, old.has_public_name], ['', '', null, false]) // oxfmt-ignore

  passTime(MINUTE)
  const second = await signIn(mika, MIKA)
  const anew = await second.as(getCurrentAccount, {})
  equal(anew.email, MIKA)
  ok(anew.account_id !== account_id && anew.wallet_address !== wallet_address)
  equal((await second.as(getBalance, {})).total, 0)
  const taken = await second.as(updateCurrentAccount, { username: 'Deleted-0123456789' })
  equal(taken.error?.code, 'input_invalid')
})

test('AC-05 an address that the account had before is forgotten, too', async (t) => {
  const { browser, signIn, askCode, passTime, db, inbox, runDueJobs } = await signInFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  passTime(MINUTE)
  const email = 'mika@elsewhere.test'
  const proof = await askCode(mika, email, 'email')
  equal((await mika.call(updateCurrentAccount, { email, code: proof })).status, 200)
  const changed = db.selectFrom('account').select('email_changed_at').where('email', '=', email)
  ok((await changed.executeTakeFirstOrThrow()).email_changed_at, 'payouts wait')
  passTime(MINUTE)
  const code = await askCode(mika, email, 'deletion')
  equal((await mika.call(deleteAccount, { copies: 0, code })).status, 200)
  await runDueJobs()
  equal((await inbox(email))[0]!.subject, 'Your account is deleted')
  deepEqual(await tablesWith(db, [MIKA]), ['public.mail']) // that of a code, for two days
})

test('AC-05 administrators find a deleted account by its pseudonym, and cannot restore it', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  equal((await deleteWithCode(here, ren)).error, undefined)
  const [entry] = (await sora.call(listAuditLog, { action: 'deletion' })).items
  deepEqual([entry?.by, entry?.facts.copies], [entry?.about, 0])
  match(entry!.about!, /^deleted-/)
  equal((await sora.call(listSuspensions, {})).total, 0)
  const [found] = (await sora.call(listSuspensions, { who: entry!.about! })).items
  deepEqual([found?.account_id, found?.deleted_at === null], [ren.account_id, false])
  equal((await sora.call(listSuspensions, { who: ren.email })).total, 0)
  const lift = { id: ren.account_id, suspended: false, reason: 'come back' }
  equal((await sora.call(putSuspension, lift)).error?.code, 'not_found')
})

test('AC-05 the token of a deleted account opens nothing', async (t) => {
  const here = await testApp(t)
  const ren = await here.person('Ren')
  const other = asPerson(here.url, ren.token)
  equal((await deleteWithCode(here, ren)).error, undefined)
  for (const call of [ren.call, other])
    equal((await call(getCurrentAccount, {})).error?.code, 'session_expired')
  equal((await ren.call(deleteAccount, { copies: 0, code: '123456' })).error?.code, 'session_expired') // oxfmt-ignore
})

test('AC-05 a mail that waits does not reach a deleted account, nor keep its address', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { db } = here.app
  const ren = await here.person('Ren')
  const code = await deletionCode(here, ren)
  const about = { account_id: ren.account_id, email: ren.email, passkey_id: 'one', name: 'Phone' }
  const at = addSeconds(here.clock.now, DAY)
  await inTx({ db }, async (tx) => {
    await enqueueMails(tx, passkeyMail, [{ ...about, change: 'added' }], { at })
  })
  equal((await ren.call(deleteAccount, { copies: 0, code })).error, undefined)
  await here.app.runDueJobs()
  deepEqual(await tablesWith(db, [ren.email]), ['public.mail'])
  const count = (await here.inbox(ren.email)).length

  // A job that was running at the time, and so was not removed.
  await inTx({ db }, (tx) => enqueueMails(tx, passkeyMail, [{ ...about, change: 'removed' }]))
  await here.app.runDueJobs()
  equal((await here.inbox(ren.email)).length, count)
})

test('AC-05 what a request wrote while the account was deleted is erased ten minutes later', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { db } = here.app
  const ren = await here.person('Ren')
  equal((await deleteWithCode(here, ren)).error, undefined)
  await sql`insert into mail_choice (account_id, topic, wants_mail) values (${ren.account_id}, 'offers', false)`.execute(db) // oxfmt-ignore
  const { storage } = here.integrations
  for (const id of [ren.account_id, 'another'])
    await storage.put(`share/${id}/shelf/a.png`, Buffer.from('a'), { type: 'image/png' })
  await enqueue(db, sweepDeleted, { id: ren.account_id })
  await here.app.runDueJobs()
  deepEqual(await db.selectFrom('mail_choice').selectAll().execute(), [])
  deepEqual(await storedKeys(here.integrations, 'share/'), ['share/another/shelf/a.png'])
})

import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { requestPayout, updatePayouts } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { endLoan } from '#src/sales/loan/loan.shared.ts'
import { payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'
import { registerBank } from './bank-accounts.ts'
import { payAt, stateOf } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import { protectedRows, keys, ruledTables, rules } from './mutations/database-rules.ts'
import type { Rule } from './mutations/rule.ts'
import { downloadableTitle, startDownload } from './downloads.ts'
import { claim, giveOne } from './gifts.ts'
import { draft } from './distributions.ts'
import { lendForFree } from './free-rentals.ts'
import { borrow, lend, lent } from './loans.ts'
import { rentalTitle } from './rentals.ts'
import { listForSale, createTitle } from './titles.ts'
import { uploadForm } from './uploads.ts'
import { waitUntil, testApp } from './test-app.ts'

/** Opens a test app in which every table of money and ownership has a row. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  const ren = await here.person('Ren', { balance: 3_000 })
  const aoi = await here.person('Aoi', { balance: 3_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 4, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 1_000)
  const resold = { ...film.order(1, 1_000), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseForFree, resold)).status, 'settled')
  const paid = await ren.call(purchaseSerial, film.order(2, 500))
  await payAt(paid.url, CARDS.pays)
  await waitUntil(
    () => stateOf(here, paid),
    ({ sold }) => sold,
  )
  await ren.call(purchaseSerial, film.order(3, 500))
  const forRent = await rentalTitle(here, mika, { copies: 1 })
  equal((await aoi.call(rentForFree, forRent.rent(1, 300))).error, undefined)
  await registerBank(here, mika)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await sora.call(updatePayouts, { ids: [id], status: 'failed', reason: 'so the bank' })
  await registerBank(here, aoi)
  equal((await aoi.call(requestPayout, { amount: 1_000 })).status, 'reserved')
  await here.run('provenance.seal')
  await here.run('books.check')
  const { db } = here.app
  const notice = { kind: 'sales', ends_at: '2030-07-01T00:00:00Z', days: 7, amount: 1 }
  await db
    .insertInto('lot_notice')
    .values({ ...notice, account_id: ren.account_id })
    .execute()
  const named = { asked_by: sora.account_id, month: '2030-01', format: 'csv', count: 1, sum: 1 }
  await db
    .insertInto('payout_export')
    .values({ ...named, at: here.clock.now.toISOString() })
    .execute()
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(4)!] })
  await sql`
    with batch as (
      insert into coupon_batch (issuer, name, points, expires_at, created_at)
      values (${mika.account_id}, 'Coupons', 100, '2031-01-01', '2030-01-01') returning id
    )
    insert into coupon (batch_id, code_hash, asset_token_id, status, expires_at)
    select batch.id, 'hash', ${film.tokens.get(4)}, 'valid', '2031-01-01' from batch
  `.execute(db)
  const { brand_id } = await db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  const set = { name: 'Set', brand_id: brand_id!, sorted_contents: [film.kid] }
  equal((await mika.call(createGroup, set)).error, undefined)
  const spare = await createTitle(here, mika, { copies: 1 })
  const given = await draft(mika, spare)
  const paidFee = await mika.call(payDistribution, { id: given.id, balance_to_use: 110 })
  equal(paidFee.error, undefined)
  const seats = await createTitle(here, mika, { copies: 1 })
  equal((await lendForFree(mika, seats, [1])).error, undefined)
  const disc = await createTitle(here, mika, { copies: 3 })
  equal((await lend(mika, disc, 1)).error, undefined)
  equal((await borrow(ren, await lent(mika, disc, 2))).error, undefined)
  const back = await lent(mika, disc, 3)
  equal((await borrow(aoi, back)).error, undefined)
  equal((await aoi.call(endLoan, { id: back.id })).error, undefined)
  const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') }
  equal((await mika.call(beginUpload, uploadForm(mika, picture))).error, undefined)
  await sql`
    insert into draw (order_id, group_key, group_name, buyer, n, seed, client_seed, copies, lots, drawn_at)
    select id, key, name, buyer, 0, 'seed', 'word', 1, '[]', created_at
    from (select id, buyer from purchase limit 1) bought, title_group
  `.execute(db)
  await sql`
    with list as (
      insert into allowlist (kid, name, whole, created_at)
      values (${film.kid}, 'Friends', true, '2030-01-01') returning id
    ), copy as (
      insert into allowlist_copy (asset_token_id, allowlist_id)
      select ${film.tokens.get(4)}, id from list
    )
    insert into allowlist_person (allowlist_id, email, account_id, added_at)
    select id, email, account_id, '2030-01-01'
    from list, (values ('ren@example.test', null), (null, ${ren.account_id}::uuid))
      as named (email, account_id)
  `.execute(db)
  await sql`
    insert into dispute (provider_id, order_id, status, reason, amount, fee, opened_at, closed_at)
    select 'du_1', id, 'won', 'fraudulent', 500, 0, created_at, created_at
    from purchase where id = order_id and status = 'settled' limit 1
  `.execute(db)
  await sql`
    insert into trade_offer (offeror, owner, submitted, requested, status, created_at, expires_at)
    select ${aoi.account_id}, ${mika.account_id}, ${film.tokens.get(1)}, ${film.tokens.get(4)},
      'awaiting_acceptance', '2030-01-01', '2030-01-15'
  `.execute(db)
  await giveOne(mika, await createTitle(here, mika, { copies: 1 }), 1)
  const kept = await downloadableTitle(here, mika, { copies: 1 })
  await startDownload(mika, kept.tokens.get(1)!)
  const gave = await giveOne(mika, await createTitle(here, mika, { copies: 1 }), 1)
  equal((await claim(ren, gave)).error, undefined)
  await sql`
    update gift set purchase_id = (select id from purchase limit 1) where status = 'claimed'
  `.execute(db)
  await sql`
    with wished as (
      insert into wish (account_id, kid, created_at)
      values (${ren.account_id}, ${film.kid}, '2030-01-01') returning id
    ), proposal as (
      insert into trade_proposal (status, ring_key, people, created_at, expires_at)
      values ('open', 'a ring', 2, '2030-01-01', '2030-01-08') returning id
    )
    insert into trade_proposal_side
      (proposal_id, place, account_id, gives, gets, listing_id, wish_id)
    select proposal.id, 0, ${ren.account_id}, ${film.tokens.get(1)}, ${film.tokens.get(4)},
      (select id from listing limit 1), wished.id from proposal, wished
  `.execute(db)
  await fillTables(db, { kid: film.kid, mika: mika.account_id, sora: sora.account_id })
  return db
}

/** Inserts a row into each table that is hard to fill through the API. */
async function fillTables(db: Db, { kid, mika, sora }: Record<'kid' | 'mika' | 'sora', string>) {
  await sql`
    with payee as (
      insert into payee (account_id, withholding) values (${mika}, 'none')
    ), payee_change as (
      insert into payee_change
        (account_id, from_withholding, to_withholding, changed_by, reason, at)
      values (${mika}, 'none', 'domestic_individual', ${sora}, 'asked', '2030-01-01')
    ), payout_auto as (
      insert into payout_auto (account_id) values (${mika})
    ), invoice_registration as (
      insert into invoice_registration (account_id, number, name, valid_from, entered_at)
      values (${mika}, 'T7000012050002', 'Kita Eiga', '2029-01-01', '2030-01-01')
    ), setting as (
      insert into setting (value, reason, follows) values ('{}', 'a trial', 0)
    ), currency_rate as (
      insert into currency_rate (day, currency, per_euro, source, fetched_at)
      values ('2030-01-01', 'JPY', 160, 'ECB', '2030-01-01')
    ), coupon_try as (
      insert into coupon_try (account_id, network, at) values (${mika}, '127.0.0.1', '2030-01-01')
    ), new_room as (
      insert into waiting_room
        (id, address, kid, starts_at, opened_at, seed, entries_hash, drawn_count, drawn_at)
      values (gen_random_uuid(), ${kid}, ${kid}, '2030-01-01', '2030-01-01', 'seed', 'hash', 1, '2030-01-01')
      returning id
    ), entry as (
      insert into waiting_entry (id, room_id, account_id, place, status, lang, joined_at)
      select gen_random_uuid(), id, ${mika}, 1, 'waiting', 'en', '2030-01-01' from new_room
    ), replacement as (
      insert into replacement (kid, what, at) values (${kid}, 'poster', '2030-01-01')
    ), rendition as (
      insert into rendition (kid, of, name, media_index, created_at)
      values (${kid}, 'asset', '360p', '{}', '2030-01-01')
    ), role_change as (
      insert into role_change (account_id, from_role, to_role, changed_by, reason, at)
      values (${mika}, 'STANDARD_USER', 'ORH', ${sora}, 'asked', '2030-01-01')
    ), suspension_change as (
      insert into suspension_change (account_id, suspended, changed_by, reason, at)
      values (${mika}, true, ${sora}, 'asked', '2030-01-01')
    ), account_recovery as (
      insert into account_recovery (id, account_id, old_email, new_email, status, token_hash, started_by,
        reason, started_at, due_at)
      values (gen_random_uuid(), ${mika}, 'old@example.test', 'new@example.test', 'waiting', 'hash', ${sora},
        'asked', '2030-01-01', '2030-01-08')
    ), account_recovery_change as (
      insert into account_recovery_change (account_id, action, how, changed_by, reason, at)
      values (${mika}, 'start', 'admin', ${sora}, 'asked', '2030-01-01')
    ), account_deletion as (
      insert into account_deletion (account_id, asked_by, copies, at)
      values (${sora}, ${sora}, 0, '2030-01-01')
    )
    insert into upload (kid, account_id, of, status, created_at)
    values (${kid}, ${mika}, 'trailer', 'uploading', '2030-01-01')
  `.execute(db)
}

/** Returns the constraint that refuses a statement; rolls the statement back. */
async function refusalOf(db: Db, attempt: (tx: Tx) => Promise<unknown>): Promise<string> {
  class Done extends Error {}
  try {
    await db.transaction().execute(async (tx) => {
      await attempt(tx)
      throw new Done()
    })
  } catch (error) {
    if (error instanceof Done) return 'nothing'
    const { constraint, message } = error as Error & { constraint?: string }
    return constraint ?? message
  }
  return 'nothing'
}

/** Copies any of the rule's rows: their order in the table changes with each job that updates one. */
async function copy(tx: Tx, { table, where, change }: Rule) {
  const { rows } = await sql<{ names: string }>`
    select string_agg(attname, ', ') as names from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(tx)
  const { names } = rows[0]!
  const changed = `select (jsonb_populate_record(row, ${change})).* from ${table} as row
    where ${where} order by random() limit 1`
  return sql
    .raw(
      `insert into ${table} (${names}) overriding system value select ${names} from (${changed}) made`,
    )
    .execute(tx)
}

test('the database refuses every invalid state of money and ownership', async (t) => {
  const db = await openFixtures(t)
  for (const rule of [...rules, ...keys])
    await t.test(rule.name, async () =>
      equal(await refusalOf(db, (tx) => copy(tx, rule)), rule.name),
    )
  for (const { trigger, table, change } of protectedRows)
    await t.test(trigger, async () => {
      const refusal = await refusalOf(db, (tx) => sql.raw(change).execute(tx))
      equal(refusal, `${table} is append-only`)
    })
  await sql`delete from trade_proposal_side`.execute(db) // half a ring, which the books refuse
  await sql`delete from trade_proposal`.execute(db)
})

test('every unique and check constraint and every refusing trigger of these tables is tested', async (t) => {
  const { app } = await testApp(t, { role: 'web' })
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype in ('c', 'u', 'p', 'x') and conrelid::regclass::text = any(${ruledTables})
    union
    select indexrelid::regclass::text from pg_index
    where indisunique and indrelid::regclass::text = any(${ruledTables})
    union
    select tgname from pg_trigger
    where tgfoid = 'refuse_change'::regproc and tgrelid::regclass::text = any(${ruledTables})
  `.execute(app.db)
  const tried = [...rules, ...keys].map(({ name }) => name)
  deepEqual(
    rows.map(({ name }) => name).toSorted(),
    [...tried, ...protectedRows.map(({ trigger }) => trigger)].toSorted(),
  )
})

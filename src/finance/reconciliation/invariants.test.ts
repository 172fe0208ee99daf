import { deepEqual, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { endPayouts, registerBank } from '../../../test/bank-accounts.ts'
import { listForRent } from '../../../test/rentals.ts'
import { listForSale, createTitle } from '../../../test/titles.ts'
import { brokenIn } from '../../../test/books.ts'
import { testApp } from '../../../test/test-app.ts'
import { claim, distribute } from '../../../test/distributions.ts'
import { downloadableTitle, startDownload } from '../../../test/downloads.ts'
import { freeRent, lentForFree } from '../../../test/free-rentals.ts'
import { claim as claimGift, giveOne } from '../../../test/gifts.ts'
import { borrow, lent as lentTo } from '../../../test/loans.ts'
import { accept, offer, openToTrade } from '../../../test/trades.ts'
import { ringOf } from '../../../test/wishes.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { breaking, differencesIn, invariants } from './invariants.ts'

const BOUGHT = `deal = 'sale' and status = 'settled'`

/** A change that breaks each invariant, as a person with direct database access could make it. */
// oxfmt-ignore
const faults: Record<string, string> = {
  'each entry of the audit log follows from the one before':
    `insert into audit_log select coalesce(max(id), 0) + 1, now(), null, 'role', '{}', sha256('x') from audit_log`,
  'a stored balance is the sum of its transfers':
    `update ledger_account set balance = balance + 1 where kind = 'points'`,
  'the balance on hold is the sum of what open purchases hold':
    `update purchase set points_used = 1, sales_used = sales_used - 2, card_amount = card_amount + 1 where status = 'reserved'`,
  'the balance set aside for payouts is the sum of open payouts and their fees':
    `update payout set fee = fee + 1 where status = 'reserved'`,
  'an ended payout holds nothing, and a processed payout was paid':
    `update payout set status = 'processed' where status = 'reserved'`,
  'the number of a copy lies within its edition':
    `update serial set number = 99 where number = 4`,
  'a published title has all its copies':
    'update asset set copies_count = copies_count + 1',
  'a listing is sold once':
    `drop index purchase_one_per_listing; update purchase set status = 'settled',
      listing_id = (select listing_id from purchase where ${BOUGHT}) where status = 'reserved'`,
  'every sold listing has a settled purchase, and the other way round':
    `update listing set status = 'delisted' where status = 'sold'`,
  'a copy on offer belongs to its seller':
    `update listing set seller = (select id from account where username = 'Ren') where status = 'open'`,
  'a copy belongs to its last buyer unless it changed hands since':
    `update serial set owner = (select creator from asset limit 1), owned_since = owned_since - interval '1 day' where number = 1`,
  'a settled purchase is recorded once in the provenance of its copy':
    `update purchase set asset_token_id = (select asset_token_id from serial where number = 4) where status = 'settled'`,
  'the transfers of a settled purchase add up to its price':
    `update ledger_transfer set amount = amount - 1 where reason = 'fee'`,
  'an ended purchase holds nothing':
    `update purchase set status = 'expired' where status = 'reserved'`,
  'all copies of an order have the same buyer and status':
    `update purchase set order_id = (select id from purchase where ${BOUGHT})`,
  'a frozen copy is not on offer and belongs to the buyer of a disputed purchase':
    'update serial set frozen_at = now() where number = 1',
  'a dispute posted its amount only if it was lost, and its fee once it was decided':
    `insert into dispute (provider_id, order_id, status, reason, amount, fee, opened_at)
     select 'du_1', id, 'lost', 'fraudulent', 1000, 0, now() from purchase where ${BOUGHT}`,
  'a person with a debt has no earnings left':
    `update ledger_account set balance = 1 where kind = 'debt'`,
  'the debts of all people add up to what the platform is owed':
    `update ledger_account set balance = 1 where kind = 'debt'`,
  'a copy held for a coupon is held for only one, belongs to its issuer and is not on offer':
    `update listing set asset_token_id = (select asset_token_id from coupon), status = 'open'
      where id = (select id from listing where status = 'open' limit 1)`,
  'a used coupon gave its points or copy once, and an unused coupon nothing':
    `update coupon set status = 'used'`,
  'the stored counts and prices of a title’s offers match its listings':
    `update asset_offer set max_sale_price = max_sale_price + 1`,
  'the provenance head of a copy has the number of its records':
    `delete from provenance_event where n = 1`,
  'the log has as many records as its newest checkpoint says, without a gap':
    `insert into log_checkpoint (size, root, verifier_key, note, at) values (1000000, sha256('x'), '', '', now())`,
  'every copy has a provenance record':
    `update provenance_head set n = 0`,
  'a settled rental has the copy and renter of its purchase, and runs for its period from the payment or the first play':
    `update rental set ends_at = ends_at + interval '1 second'`,
  'a rented copy is not for sale':
    `update listing set kind = 'sale', sale_price = 1000, rental_period_seconds = null where kind = 'rental'`,
  'the stored count of a title’s rented copies matches its active rentals of copies on offer':
    'update asset_offer set rented = rented + 1',
  'no copy is rented twice at a time, and no person rents a title twice at a time':
    `insert into rental (id, asset_token_id, kid, number, renter, status, began_at, ends_at, ended_at)
     select gen_random_uuid(), asset_token_id, kid, number, renter, 'ended', began_at + interval '1 hour', ends_at, ends_at from rental`,
  'the copies of an open offer on a listing belong to its two people':
    `update serial set owner = (select id from account where username = 'Sora') where number = 9`,
  'a copy that is wanted in an open offer is open to trade by the listing of the offer':
    `update listing set status = 'delisted' where kind = 'trade'`,
  'a copy offered in a trade is in no other deal':
    'update serial set frozen_at = now() where number = 9',
  'an accepted offer with a top-up was paid as agreed, and no other was paid':
    `update trade_offer set top_up = 100, top_up_by = 'owner', top_up_fee = 5, top_up_royalty = 10 where status = 'accepted'`,
  'an accepted offer gave each copy to the other side and recorded it once':
    `update serial set owner = (select id from account where username = 'Ren') where number = 8`,
  'the copy of a live gift belongs to its giver and is locked by its listing':
    `update serial set frozen_at = now() where number = 12`,
  'a copy that is listed as a gift is given by one live gift':
    `update gift set status = 'withdrawn', ended_at = now() where status = 'open'`,
  'a claimed gift was given and recorded once, and no other':
    `update listing set status = 'delisted' where kind = 'transfer' and status = 'given'`,
  'a gift of a purchase is as its payment is':
    `update gift set purchase_id = (select id from purchase where status = 'canceled' or status = 'reserved' limit 1)
      where status = 'claimed'`,
  'the people of a proposed trade form one ring, in which each copy is given and got once':
    'update trade_proposal set people = 3',
  'a side of a proposed trade ends with it':
    `update trade_proposal set status = 'lapsed', ended_at = now() where status = 'open'`,
  'a copy of an open proposed trade is open to trade by its owner':
    `update listing set status = 'delisted' where kind = 'trade'`,
  'a proposed trade is settled if everyone accepted, and declined if one declined':
    `update trade_proposal_side set accepted_at = now()`,
  'a settled proposed trade gave each copy to the next person and recorded it once':
    `update trade_proposal set status = 'settled', ended_at = now();
     update trade_proposal_side set accepted_at = now(), ended_at = now()`,
  'a copy is locked for a free rental while that is scheduled or open, on its terms':
    `update free_rental set status = 'ended', closed_at = now()`,
  'a free rental is rented for 0 yen while it is open':
    `update free_rental set ends_at = starts_at - interval '1 hour', starts_at = starts_at - interval '1 day'`,
  'the copy of an open loan belongs to its lender and is locked by its listing':
    `update listing set status = 'delisted', closed_at = now() where kind = 'loan' and status = 'open'`,
  'a copy that is listed as a loan is lent by one open loan':
    `update loan set status = 'withdrawn', ended_at = now() where status = 'open'`,
  'a loan that was accepted is a rental of its borrower for its time, recorded once, and no other is':
    `update rental set ends_at = ends_at + interval '1 day' where loan_id is not null`,
  'a distribution is as its payment is':
    `update distribution set status = 'failed'`,
  'the copies of a distribution are locked from its request on, and free once it is over':
    `update distribution set status = 'ended'`,
  'a claimed copy was given once, and nobody claimed more than the maximum':
    `update distribution_copy set claimed_by = (select id from account where username = 'Ren'),
      claimed_at = now() where claimed_by is null`,
  'the copy of a download is locked, and belongs to the person who downloads it':
    'update serial set downloaded_at = null',
  'a locked copy is in no deal':
    `update listing set asset_token_id = (select asset_token_id from download)
      where id = (select id from listing where status = 'open' limit 1)`,
  'every download is recorded once':
    `delete from provenance_event where kind = 'download'`,
}

/** Sets up copies that are sold, held, on sale, held for a coupon, rented, traded, given away and downloaded, and two payouts. */
async function filledDatabase(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  const ren = await here.person('Ren', { balance: 3_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 16 })
  const asset_token_ids = [1, 2, 3].map((number) => film.tokens.get(number)!)
  await listForSale(here, mika, asset_token_ids, 1_000)
  const order = (number: number, balance: number) => ({
    ...film.order(number, balance),
    asset_sale_price: 1_000,
  })
  ok(!(await ren.call(purchaseForFree, order(1, 1_000))).error)
  ok(!(await ren.call(purchaseSerial, order(2, 500))).error)
  const lent = film.tokens.get(5)!
  await listForRent(here, mika, { tokens: new Map([[5, lent]]) }, { rent_price: 300, days: 3 })
  const rent = {
    owner_account_id: mika.account_id,
    kid: film.kid,
    asset_token_id: lent,
    asset_rent_price: 300,
    rental_period_seconds: 3 * DAY_SECONDS,
    balance_to_use: 300,
  }
  ok(!(await ren.call(rentForFree, rent)).error)
  const copyOf = (number: number, owner: typeof ren) => ({ token: film.tokens.get(number)!, owner })
  await here.app.db
    .updateTable('serial')
    .set({ owner: ren.account_id })
    .where('number', 'in', [8, 9])
    .execute()
  await openToTrade(here, copyOf(6, mika), copyOf(7, mika))
  for (const [given, wanted] of [
    [8, 6],
    [9, 7],
  ] as const)
    ok(!(await offer(copyOf(given, ren), copyOf(wanted, mika))).error)
  ok(!(await accept(copyOf(8, ren), copyOf(6, mika))).error)
  ok(!(await claim(ren, await distribute(mika, film, [10, 11]))).error)
  await giveOne(mika, film, 12)
  ok(!(await claimGift(ren, await giveOne(mika, film, 13))).error)
  await lentTo(mika, film, 15)
  const yuki = await here.person('Yuki')
  await lentForFree(mika, film, [14], { allowed_asset_renters: ['yuki'] })
  ok(!(await yuki.call(rentForFree, freeRent(film, 14))).error)
  const disc = await createTitle(here, mika, { copies: 1 })
  ok(!(await borrow(yuki, await lentTo(mika, disc, 1))).error)
  for (const who of [mika, ren]) await registerBank(here, who)
  const { id } = await mika.call(requestPayout, { amount: 1_000 })
  await endPayouts(sora, [id], 'failed')
  ok(!(await mika.call(requestPayout, { amount: 1_000 })).error)
  await sql`
    with batch as (
      insert into coupon_batch (issuer, name, kid, expires_at, created_at)
      select creator, 'Coupons', kid, '2031-01-01', '2030-01-01' from asset where kid = ${film.kid} returning id
    )
    insert into coupon (batch_id, code_hash, asset_token_id, status, expires_at)
    select batch.id, 'hash', ${film.tokens.get(4)}, 'valid', '2031-01-01' from batch
  `.execute(here.app.db)
  await ringOf(here, mika, [ren, await here.person('Aoi')])
  await here.run('trade.find')
  const { tokens } = await downloadableTitle(here, mika, { copies: 1 })
  await startDownload(mika, tokens.get(1)!)
  return here.app.db
}

/**
 * Returns the invariants broken by a change, as the check after each test finds them, and the rows that
 * break this one. Disables triggers meanwhile and rolls the change back.
 */
async function brokenBy(db: Db, change: string, sentence: string) {
  const withoutTriggers = async (tx: Tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
    return { sentences: await brokenIn(tx), rows: await breaking(tx, sentence) }
  }
  const tx = await db.startTransaction().execute()
  try {
    return await withoutTriggers(tx)
  } finally {
    await tx.rollback().execute()
  }
}

test('each invariant finds the change that breaks it, and nothing in a correct database', async (t) => {
  const db = await filledDatabase(t)
  deepEqual(await differencesIn(db), [])
  for (const [sentence, change] of Object.entries(faults))
    await t.test(sentence, async () => {
      const { sentences, rows } = await brokenBy(db, change, sentence)
      ok(sentences.includes(sentence))
      ok(rows.length > 0)
    })
  deepEqual(Object.keys(faults).toSorted(), Object.keys(invariants).toSorted())
})

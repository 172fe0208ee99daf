import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { controlProvider, payAt, releaseUnasked } from '../../../test/card-purchase.ts'
import type { Person } from '../../../test/people.ts'
import { rentalTitle, listForRent } from '../../../test/rentals.ts'
import { createTitle } from '../../../test/titles.ts'
import { waitUntil, testApp } from '../../../test/test-app.ts'
import { listPointDetails, listTransactions } from '#src/finance/transactions/history.shared.ts'
import { cancelPurchase, purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getReceipt } from '#src/finance/receipt/receipt.shared.ts'
import { getStatement, yearAddress } from '#src/finance/statement/statement.shared.ts'
import { listTransactionStatistics } from '#src/finance/statistics/statistics.shared.ts'
import { getRental, rentForFree, rentSerial } from './rental.shared.ts'

const MONTH = '2030-01'

/**
 * Lets Ren rent No. 2 of Mika's film from balance and No. 1 of her song, now owned by Aoi, by card. A
 * third rental is started and cancelled.
 */
async function rented(t: TestContext) {
  const here = await testApp(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { balance: 2_000 })
  const ren = await here.person('Ren', { balance: 600, points: 100 })
  const film = await rentalTitle(here, mika, { copies: 3, rent_price: 300, days: 3 })
  const { rental_id: first } = await ren.call(rentForFree, film.rent(2, 300))
  const song = await createTitle(here, mika, {
    copies: 3,
    price: 2_000,
    secondary_rental_enabled: true,
  })
  equal((await aoi.call(purchaseForFree, song.order(1, 2_000))).status, 'settled')
  const token = song.tokens.get(1)!
  await listForRent(here, aoi, { tokens: new Map([[1, token]]) }, { rent_price: 1_000, days: 1 })
  const wish = { ...film.rent(1, 200), kid: song.kid, asset_token_id: token, lang: 'ja' as const }
  const second = await ren.call(rentSerial, {
    ...wish,
    owner_account_id: aoi.account_id,
    asset_rent_price: 1_000,
    rental_period_seconds: DAY_SECONDS,
  })
  const page = await (await fetch(second.url)).text()
  await payAt(second.url, CARDS.pays)
  await waitUntil(
    () => ren.call(getRental, { id: second.rental_id }),
    ({ status }) => status === 'active',
  )
  const yuki = await here.person('Yuki', { balance: 100 })
  const third = await yuki.call(rentSerial, film.rent(3, 100))
  return { here, mika, aoi, ren, yuki, film, song, first, second, third, page }
}

test('MN-02 MN-03 a rental is in the history and documents of both people, with number and counterpart', async (t) => {
  const { here, mika, aoi, ren, yuki, film, page } = await rented(t)
  match(page, /No\. 1（1日間レンタル）/)
  const rows = async (who: Person) =>
    (await who.call(listTransactions, { type: 'rental' })).items.map(
      ({ number, amount, card_amount, balance_used, counterpart, shares }) => [
        number,
        amount,
        card_amount,
        balance_used,
        counterpart,
        shares?.price,
      ],
    )
  deepEqual(await rows(ren), [
    [1, -200, 800, 200, 'Aoi', 1_000],
    [2, -300, 0, 300, 'Mika', 300],
  ])
  deepEqual(await rows(aoi), [[1, 850, 0, 0, 'Ren', 1_000]])
  deepEqual(await rows(mika), [[2, 270, 0, 0, 'Ren', 300]])
  const { items } = await mika.call(listPointDetails, { kind: 'royalty' })
  deepEqual(
    items.map(({ number, amount }) => [number, amount]),
    [[1, 100]],
  )

  const copy = { kid: film.kid, serial_number: 3 }
  equal((await yuki.call(cancelPurchase, copy)).status, 'canceled')
  const lines = async (who: Person) =>
    (await who.call(getStatement, { month: MONTH })).lines
      .filter(({ kind }) => kind === 'rental' || kind === 'hold')
      .map(({ kind, number, counterpart, price, fee, royalty, sales_change, points_change }) => [
        kind,
        number,
        counterpart,
        price,
        fee,
        royalty,
        sales_change + points_change,
      ])
  deepEqual(await lines(ren), [
    ['rental', 2, 'Mika', 300, 0, 0, -300],
    ['rental', 1, 'Aoi', 1_000, 0, 0, -200],
  ])
  deepEqual(await lines(aoi), [['rental', 1, 'Ren', 1_000, 50, 100, 850]])
  deepEqual(await lines(mika), [['rental', 2, 'Ren', 300, 30, 0, 270]])
  deepEqual(await lines(yuki), [])
  equal((await aoi.call(getStatement, { month: MONTH })).invoice.platform_fee, 50)
  const file = await fetch(here.url + yearAddress('2030'), {
    headers: { authorization: `Bearer ${yuki.token}` },
  })
  const csv = await file.text()
  match(csv, /Held for a payment,[^\n]*,3,Mika[^\n]*\n[^\n]*Released, not paid/s)
})

test('MN-16 statistics count rentals apart from sales, primary and secondary, as in the ledger', async (t) => {
  const { mika } = await rented(t)
  const { totals, months } = await mika.call(listTransactionStatistics, { month: MONTH })
  deepEqual(totals, {
    primary_sale: 2_000,
    primary_sale_count: 1,
    secondary_sale: 0,
    secondary_sale_count: 0,
    primary_rental: 300,
    primary_rental_count: 1,
    secondary_rental: 1_000,
    secondary_rental_count: 1,
    sale_count: 3,
    total_price: 3_300,
    distribution_to_creator: 1_800 + 270 + 100,
  })
  deepEqual(months, [MONTH])
})

test('a renter gets a receipt and a mail that say when the rental ends', async (t) => {
  const { here, ren, yuki, film, song, first, second, third } = await rented(t)
  const receipt = await ren.call(getReceipt, { purchase_id: first })
  deepEqual(
    [receipt.rental, receipt.total, receipt.tax, receipt.points, receipt.sales_balance],
    [
      {
        seconds: 3 * DAY_SECONDS,
        began_at: '2030-01-10T03:00:00.000Z',
        ends_at: '2030-01-13T03:00:00.000Z',
        start_by: null,
        started_at: null,
      },
      300,
      27,
      100,
      200,
    ],
  )
  equal(receipt.lines[0]!.number, 2)
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    ({ length }) => length >= 2,
  )
  const about = (kid: string) => mails.find(({ text }) => text.includes(kid))!
  match(about(film.kid).subject, /^You rented No\. 2 of “Title/)
  match(about(film.kid).text, /until 13 January 2030, 12:00 JST\./)
  match(about(film.kid).text, /¥300, tax included/)
  ok(about(film.kid).text.includes(`${here.url}/receipts/${first}`))
  match(about(song.kid).subject, /No\. 1のレンタルを開始しました/)
  match(about(song.kid).text, /2030年1月11日 12:00 JSTまで/)
  ok(about(song.kid).text.includes(`/receipts/${second.rental_id}`))

  await controlProvider(here, { do: 'pause' })
  await payAt(third.url, CARDS.pays)
  await releaseUnasked(here, { purchase_id: third.rental_id }, yuki)
  await controlProvider(here, { do: 'resume' })
  const late = await waitUntil(
    () => yuki.call(getReceipt, { purchase_id: third.rental_id }),
    (one) => Boolean(one.refunded_at),
  )
  deepEqual(
    [late.is_refunded, late.rental],
    [
      true,
      {
        seconds: 3 * DAY_SECONDS,
        began_at: null,
        ends_at: null,
        start_by: null,
        started_at: null,
      },
    ],
  )
  equal((await here.inbox(yuki.email)).length, 0)
})

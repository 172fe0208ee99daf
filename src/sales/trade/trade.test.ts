import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset, listListedAssets, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import {
  delistSerials,
  listSerialsForSale,
  withdrawAsset,
} from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { addWish, listWishes } from '#src/sales/wish/wish.shared.ts'
import type { Call } from '../../../test/call.ts'
import { createCoupons } from '#src/sales/coupon/coupon.shared.ts'
import { testApp, travelTo, waitUntil } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { accept, offer, openToTrade, ownersOf, traderTitle } from '../../../test/trades.ts'
import {
  declineTradeOffer,
  getTradeRelated,
  getTradeToken,
  listTradable,
  listTradeOffers,
  listTradeSerials,
  listTradingAssets,
  withdrawTradeOffer,
} from './trade.shared.ts'

/** Opens an app in which Ren, Aoi and Kai each own a copy of two titles of Mika's. */
async function traders(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi'), await here.person('Kai')]
  const [ren, aoi, kai] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const film = await traderTitle(here, mika, people)
  const song = await traderTitle(here, mika, people)
  return { here, mika, ren, aoi, kai, film, song }
}

test('TR-05 an accepted trade swaps both copies, and each records the trade', async (t) => {
  const { here, ren, aoi, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const sent = await offer(mine, theirs, { message: ' Your song for my film? ' })
  deepEqual(
    [sent.error, sent.status, sent.message],
    [undefined, 'awaiting_acceptance', 'Your song for my film?'],
  )
  deepEqual(await ownersOf(here, mine, theirs), ['Ren', 'Aoi'])

  const done = await accept(mine, theirs)

  deepEqual([done.error, done.status, done.direction], [undefined, 'accepted', 'received'])
  deepEqual(await ownersOf(here, mine, theirs), ['Aoi', 'Ren'])
  const { status, history } = await ren.call(getSerial, { id: song.kid, number: 2 })
  deepEqual([status, history[0]?.kind, history[0]?.price], ['not_listed', 'trade', null])
  const held = await here.app.db.selectFrom('holding').select(['owner', 'asset_token_id']).execute()
  deepEqual(held.map(({ owner }) => owner).toSorted(), [ren.account_id, aoi.account_id].toSorted())
  for (const email of [ren.email, aoi.email]) {
    const mails = await waitUntil(
      () => here.inbox(email),
      (all) => all.some(({ subject }) => subject.includes('is yours')),
    )
    ok(
      mails.some(({ subject }) => subject.includes('is yours')),
      email,
    )
  }
})

test('TR-05 only the owner accepts and declines, and only the sender withdraws', async (t) => {
  const { here, aoi, ren, kai, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const { id } = await offer(mine, theirs)
  equal((await ren.call(declineTradeOffer, { id })).error?.code, 'not_found')
  equal((await aoi.call(withdrawTradeOffer, { id })).error?.code, 'not_found')
  equal((await kai.call(withdrawTradeOffer, { id })).error?.code, 'not_found')
  equal((await accept(mine, { ...theirs, owner: ren })).error?.code, 'not_found')
  equal((await accept(mine, { ...theirs, owner: kai })).error?.code, 'not_found')

  const gone = await ren.call(withdrawTradeOffer, { id })
  deepEqual([gone.status, gone.ending], ['canceled', 'withdrawn'])
  equal((await ren.call(withdrawTradeOffer, { id })).ending, 'withdrawn') // a repeat
  equal((await aoi.call(declineTradeOffer, { id })).error?.code, 'trade_offer_closed')
  equal((await accept(mine, theirs)).error?.code, 'trade_offer_closed')
  const again = await offer(mine, theirs)
  equal((await aoi.call(declineTradeOffer, { id: again.id })).ending, 'declined')
  deepEqual(await ownersOf(here, mine, theirs), ['Ren', 'Aoi'])
})

test('TR-03 ER-05 of two offers with the same copy only the first is accepted', async (t) => {
  const { here, film, song } = await traders(t)
  const mine = film.held(1)
  const [aois, kais] = [song.held(2), song.held(3)]
  await openToTrade(here, aois, kais)
  await offer(mine, aois)
  await offer(mine, kais)
  equal((await accept(mine, aois)).status, 'accepted')
  equal((await accept(mine, kais)).error?.code, 'offered_serial_gone')
  deepEqual(await ownersOf(here, mine, aois, kais), ['Aoi', 'Ren', 'Kai'])
  const { items } = await kais.owner.call(listTradeOffers, {})
  deepEqual(
    items.map(({ status, ending }) => [status, ending]),
    [['canceled', 'spoiled']],
  )
})

test('RO-04 a copy of somebody who has become an administrator is no longer traded', async (t) => {
  const { here, ren, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  const setRole = (role: string) =>
    here.app.db.updateTable('account').set({ role }).where('id', '=', ren.account_id).execute()
  await setRole('ADMIN')
  equal((await accept(mine, theirs)).error?.code, 'offered_serial_gone')
  deepEqual(await ownersOf(here, mine, theirs), ['Ren', 'Aoi'])

  await setRole('STANDARD_USER')
  equal((await accept(mine, theirs)).status, 'accepted')
})

test('TR-03 ER-05 an offer fails once the wanted copy is delisted or traded', async (t) => {
  const { here, aoi, film, song } = await traders(t)
  const [mine, kais, theirs] = [film.held(1), film.held(3), song.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  await offer(kais, theirs)
  equal((await accept(kais, theirs)).status, 'accepted')
  equal((await accept(mine, theirs)).error?.code, 'requested_serial_gone')
  equal((await offer(mine, theirs)).error?.code, 'requested_serial_gone')

  const other = film.held(2)
  await openToTrade(here, other)
  await offer(song.held(1), other)
  await aoi.call(delistSerials, { asset_token_ids: [other.token] })
  equal((await accept(song.held(1), other)).error?.code, 'requested_serial_gone')
  const subjects = await waitUntil(
    () => here.inbox(mine.owner.email),
    (mails) => mails.filter(({ subject }) => subject.includes('has ended')).length === 2,
  )
  match(subjects.map(({ subject }) => subject).join(), /has ended/)
})

test('TR-01 an offer is one own copy for one copy that is open to trade', async (t) => {
  const { here, mika, ren, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  equal((await offer(mine, theirs)).error?.code, 'requested_serial_gone')
  await openToTrade(here, theirs, song.held(1))
  equal((await offer({ ...film.held(3), owner: ren }, theirs)).error?.code, 'not_owner')
  equal((await offer(mine, song.held(1))).error?.code, 'own_serial')
  equal((await offer(mine, { ...theirs, owner: mika })).error?.code, 'requested_serial_gone')
  equal((await offer(mine, { ...theirs, token: randomUUID() })).error?.code, 'not_found')
  equal((await offer(mine, theirs)).error, undefined)
  equal((await offer(mine, theirs)).error?.code, 'trade_offered_already')
  const many = [mine.token, film.held(2).token] as unknown as string
  equal((await offer({ ...mine, token: many }, theirs)).error?.code, 'input_invalid')
})

test('a copy offered in a trade can be in no other deal until the offer ends', async (t) => {
  const { here, mika, ren, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const { id } = await offer(mine, theirs)
  const { items } = await ren.call(listSerials, { id: film.kid, status: 'in_trade_offer' })
  deepEqual(
    items.map(({ number }) => number),
    [1],
  )
  equal((await here.call(listSerials, { id: film.kid, status: 'in_trade_offer' })).total, 0)
  const asset_token_ids = [mine.token]
  const sale = { listing_type: 'sale', sale_price: 500, asset_token_ids } as const
  equal((await ren.call(listSerialsForSale, sale)).error?.code, 'serial_offered_in_trade')
  const rent = { listing_type: 'rental', rent_price: 300, rental_period_seconds: 86_400 } as const
  const rented = await ren.call(listSerialsForSale, { ...rent, asset_token_ids })
  equal(rented.error?.code, 'serial_offered_in_trade')
  await ren.call(withdrawTradeOffer, { id })
  await listForSale(here, ren, asset_token_ids, 500)
  equal((await offer(mine, theirs)).error?.code, 'already_listed')

  const own = film.held(4) // the creator's
  await offer(own, theirs)
  const coupon = {
    name: 'Thanks',
    expires_at: '2031-01-01T00:00:00Z',
    asset_token_ids: [own.token],
  }
  equal((await mika.call(createCoupons, coupon)).error?.code, 'serial_offered_in_trade')
})

test('LI-03 a copy that is open to trade is in no other listing, and nobody can buy it', async (t) => {
  const { here, ren, aoi, kai, film } = await traders(t)
  const copy = film.held(1)
  await openToTrade(here, copy)
  const asset_token_ids = [copy.token]
  const sale = { listing_type: 'sale', sale_price: 500, asset_token_ids } as const
  equal((await ren.call(listSerialsForSale, sale)).error?.code, 'already_listed')
  const order = { ...film.order(1, 500), owner_account_id: ren.account_id, asset_sale_price: 500 }
  equal((await kai.call(purchaseForFree, order)).error?.code, 'not_for_sale')
  const seen = await aoi.call(getSerial, { id: film.kid, number: 1 })
  deepEqual([seen.status, seen.owner_username], ['offered_in_trade', 'Ren'])
  equal((await ren.call(delistSerials, { asset_token_ids })).items[0]?.outcome, 'delisted')
  equal((await aoi.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
})

test('AS-07 the creator’s switch forbids trades to owners, not to the creator', async (t) => {
  const { here, mika, ren, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  await offer(mine, theirs)
  await mika.call(updateAsset, { kid: film.kid, trade_enabled: false })
  equal((await accept(mine, theirs)).error?.code, 'trade_disabled')
  equal((await offer(film.held(3), theirs)).error?.code, 'trade_disabled')
  const trade = { listing_type: 'trade' as const, asset_token_ids: [mine.token] }
  equal((await ren.call(listSerialsForSale, trade)).error?.code, 'trade_disabled')
  await openToTrade(here, film.held(4))
  equal((await offer(song.held(1), film.held(4))).error, undefined)
  equal((await accept(song.held(1), film.held(4))).status, 'accepted')
})

test('AS-07 once the creator forbids trades, others see no copy open to trade, and its owner can close it', async (t) => {
  const { here, mika, ren, aoi, film, song } = await traders(t)
  const [rens, mikas] = [film.held(1), film.held(4)]
  await openToTrade(here, rens, mikas)
  equal((await aoi.call(addWish, { kid: film.kid, number: 1 })).error, undefined)
  const seenBy = async (who: { call: Call }, number: number) => {
    const { status, owner_username } = await who.call(getSerial, { id: film.kid, number })
    return [status, owner_username]
  }
  const counts = async () => {
    const { trade_listing_copies_count } = await here.call(getAsset, { id: film.kid })
    const pages = await here.call(listTradeSerials, { id: film.kid })
    const market = await here.call(listListedAssets, { listing_type: 'trade' })
    const [wish] = (await aoi.call(listWishes, {})).items
    return [trade_listing_copies_count, pages.total, market.total, wish!.open_count]
  }
  deepEqual(await counts(), [2, 2, 1, 1])
  await mika.call(updateAsset, { kid: film.kid, trade_enabled: false })

  deepEqual(await seenBy(aoi, 1), ['not_listed', 'R****'])
  deepEqual(await seenBy(here, 1), ['not_listed', 'R****'])
  deepEqual(await seenBy(aoi, 4), ['offered_in_trade', 'Mika'])
  deepEqual(await seenBy(ren, 1), ['offered_in_trade', 'Ren'])
  deepEqual(await counts(), [1, 1, 1, 0])
  equal((await offer(song.held(2), rens)).error?.code, 'trade_disabled')

  await mika.call(delistSerials, { asset_token_ids: [mikas.token] })
  deepEqual(await counts(), [0, 0, 0, 0])
  await mika.call(updateAsset, { kid: film.kid, trade_enabled: true })
  deepEqual(await counts(), [1, 1, 1, 1])
  deepEqual(await seenBy(aoi, 1), ['offered_in_trade', 'Ren'])
})

test('SH-14 while trading is switched off, no call trades or speaks of trades', async (t) => {
  const { here, ren, aoi, film, song } = await traders(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const { id } = await offer(mine, theirs)
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_enabled: false })
  const off = 'trade_unavailable'
  equal((await accept(mine, theirs)).error?.code, off)
  equal((await offer(film.held(3), theirs)).error?.code, off)
  equal((await ren.call(withdrawTradeOffer, { id })).error?.code, off)
  equal((await aoi.call(declineTradeOffer, { id })).error?.code, off)
  const trade = { listing_type: 'trade' as const, asset_token_ids: [mine.token] }
  equal((await ren.call(listSerialsForSale, trade)).error?.code, off)
  equal((await ren.call(getTradeRelated, { id: mine.token })).error?.code, off)
  for (const call of [listTradeOffers, listTradingAssets, listTradable])
    equal((await ren.call(call, {})).total, 0)
  equal((await ren.call(listTradeSerials, { id: song.kid })).total, 0)
  equal((await ren.call(getTradeToken, { id: song.kid })).asset_token_id, null)
})

test('holding limits, reservations and regions hold for both sides of a trade', async (t) => {
  const { here, mika, ren, aoi, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  await mika.call(updateAsset, { kid: song.kid, holding_limit: 1 }) // Ren has No. 1 of it
  equal((await offer(mine, theirs)).error?.code, 'max_holding_reached')
  equal((await offer(song.held(1), theirs)).error, undefined) // one for one of the same title
  equal((await accept(song.held(1), theirs)).status, 'accepted')
  await mika.call(updateAsset, { kid: song.kid, holding_limit: null })

  await openToTrade(here, film.held(2))
  await offer({ ...theirs, owner: ren }, film.held(2))
  await mika.call(updateAsset, { kid: film.kid, holding_limit: 1 })
  equal(
    (await accept({ ...theirs, owner: ren }, film.held(2))).error?.code,
    'partner_cannot_receive',
  )
  await mika.call(updateAsset, { kid: film.kid, holding_limit: null })

  const reserved = song.held(4)
  await openToTrade(here, reserved)
  const list = { kid: song.kid, name: 'Friends', asset_token_ids: [reserved.token] }
  equal((await mika.call(createAllowlist, list)).error, undefined)
  equal((await offer(mine, reserved)).error?.code, 'not_designated_acquirer')
  const { items } = await aoi.call(listTradable, {})
  ok(!items.some(({ asset_token_id }) => asset_token_id === reserved.token))
})

test('a counter-offer answers an offer and may ask for the copy that was offered', async (t) => {
  const { here, ren, kai, film, song } = await traders(t)
  const [rens, aois] = [film.held(1), song.held(2)]
  await openToTrade(here, aois)
  const first = await offer(rens, aois)
  equal((await offer(film.held(2), rens)).error?.code, 'requested_serial_gone')
  const answer = { counters: first.id, message: 'Rather this one' }
  equal((await offer(film.held(3), rens, answer)).error?.code, 'not_found') // not Kai’s to answer

  const second = await offer(film.held(2), rens, answer)

  deepEqual([second.error, second.counters], [undefined, first.id])
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (all) => all.some(({ subject }) => subject === 'Aoi made you a counter-offer'),
  )
  ok(mails.some(({ text }) => text.includes('Rather this one')))
  const { items } = await ren.call(listTradeOffers, { direction: 'sent' })
  deepEqual(
    items.map(({ ending }) => ending),
    ['countered'],
  )
  equal((await accept(rens, aois)).error?.code, 'trade_offer_closed')
  equal((await accept(film.held(2), rens)).status, 'accepted')
  deepEqual(await ownersOf(here, rens, film.held(2), aois), ['Aoi', 'Ren', 'Aoi'])
  equal((await offer(film.held(3), aois, answer)).error?.code, 'not_found')
  equal((await kai.call(listTradeOffers, {})).total, 0)
})

test('an offer lapses after its time, and its sender is told', async (t) => {
  const { here, ren, film, song } = await traders(t)
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const { expires_at } = await offer(mine, theirs)
  equal(expires_at, addSeconds(here.clock.now, 14 * 86_400).toISOString())
  await travelTo(here, expires_at)
  equal((await accept(mine, theirs)).error?.code, 'trade_offer_closed')
  await here.run('trade.end_offers')
  await here.run('trade.end_offers')
  const { items } = await ren.call(listTradeOffers, { status: 'canceled' })
  deepEqual(
    items.map(({ ending }) => ending),
    ['lapsed'],
  )
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (all) => all.length > 0,
  )
  match(mails[0]!.text, /did not answer in time/)
})

test('the job spoils offers for copies that have changed hands since', async (t) => {
  const { here, ren, aoi, kai, film, song } = await traders(t)
  const [rens, aois] = [film.held(1), song.held(2)]
  await openToTrade(here, aois)
  const first = await offer(rens, aois)
  await offer(film.held(2), rens, { counters: first.id }) // Ren’s copy has no listing
  await listForSale(here, ren, [rens.token], 500)
  equal((await accept(film.held(2), rens)).error?.code, 'already_listed')
  const { items } = await aoi.call(listTradeOffers, { direction: 'sent' })
  deepEqual(
    items.map(({ ending }) => ending),
    ['spoiled'],
  )
  await openToTrade(here, film.held(2))
  await offer(song.held(3), film.held(2))
  await here.app.db
    .updateTable('serial')
    .set({ owner: kai.account_id })
    .where('asset_token_id', '=', film.held(2).token)
    .execute()
  await here.run('trade.end_offers')
  const sent = await kai.call(listTradeOffers, { direction: 'sent' })
  deepEqual(
    sent.items.map(({ ending }) => ending),
    ['spoiled'],
  )
  await here.app.db
    .updateTable('serial')
    .set({ owner: aoi.account_id })
    .where('asset_token_id', '=', film.held(2).token)
    .execute()
})

test('nobody has more open offers than the settings allow', async (t) => {
  const { here, ren, film, song } = await traders(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_offers_per_person: 1 })
  await openToTrade(here, song.held(2), song.held(3))
  const { id } = await offer(film.held(1), song.held(2))
  equal((await offer(film.held(1), song.held(3))).error?.code, 'too_many_trade_offers')
  await ren.call(withdrawTradeOffer, { id })
  equal((await offer(film.held(1), song.held(3))).error, undefined)
})

test('TR-02 TR-04 EN-07 RO-08 both sides see the same offers, and nobody else but administrators', async (t) => {
  const { here, mika, ren, aoi, kai, film, song } = await traders(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await openToTrade(here, song.held(2), song.held(3))
  await offer(film.held(1), song.held(2))
  await accept(film.held(1), song.held(2))
  await travelTo(here, addSeconds(here.clock.now, 60))
  const open = await offer(song.held(1), song.held(3), { message: 'One for three' })
  await travelTo(here, addSeconds(here.clock.now, 60))
  const declined = await offer({ ...song.held(2), owner: ren }, song.held(3))
  await kai.call(declineTradeOffer, { id: declined.id })
  const seenBy = async (who: typeof ren, query = {}) => {
    const { items } = await who.call(listTradeOffers, query)
    return items.map((row) => [
      row.status,
      row.direction,
      row.submitted.owner_username,
      row.requested.owner_username,
      row.submitted.number,
      row.requested.number,
    ])
  }
  const accepted = { status: 'accepted' }
  deepEqual(await seenBy(ren, accepted), [['accepted', 'sent', 'Ren', 'Aoi', 1, 2]])
  deepEqual(await seenBy(aoi, accepted), [['accepted', 'received', 'Ren', 'Aoi', 1, 2]])
  deepEqual(await seenBy(kai, { direction: 'received', status: 'canceled' }), [
    ['canceled', 'received', 'Ren', 'Kai', 2, 3],
  ])
  deepEqual(await seenBy(kai, { status: 'awaiting_acceptance' }), [
    ['awaiting_acceptance', 'received', 'Ren', 'Kai', 1, 3],
  ])
  deepEqual(await seenBy(mika), [])
  deepEqual(
    (await seenBy(sora)).map(([status, side]) => [status, side]),
    [
      ['canceled', null],
      ['awaiting_acceptance', null],
      ['accepted', null],
    ],
  )
  const about = await kai.call(getTradeRelated, { id: song.held(3).token })
  deepEqual(
    about.wait_offers.map(({ id, submitted_asset_token_ids, requested_asset_token_ids }) => [
      id,
      submitted_asset_token_ids,
      requested_asset_token_ids,
    ]),
    [[open.id, [song.held(1).token], [song.held(3).token]]],
  )
  const mine = await ren.call(getTradeRelated, { id: song.held(3).token })
  deepEqual(
    [mine.submitted_asset_token_ids, mine.requested_asset_token_ids, mine.wait_offers],
    [[song.held(1).token], [], []],
  )
})

test('EN-03 a copy names its owner to others once it is open to trade or offered to them', async (t) => {
  const { here, mika, ren, aoi, kai, film, song } = await traders(t)
  const rens = film.held(1)
  const namedTo = async (who: { call: Call }, { token }: { token: string } = rens) => {
    const { copy } = await who.call(getTradeRelated, { id: token })
    return [copy.owner_username, copy.owner_account_id]
  }
  const named = ['Ren', ren.account_id]
  const masked = ['R****', null]
  deepEqual(await namedTo(ren), named)
  for (const who of [mika, aoi, kai]) deepEqual(await namedTo(who), masked)
  deepEqual(await namedTo(aoi, film.held(4)), ['Mika', mika.account_id])

  await openToTrade(here, song.held(2))
  const { id } = await offer(rens, song.held(2))
  deepEqual(await namedTo(aoi), named, 'so that she can make a counter-offer')
  for (const who of [mika, kai]) deepEqual(await namedTo(who), masked)
  await aoi.call(declineTradeOffer, { id })
  deepEqual(await namedTo(aoi), masked)

  await openToTrade(here, rens)
  for (const who of [mika, aoi, kai]) deepEqual(await namedTo(who), named)
  await mika.call(updateAsset, { kid: film.kid, trade_enabled: false })
  deepEqual(await namedTo(aoi), masked)
  await ren.call(updateCurrentAccount, { has_public_name: true })
  deepEqual(await namedTo(aoi), named)
})

test('AP-05 AP-07 the lists of copies to trade leave out own and blocked ones', async (t) => {
  const { here, mika, ren, aoi, film, song } = await traders(t)
  await openToTrade(here, film.held(1), film.held(2), song.held(2), song.held(4))
  const numbers = ({
    items,
  }: {
    items: { number: number; title: string; owner_username: string }[]
  }) => items.map(({ number, owner_username }) => `${number} ${owner_username}`).toSorted()
  deepEqual(numbers(await here.call(listTradeSerials, { id: film.kid })), ['1 Ren', '2 Aoi'])
  equal((await ren.call(getTradeToken, { id: film.kid })).asset_token_id, film.held(2).token)
  deepEqual(numbers(await ren.call(listTradable, {})), ['2 Aoi', '2 Aoi', '4 Mika'])
  deepEqual(numbers(await ren.call(listTradable, { account: mika.account_id })), ['4 Mika'])
  await mika.call(updateAsset, { kid: song.kid, holding_limit: 1 })
  deepEqual(numbers(await ren.call(listTradable, {})), ['2 Aoi'])
  const giving = { trading_asset_token_ids: song.held(1).token }
  deepEqual(numbers(await ren.call(listTradable, giving)), ['2 Aoi', '2 Aoi', '4 Mika'])
  await mika.call(updateAsset, { kid: song.kid, holding_limit: null })

  await listForSale(here, ren, [song.held(1).token], 500)
  deepEqual(numbers(await ren.call(listTradingAssets, {})), ['1 Ren'])
  const { items } = await ren.call(listTradingAssets, { include_blocked: 'true' })
  const stateOf = (kid: string) => {
    const copy = items.find((one) => one.kid === kid)
    return [copy?.is_open_to_trade, copy?.blocked_by]
  }
  deepEqual(
    [stateOf(film.kid), stateOf(song.kid)],
    [
      [true, null],
      [false, 'already_listed'],
    ],
  )
  await offer(film.held(1), song.held(2))
  const wanted = { trading_asset_token_ids: song.held(2).token }
  deepEqual(numbers(await ren.call(listTradingAssets, wanted)), [])
  equal(
    (await ren.call(listTradable, { trading_asset_token_ids: 'x' })).error?.code,
    'input_invalid',
  )
  ok(aoi)
})

test('a title that is withdrawn leaves all offers', async (t) => {
  const { here, mika, ren, song } = await traders(t)
  const draft = await createTitle(here, mika, { copies: 2 })
  const [one, two] = [1, 2].map((number) => ({ token: draft.tokens.get(number)!, owner: mika }))
  await openToTrade(here, one!, song.held(1))
  await offer(song.held(2), one!)
  await offer(two!, song.held(1))
  equal((await mika.call(withdrawAsset, { kid: draft.kid })).error, undefined)
  const { items } = await mika.call(listTradeOffers, {})
  deepEqual(
    items.map(({ ending }) => ending),
    ['spoiled', 'spoiled'],
  )
  equal((await accept(two!, song.held(1))).error?.code, 'offered_serial_gone')
  ok(ren)
})

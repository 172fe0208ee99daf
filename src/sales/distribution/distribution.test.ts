import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import {
  createAllowlist,
  getAcquisitionRestriction,
  listAllowlists,
  updateAllowlist,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { getReceipt } from '#src/finance/receipt/receipt.shared.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getSerial, listSerials } from '#src/catalog/serial/serial.shared.ts'
import { createCoupons } from '#src/sales/coupon/coupon.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import {
  cancelPurchase,
  getPurchase,
  purchaseForFree,
} from '#src/sales/purchase/purchase.shared.ts'
import { caller } from '../../../test/call.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { controlProvider, payAt, silenceProvider } from '../../../test/card-purchase.ts'
import { EXPIRES_AT } from '../../../test/coupons.ts'
import {
  closeDispute,
  debtOf,
  mailSubjects,
  openDispute,
  paymentIntentOf,
  platformAccount,
} from '../../../test/disputes.ts'
import {
  claim,
  claimOf,
  distribute,
  distributionFixtures,
  draft,
  FEE,
  ownersOf,
  waitForStatus,
} from '../../../test/distributions.ts'
import { ADDRESSES, behindProxy } from '../../../test/geoip.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, tenTimes, waitUntil } from '../../../test/test-app.ts'
import {
  cancelDistribution,
  endDistribution,
  exportClaims,
  getDistribution,
  getOffer,
  listClaims,
  listDistributions,
  payDistribution,
  quoteDistribution,
} from './distribution.shared.ts'

test('FD-03 AP-09 the fee follows from the chosen copies, with the tax within it', async (t) => {
  const { here, mika, ren, yuki, film } = await distributionFixtures(t)
  const quote = (...numbers: number[]) =>
    mika.call(quoteDistribution, {
      asset_token_ids: numbers.map((number) => film.tokens.get(number)!),
    })

  deepEqual(await quote(1), { copies: 1, unit_fee: FEE, fee: 110, tax: 10 })
  deepEqual(await quote(1, 2, 3), { copies: 3, unit_fee: FEE, fee: 330, tax: 30 })
  deepEqual(await quote(2, 2), { copies: 1, unit_fee: FEE, fee: 110, tax: 10 })

  const all = { asset_token_ids: [film.tokens.get(1)!] }
  equal((await ren.call(quoteDistribution, all)).error?.code, 'creators_only')
  equal((await yuki.call(quoteDistribution, all)).error?.code, 'not_owner')
  equal((await here.call(quoteDistribution, all)).error?.code, 'not_signed_in')
})

test('FD-01 EN-08 a distribution keeps its copies, people, maximum and language, and names wrong lines', async (t) => {
  const { mika, yuki, film, here } = await distributionFixtures(t)
  const people = ['Ren@Example.test', 'ren@example.test', 'a@example.test\nb@example.test']
  const terms = { allowed_asset_acquirers: people, max_count_per_wallet: 2, lang: 'ja' as const }
  const made = await draft(mika, film, [1, 2, 4], terms)

  const { status, numbers, copies, people: named, max_count_per_wallet, lang, fee } = made
  deepEqual(
    { status, numbers, copies, named, max_count_per_wallet, lang, fee },
    {
      status: 'draft',
      numbers: '1-2,4',
      copies: 3,
      named: 3,
      max_count_per_wallet: 2,
      lang: 'ja',
      fee: 330,
    },
  )
  deepEqual(await mika.call(getDistribution, { id: made.id }), made)
  equal((await yuki.call(getDistribution, { id: made.id })).error?.code, 'not_found')

  const lines = ['a@example.test', 'no address', 'b@example.test', '@@'].join('\n')
  const wrong = await draft(mika, film, [1], { allowed_asset_acquirers: [lines] })
  deepEqual(wrong.error, { code: 'people_unknown', params: { lines: '2, 4', count: 2 } })
  const crowd = Array.from({ length: 1_000 }, (_, i) => `fan${i}@example.test`).join('\n')
  equal((await draft(mika, film, [1], { allowed_asset_acquirers: [crowd] })).people, 1_000)
  const other = await createTitle(here, mika, { copies: 1 })
  const both = { ...film, tokens: new Map([...film.tokens, [99, other.tokens.get(1)!]]) }
  equal((await draft(mika, both)).error?.code, 'copies_of_one_title')
})

test('FD-02 nothing can be claimed before the fee is paid; then the webhook makes the copies claimable', async (t) => {
  const { here, mika, ren, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  equal((await here.call(getOffer, { id })).error?.code, 'not_found')
  const { url, purchase_id } = await mika.call(payDistribution, { id, balance_to_use: 0 })

  equal((await mika.call(getDistribution, { id })).status, 'awaiting_payment')
  equal((await here.call(getOffer, { id })).error?.code, 'not_found')
  equal((await ren.call(purchaseForFree, claimOf(film, 1))).error?.code, 'not_for_sale')
  const seen = await here.call(listSerials, { id: film.kid, from: 1, to: 3 })
  deepEqual(
    seen.items.map(({ status }) => status),
    ['preparing', 'preparing', 'not_listed'],
  )

  await payAt(url!, CARDS.pays)
  const { refund } = await waitForStatus(mika, id, 'done')
  equal(refund, null)
  equal((await here.call(getOffer, { id })).remaining, 2)
  const open = await mika.call(listSerials, { id: film.kid, status: 'not_listed' })
  deepEqual(
    open.items.map(({ number }) => number),
    [3, 4, 5], // the others cannot be chosen for another deal
  )
  equal((await here.call(findDistribution, { id: film.kid })).id, id)
  const { items } = await mika.call(listPointDetails, {})
  deepEqual(
    items.map((row) => [row.kind, row.amount, row.card_amount, row.counterpart]),
    [['distribution', 0, 220, null]],
  )
  const receipt = await mika.call(getReceipt, { purchase_id })
  deepEqual(
    [receipt.total, receipt.tax, receipt.distribution?.copies, receipt.seller.name],
    [220, 20, 2, 'Renban'],
  )

  const key = 'the same click'
  const claimed = await ren.call(purchaseForFree, claimOf(film, 2), key)
  equal(claimed.status, 'settled')
  deepEqual(await ren.call(purchaseForFree, claimOf(film, 2), key), claimed)
  const { purchase_id: claim_id } = claimed
  const found = getPurchase.reply.parse(await ren.call(getPurchase, { id: claim_id }))
  deepEqual(
    [found.id, found.number, found.price, found.status, found.seller_username, found.settled_at],
    [claim_id, 2, 0, 'settled', 'Mika', here.clock.now.toISOString()],
  )
  equal((await mika.call(getPurchase, { id: claim_id })).error?.code, 'not_found')
  deepEqual(await ownersOf(here, film), ['Mika', 'Ren', 'Mika', 'Mika', 'Mika'])
  equal((await mika.call(getSerial, { id: film.kid, number: 1 })).distribution_id, id)
  equal((await mika.call(findDistribution, { id: film.kid })).id, null) // not for the giver
  equal((await here.call(getSerial, { id: film.kid, number: 3 })).distribution_id, null)
  const { history, distribution_id } = await here.call(getSerial, { id: film.kid, number: 2 })
  equal(distribution_id, null)
  deepEqual([history[0]!.kind, history[0]!.price], ['distribution', null])
  ok((await mailSubjects(here, ren, 1))[0]!.startsWith('No. 2 of'))
})

test('a fee can be paid from balance alone, and from balance and card', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { balance: 400 })
  const first = await draft(mika, film, [1, 2])
  equal((await mika.call(payDistribution, { id: first.id, balance_to_use: 220 })).url, null)
  await waitForStatus(mika, first.id, 'done')
  equal(await mika.balance(), 180)

  const second = await draft(mika, film, [3, 4])
  const refused = (balance_to_use: number) =>
    mika.call(payDistribution, { id: second.id, balance_to_use })
  equal((await refused(-1)).error?.code, 'balance_below_zero')
  equal((await refused(220)).error?.code, 'balance_not_enough')
  equal((await refused(221)).error?.code, 'balance_exceeds_price')
  equal((await refused(171)).error?.code, 'balance_leaves_too_little')
  const { url } = await refused(150)
  equal((await mika.call(getBalance, {})).reserved_for_purchase, 150)
  await payAt(url!, CARDS.pays)
  await waitForStatus(mika, second.id, 'done')
  equal(await mika.balance(), 30)
  equal((await here.call(getOffer, { id: second.id })).remaining, 2)
})

test('FD-04 copies of a list are reserved for its people, who are told', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2], { allowed_asset_acquirers: [ren.email] })
  const statusFor = async (who: Pick<typeof here, 'call'>) =>
    (await who.call(listSerials, { id: film.kid, from: 1, to: 1 })).items[0]!.status

  const linkFor = async (who: Pick<typeof here, 'call'>) =>
    (await who.call(getSerial, { id: film.kid, number: 1 })).distribution_id

  deepEqual(
    [await linkFor(mika), await linkFor(ren), await linkFor(aoi), await linkFor(here)],
    [id, id, null, null],
  )
  equal(await statusFor(ren), 'reserved_for_you')
  equal(await statusFor(aoi), 'reserved_for_another')
  equal(await statusFor(here), 'reserved_for_another')
  const seen = await aoi.call(getOffer, { id })
  deepEqual(
    [seen.restricted, seen.designated, seen.reason],
    [true, false, 'not_designated_acquirer'],
  )
  equal((await aoi.call(findDistribution, { id: film.kid })).id, null)
  equal((await claim(aoi, id)).error?.code, 'not_designated_acquirer')
  const [subject] = await mailSubjects(here, ren, 1)
  ok(subject!.endsWith('is reserved for you'))
  equal((await ren.call(getOffer, { id })).reason, null)
  equal((await claim(ren, id)).status, 'settled')
})

test('FD-04 a distribution is for the people it names, also if its list is ended or copies are asked back', async (t) => {
  const { mika, ren, aoi, film } = await distributionFixtures(t)
  const { kid, tokens } = film
  const id = await distribute(mika, film, [1, 2], { allowed_asset_acquirers: [ren.email] })
  const [list] = (await mika.call(listAllowlists, { kid })).items
  const asset_token_ids = [tokens.get(2)!, tokens.get(3)!]

  const moved = await mika.call(createAllowlist, { kid, name: 'Others', asset_token_ids })
  deepEqual(moved.error, { code: 'serial_in_distribution', params: { number: 2 } })
  const kept = { id: list!.id, asset_token_ids }
  equal((await mika.call(updateAllowlist, kept)).numbers, '1-3') // its own list may name more
  await mika.call(updateAllowlist, { id: list!.id, ended: true })

  equal((await aoi.call(getOffer, { id })).reason, 'not_designated_acquirer')
  equal((await aoi.call(purchaseForFree, claimOf(film, 1))).error?.code, 'not_designated_acquirer')
  await mika.call(createAllowlist, { kid, name: 'The rest' }) // it reserves the copies of ended lists
  equal((await ren.call(getOffer, { id })).reason, null)
  equal((await claim(ren, id)).status, 'settled')
})

test('FD-01 FD-04 reserved copies are not distributed to everybody, nor reserved once they are', async (t) => {
  const { mika, aoi, film } = await distributionFixtures(t, { balance: 1_000 })
  const { kid, tokens } = film
  const reserve = (...numbers: number[]) =>
    mika.call(createAllowlist, {
      kid,
      name: 'Friends',
      asset_token_ids: numbers.map((number) => tokens.get(number)!),
    })
  const give = async (...numbers: number[]) => {
    const { id } = await draft(mika, film, numbers)
    return mika.call(payDistribution, { id, balance_to_use: numbers.length * FEE })
  }
  const { id: first } = await reserve(1)
  const refusal = (number: number) => ({ code: 'reserved_elsewhere', params: { number } })
  deepEqual((await give(1, 2)).error, refusal(1))
  const whole = await mika.call(createAllowlist, { kid, name: 'The title' })
  deepEqual((await give(2)).error, refusal(2))
  const end = { id: whole.id, ended: true }
  await mika.call(updateAllowlist, end)
  await mika.call(updateAllowlist, { id: first, ended: true })

  const race = await Promise.all([give(1, 2), reserve(2)])
  equal(race.filter(({ error }) => !error).length, 1)
  const { id } = await draft(mika, film, [3, 4])
  await mika.call(payDistribution, { id, balance_to_use: 2 * FEE })
  await waitForStatus(mika, id, 'done')
  equal((await reserve(4)).error?.code, 'serial_in_distribution')
  await mika.call(updateAllowlist, { ...end, ended: false })
  equal((await aoi.call(getOffer, { id })).reason, null)
  equal((await claim(aoi, id)).status, 'settled')
})

test('FD-01 AP-13 nobody claims more than the maximum, creators nothing of their own, and the last copy goes once', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2, 3], { max_count_per_wallet: 2 })

  const limitOf = async (who: Person) => {
    const asset_token_id = film.tokens.get(3)!
    const { maximum, held, remaining, reason } = await who.call(getAcquisitionRestriction, {
      asset_token_id,
    })
    return [maximum, held, remaining, reason]
  }
  equal((await claim(mika, id)).error?.code, 'own_serial')
  deepEqual(await limitOf(ren), [2, 0, 2, null])
  deepEqual(countOutcomes(await Promise.all(tenTimes(() => claim(ren, id)))), {
    done: 2,
    max_holding_reached: 8,
  })
  deepEqual(await limitOf(ren), [2, 2, 0, 'max_holding_reached'])
  deepEqual(await limitOf(aoi), [2, 0, 2, null])
  equal((await ren.call(getOffer, { id })).reason, 'max_holding_reached')
  equal((await claim(aoi, id)).status, 'settled')
  const late = await here.person('Late')
  equal((await late.call(purchaseForFree, claimOf(film, 1))).error?.code, 'nothing_left')
  equal((await late.call(getOffer, { id })).reason, 'nothing_left')
  const { claimed, remaining } = await mika.call(getDistribution, { id })
  deepEqual([claimed, remaining], [3, 0])
})

test('AP-13 the maximum of a distribution for a list is known to its people alone', async (t) => {
  const { mika, ren, aoi, film } = await distributionFixtures(t)
  await distribute(mika, film, [1], {
    allowed_asset_acquirers: [ren.email],
    max_count_per_wallet: 1,
  })
  const query = { asset_token_id: film.tokens.get(1)! }
  equal((await ren.call(getAcquisitionRestriction, query)).maximum, 1)
  equal((await aoi.call(getAcquisitionRestriction, query)).maximum, null)
})

test('a holding limit and the region of a title count for free copies, too', async (t) => {
  const { here, mika, ren } = await distributionFixtures(t)
  const few = await createTitle(here, mika, { copies: 3, holding_limit: 1 })
  const id = await distribute(mika, few)
  deepEqual(countOutcomes(await Promise.all(tenTimes(() => claim(ren, id)))), {
    done: 1,
    max_holding_reached: 9,
  })
  const local = await createTitle(here, mika, { copies: 1, only_japan_accessible: true })
  const near = await distribute(mika, local)
  await behindProxy(t, here)
  const from = caller(here.url, {
    authorization: `Bearer ${ren.token}`,
    'x-forwarded-for': ADDRESSES.GB,
  })
  equal((await from(getOffer, { id: near })).reason, 'region_unavailable')
  equal((await claim({ call: from }, near)).error?.code, 'region_unavailable')
})

test('200 parallel claims by 20 people at a maximum of one are 20 claims', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { copies: 30 })
  const id = await distribute(mika, film, undefined, { max_count_per_wallet: 1 })
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => here.person(`Fan${i}`)))

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => claim(people[i % 20]!, id)),
  )

  deepEqual(countOutcomes(answers), { done: 20, max_holding_reached: 180 })
  const owners = await ownersOf(here, film)
  equal(new Set(owners.filter((owner) => owner !== 'Mika')).size, 20)
  equal(owners.filter((owner) => owner === 'Mika').length, 10)
})

test('of ten people who claim the last copy at once, one gets it', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { copies: 1 })
  await distribute(mika, film)
  const people = await Promise.all(Array.from({ length: 10 }, (_, i) => here.person(`Fan${i}`)))
  const answers = await Promise.all(
    people.map((one) => one.call(purchaseForFree, claimOf(film, 1))),
  )
  deepEqual(countOutcomes(answers), { done: 1, nothing_left: 9 })
})

test('a fee whose payment could not begin is paid with the same key later', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  const answer = await silenceProvider(here, 'create')
  const pay = () => mika.call(payDistribution, { id, balance_to_use: 0 }, 'one click')
  equal((await pay()).error?.code, 'card_unavailable')
  equal((await mika.call(getDistribution, { id })).status, 'draft')
  await answer()

  const { url } = await pay()

  equal((await pay()).url, url)
  await payAt(url!, CARDS.pays)
  await waitForStatus(mika, id, 'done')
})

test('of ten requests to pay a draft one holds its copies, and the fee is paid once', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { balance: 2_000 })
  const { id } = await draft(mika, film, [1, 2])
  const answers = await Promise.all(
    tenTimes(() => mika.call(payDistribution, { id, balance_to_use: 220 })),
  )
  deepEqual(countOutcomes(answers), { done: 1, distribution_closed: 9 })
  await waitForStatus(mika, id, 'done')
  equal(await mika.balance(), 1_780)

  const [one, two] = [await draft(mika, film, [3, 4]), await draft(mika, film, [4, 5])]
  const both = await Promise.all(
    [one, two].map((each) => mika.call(payDistribution, { id: each.id, balance_to_use: 220 })),
  )
  deepEqual(countOutcomes(both), { done: 1, already_listed: 1 })
  const rows = await here.app.db.selectFrom('purchase').select('id').execute()
  equal(rows.length, 2)
})

test('a copy promised by a coupon after the draft cannot be given away as well', async (t) => {
  const { mika, film } = await distributionFixtures(t, { balance: 2_000 })
  const { id } = await draft(mika, film, [1, 2])
  const asset_token_ids = [film.tokens.get(2)!]
  const coupons = { name: 'Opening', expires_at: EXPIRES_AT, asset_token_ids }
  equal((await mika.call(createCoupons, coupons)).error, undefined)

  const { error } = await mika.call(payDistribution, { id, balance_to_use: 220 })

  deepEqual([error?.code, error?.params.number], ['serial_reserved', 2])
  equal(await mika.balance(), 2_000)
})

test('the payment of a distribution cannot be cancelled once it is paid, although the webhook is late', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  const { url } = await mika.call(payDistribution, { id, balance_to_use: 0 })
  await controlProvider(here, { do: 'pause' })
  await payAt(url!, CARDS.pays)
  equal((await mika.call(cancelDistribution, { id })).error?.code, 'distribution_closed')
  const end = await waitUntil(
    () => mika.call(getDistribution, { id }),
    ({ status }) => status === 'done',
  )
  equal(end.status, 'done')
})

test('copies that wait for a fee are locked, and free again once the payment is cancelled or late', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  const asset_token_ids = [film.tokens.get(2)!]
  const offer = { listing_type: 'sale' as const, asset_token_ids, sale_price: 500 }
  const coupons = { name: 'Opening', expires_at: EXPIRES_AT, asset_token_ids }
  await mika.call(payDistribution, { id, balance_to_use: 0 })

  equal((await mika.call(listSerialsForSale, offer)).error?.code, 'already_listed')
  equal((await mika.call(delistSerials, { asset_token_ids })).error?.code, 'serial_being_purchased')
  equal((await mika.call(createCoupons, coupons)).error?.code, 'already_listed')

  equal((await mika.call(cancelDistribution, { id })).status, 'draft')
  equal((await mika.call(cancelDistribution, { id })).error?.code, 'distribution_closed')
  here.clock.now = addSeconds(here.clock.now, 60)
  const again = await mika.call(payDistribution, { id, balance_to_use: 0 })
  await controlProvider(here, { do: 'pause' })
  await payAt(again.url!, CARDS.pays) // heard of too late: refunded
  const order = { kid: film.kid, serial_number: 1 }
  const hear = await silenceProvider(here, 'expire')
  equal((await mika.call(cancelPurchase, order)).status, 'canceled')
  await hear()
  equal((await mika.call(listSerialsForSale, offer)).error, undefined)

  await controlProvider(here, { do: 'resume' })
  const end = await waitUntil(
    () => mika.call(getDistribution, { id }),
    ({ refund }) => refund === 'done',
  )
  deepEqual([end.status, end.refund], ['draft', 'done'])
  equal((await mika.call(getBalance, {})).reserved_for_purchase, 0)
  equal((await here.call(getOffer, { id })).error?.code, 'not_found')
})

test('a late repeat of a cancelled payment leaves the card page of the next payment open', async (t) => {
  const { mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  await mika.call(payDistribution, { id, balance_to_use: 0 })
  const cancel = () => mika.call(cancelDistribution, { id }, 'one key')
  const canceled = await cancel()
  equal(canceled.status, 'draft')
  const { url } = await mika.call(payDistribution, { id, balance_to_use: 0 })

  deepEqual(await cancel(), canceled)

  await payAt(url!, CARDS.pays)
  equal((await waitForStatus(mika, id, 'done')).status, 'done')
})

test('a payment and its copies are kept for 30 minutes, and so is the quoted fee', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2])
  const value = JSON.stringify({ distribution_fee: 500 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  here.clock.now = addSeconds(here.clock.now, 1_799)
  equal((await mika.call(getDistribution, { id })).fee, 220)
  equal((await mika.call(payDistribution, { id, balance_to_use: 0 })).error, undefined)
  here.clock.now = addSeconds(here.clock.now, 1_799)
  await here.run('purchase.expire_holds')
  equal((await mika.call(getDistribution, { id })).status, 'awaiting_payment')

  here.clock.now = addSeconds(here.clock.now, 1)
  await here.run('purchase.expire_holds')

  equal((await mika.call(getDistribution, { id })).status, 'draft')
  const late = await mika.call(payDistribution, { id, balance_to_use: 0 })
  equal(late.error?.code, 'quote_expired')
  equal((await mika.call(listDistributions, {})).total, 0)
  equal((await draft(mika, film, [1, 2])).fee, 1_000)
})

test('if a copy is missing when the fee is paid, nothing is given and the fee goes back', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { balance: 100 })
  const { id } = await draft(mika, film, [1, 2, 3])
  const { url } = await mika.call(payDistribution, { id, balance_to_use: 100 })
  const missing = film.tokens.get(3)!
  await here.app.db // as the dispute of its payment would do
    .updateTable('listing')
    .set({ status: 'delisted' })
    .where('asset_token_id', '=', missing)
    .execute()

  await payAt(url!, CARDS.pays)
  const { refund, status } = await waitUntil(
    () => mika.call(getDistribution, { id }),
    (one) => one.refund === 'done',
  )

  deepEqual([status, refund], ['failed', 'done'])
  deepEqual((await mika.call(getBalance, {})).total, 100)
  deepEqual((await mika.call(listPointDetails, { kind: 'distribution' })).items, [])
  const board = await here.call(listSerials, { id: film.kid })
  deepEqual(new Set(board.items.map((copy) => copy.status)), new Set(['not_listed']))
  equal((await here.call(getOffer, { id })).error?.code, 'not_found')
  ok((await mailSubjects(here, mika, 2)).some((subject) => subject.endsWith('could not start')))

  const again = await draft(mika, film, [1])
  const retry = await mika.call(payDistribution, { id: again.id, balance_to_use: 110 })
  equal(retry.error?.code, 'balance_not_enough')
})

test('an ended distribution gives nothing more, and its other copies are free again', async (t) => {
  const { here, mika, ren, aoi, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2], { allowed_asset_acquirers: ['ren', 'aoi'] })
  equal((await claim(ren, id)).status, 'settled')

  equal((await mika.call(endDistribution, { id })).status, 'ended')

  equal((await aoi.call(getOffer, { id })).reason, 'distribution_closed')
  equal((await aoi.call(purchaseForFree, claimOf(film, 2))).error?.code, 'not_for_sale')
  equal((await mika.call(endDistribution, { id })).error?.code, 'distribution_closed')
  const offer = { listing_type: 'sale' as const, sale_price: 500 }
  const listed = await mika.call(listSerialsForSale, {
    ...offer,
    asset_token_ids: [film.tokens.get(2)!],
  })
  equal(listed.error, undefined)
  await waitUntil(
    async () => (await aoi.call(listSerials, { id: film.kid, from: 2, to: 2 })).items[0]!.status,
    (status) => status === 'buyable',
  )
  deepEqual(await ownersOf(here, film), ['Ren', 'Mika', 'Mika', 'Mika', 'Mika'])
})

test('the creator takes single copies back, sees who claimed which, and exports it', async (t) => {
  const { here, mika, ren, yuki, film } = await distributionFixtures(t)
  const id = await distribute(mika, film, [1, 2, 3], { allowed_asset_acquirers: [ren.email] })
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  await claim(ren, id)

  const { items, total } = await mika.call(listClaims, { id })
  deepEqual(
    items.map(({ number, username, email }) => [number, username, email]),
    [
      [2, 'Ren', ren.email],
      [1, null, null],
      [3, null, null],
    ],
  )
  equal(total, 3)
  equal((await mika.call(getDistribution, { id })).remaining, 1)
  equal((await yuki.call(listClaims, { id })).error?.code, 'not_found')
  const file = await fetch(`${here.url}/api/2.0/free_distribution_settings/${id}/export`, {
    headers: { authorization: `Bearer ${mika.token}` },
  })
  const text = await file.text()
  ok(text.includes(`2,Ren,${ren.email},`), text)
  ok(exportClaims.path.endsWith('/export'))
})

test('a fee taken back by the bank ends a distribution without claims, and is owed for one with claims', async (t) => {
  const { here, mika, ren, film } = await distributionFixtures(t)
  const disputed = async (numbers: number[]) => {
    const { id } = await draft(mika, film, numbers)
    const { purchase_id } = await mika.call(payDistribution, { id, balance_to_use: 0 })
    const { checkout_url } = await mika.call(getDistribution, { id })
    await payAt(checkout_url!, CARDS.pays)
    await waitForStatus(mika, id, 'done')
    const { checkout_id } = await here.app.db
      .selectFrom('purchase')
      .select('checkout_id')
      .where('id', '=', purchase_id)
      .executeTakeFirstOrThrow()
    return { id, intent: await paymentIntentOf(here, { id: checkout_id! }) }
  }
  const unclaimed = await disputed([1, 2])
  const lost = await openDispute(here, unclaimed.intent)
  await closeDispute(here, lost, 'lose')
  equal((await mika.call(getDistribution, { id: unclaimed.id })).status, 'revoked')
  deepEqual([await debtOf(mika), await mika.balance()], [0, 0])
  const fees = await platformAccount(here, 'fees')
  await closeDispute(here, lost, 'win') // the money came back: the operator returns it by hand
  equal((await mika.call(getDistribution, { id: unclaimed.id })).status, 'revoked')
  deepEqual([await debtOf(mika), await mika.balance()], [0, 0])
  equal((await platformAccount(here, 'fees')) - fees, 220)

  const claimed = await disputed([3, 4])
  equal((await claim(ren, claimed.id)).status, 'settled')
  const dispute = await openDispute(here, claimed.intent)
  await closeDispute(here, dispute, 'lose')
  equal((await mika.call(getDistribution, { id: claimed.id })).status, 'done')
  equal(await debtOf(mika), 220)
  await closeDispute(here, dispute, 'win')
  equal(await debtOf(mika), 0)
})

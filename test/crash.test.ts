import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import {
  cancelPurchase,
  getPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { getDistribution, payDistribution } from '#src/sales/distribution/distribution.shared.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { beginUpload, completeUpload, type Upload } from '#src/media/upload/upload.shared.ts'
import {
  controlProvider,
  payAt,
  stateOf,
  repeatCheckoutJob,
  releaseUnasked,
} from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import { acrossCrash, type CrashApp, crashSuite } from './crash-app.ts'
import { claimOf, draft } from './distributions.ts'
import type { Person } from './people.ts'
import { rentalTitle } from './rentals.ts'
import { createTitle } from './titles.ts'
import { tinyFilm } from './unusual-files.ts'
import { uploadForm, type TestFile, putFile, smallFiles, storedKeys, uploadOf } from './uploads.ts'
import { waitUntil } from './test-app.ts'

const BACK_SECONDS = 60 // the time within which everything must be finished after a restart
const PRICE = 2_400
const BALANCE = 500
const [NUMBER, TO_RENT] = [3, 4]

/** Adds to an app a title for sale and for rent, and a buyer whose balance covers a part. */
async function addFixtures(here: CrashApp, balance = BALANCE) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const prices = { price: PRICE, rent_price: PRICE }
  const film = await rentalTitle(here, mika, { copies: 5, for_sale: NUMBER, ...prices })
  const { events } = await controlProvider(here, {})
  return { here, mika, ren, film, key: randomUUID() as string, earlier: events.length }
}

type Fixtures = Awaited<ReturnType<typeof addFixtures>>

/** The outcome of a request during which the process died. */
const assertLost = async (answer: Promise<unknown>) =>
  equal(await answer.catch(() => 'lost'), 'lost')

/** Asserts that there is one purchase, and that the provider captured and refunded these amounts once. */
async function assertEndState(
  { here, ren, film, earlier }: Pick<Fixtures, 'here' | 'ren' | 'film' | 'earlier'>,
  reply: { purchase_id: string; id: string },
  end: { status: string; captured: number; refunded: number; sold: boolean },
) {
  const state = () => stateOf(here, reply)
  deepEqual(await waitUntil(state, ({ status }) => status === end.status, BACK_SECONDS), end)
  await repeatCheckoutJob(here, reply.id)
  deepEqual(await state(), end)
  deepEqual(await purchasesOf(here, ren), [{ id: reply.purchase_id, kid: film.kid }])
  const { events } = await controlProvider(here, {})
  const countEvents = (type: string) =>
    events.slice(earlier).filter((event) => event.type === type).length
  equal(countEvents('payment_intent.succeeded'), end.captured > 0 ? 1 : 0)
  equal(countEvents('charge.refunded'), end.refunded > 0 ? 1 : 0)
  const { total, reserved_for_purchase } = await ren.call(getBalance, {})
  deepEqual([total, reserved_for_purchase], [end.status === 'settled' ? 0 : BALANCE, 0])
}

/** Asserts that one rental runs and was paid once. */
async function assertOneRental({ here, mika, film }: Fixtures, id: string) {
  const rows = here.app.db.selectFrom('rental').where('kid', '=', film.kid)
  const rentals = await rows.select(['id', 'number', 'status']).execute()
  deepEqual(rentals, [{ id, number: TO_RENT, status: 'active' }])
  equal(await mika.balance(), 2_160)
}

const purchasesOf = ({ app }: CrashApp, { account_id }: Person) =>
  app.db.selectFrom('purchase').select(['id', 'kid']).where('buyer', '=', account_id).execute()

const SOLD = { status: 'settled', captured: PRICE - BALANCE, refunded: 0, sold: true }

// oxfmt-ignore
const whileOrdering = [
  ['purchase.placing', 'before the hold is written'],
  ['purchase.reserved', 'between the hold and the card page'],
  ['checkout.opened', 'when the provider has opened the page and the app has not stored it'],
  ['checkout.stored', 'with the page stored and the reply not sent'],
] as const
// oxfmt-ignore
const whileSettling = [
  ['purchase.settling', 'before the deal is written'],
  ['purchase.paid', 'with the deal written and its job not finished'],
] as const
// oxfmt-ignore
const whilePaying = [
  ['webhook.read', 'before the webhook is stored'],
  ['webhook.stored', 'with the webhook stored and the reply not sent'],
  ...whileSettling,
] as const
// oxfmt-ignore
const whileGiving = [
  ['distribution.requested', 'with the copies locked and no card page'],
  ['checkout.stored', 'with the card page stored and the reply not sent'],
  ['purchase.settling', 'before the fee is written'],
  ['purchase.paid', 'with the fee written and its job not finished'],
  ['distribution.executing', 'before the copies are open'],
  ['distribution.executed', 'with the copies open and their job not finished'],
  ['distribution.claiming', 'before a claim is written'],
  ['distribution.claimed', 'with a claim written and the reply not sent'],
] as const
// oxfmt-ignore
const whileRefunding = [
  ['purchase.refunding', 'when the provider has refunded and the app has not stored it'],
  ['purchase.refunded', 'with the refund written and its job not finished'],
] as const
// oxfmt-ignore
const allFromBalance = [
  ['purchase.placing', 'before the deal is written'],
  ['purchase.settled', 'with the deal written and the reply not sent'],
] as const
// oxfmt-ignore
const whileProcessing = [
  ['upload.completed', 'with the files complete and the reply not sent'],
  ['upload.assembled', 'when storage has the file and the app has not stored it'],
  ['upload.sniffed', 'with the files inspected'],
  ['rendition.begun', 'with a part of the video encoded'],
  ['rendition.audio', 'with the sound encoded'],
  ['rendition.360p', 'with the video encoded'],
  ['upload.minting', 'before the numbers are written'],
  ['upload.minted', 'with the numbers written and their job not finished'],
  ['upload.listing', 'before the listings are written'],
  ['upload.listed', 'with the copies listed and their job not finished'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  let large: TestFile // takes a while to encode
  let tiny: TestFile
  before(async () => {
    large = (await smallFiles()).film
    tiny = { name: 'tiny.mp4', type: 'video/mp4', bytes: await tinyFilm() }
  })

  for (const [failpoint, when] of whileProcessing)
    test(`UP-06 an upload continues and becomes one title if the process is killed ${when}`, async (t) =>
      publishAcrossCrash(await open(t, failpoint), failpoint === 'rendition.begun' ? large : tiny))

  for (const [failpoint, when] of whileGiving)
    test(`FD-02 copies are given for one fee if the process is killed ${when}`, async (t) =>
      giveAcrossCrash(await open(t, failpoint)))

  for (const [failpoint, when] of whilePaying)
    test(`SL-04 one payment settles one sale if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film, key } = fixtures
      const reply = await ren.call(purchaseSerial, film.order(NUMBER, BALANCE), key)
      await payAt(reply.url, CARDS.pays).catch(() => {})
      await here.waitForCrashAndRestart()
      await assertEndState(fixtures, reply, SOLD)
      deepEqual(await ren.call(purchaseSerial, film.order(NUMBER, BALANCE), key), reply)
    })

  for (const [failpoint, when] of whileSettling)
    test(`RN-01 one payment starts one rental if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film, key } = fixtures
      const rent = () => ren.call(rentSerial, film.rent(TO_RENT, BALANCE), key)
      const reply = await rent()
      await payAt(reply.url, CARDS.pays).catch(() => {})
      await here.waitForCrashAndRestart()
      const { rental_id, id } = reply
      await assertEndState(fixtures, { purchase_id: rental_id, id }, { ...SOLD, sold: false })
      await assertOneRental(fixtures, rental_id)
      deepEqual(await rent(), reply)
    })

  for (const [failpoint, when] of whileRefunding)
    test(`RT-26 a late payment is refunded once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film, key } = fixtures
      const reply = await ren.call(purchaseSerial, film.order(NUMBER, BALANCE), randomUUID())
      await controlProvider(here, { do: 'pause' })
      await payAt(reply.url, CARDS.pays)
      const copy = { kid: film.kid, serial_number: NUMBER }
      await releaseUnasked(here, reply, ren)
      await here.waitForCrashAndRestart()
      const captured = PRICE - BALANCE
      const end = { status: 'refunded', captured, refunded: captured, sold: false }
      await assertEndState(fixtures, reply, end)
      equal((await ren.call(cancelPurchase, copy, key)).status, 'refunded')
    })

  for (const [failpoint, when] of whileOrdering)
    test(`SL-04 a repeated order pays once and buys one copy if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film, key } = fixtures
      const order = () => ren.call(purchaseSerial, film.order(NUMBER, BALANCE), key)
      await assertLost(order())
      await here.waitForCrashAndRestart()
      const reply = await order()
      deepEqual(await order(), reply)
      await payAt(reply.url, CARDS.pays)
      await assertEndState(fixtures, reply, SOLD)
    })

  for (const [failpoint, when] of allFromBalance)
    test(`SL-03 a repeated purchase from balance is paid once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint), PRICE)
      const { here, ren, mika, film, key } = fixtures
      const order = () => ren.call(purchaseForFree, film.order(NUMBER, PRICE), key)
      await assertLost(order())
      await here.waitForCrashAndRestart()
      const reply = await order()
      deepEqual(await order(), reply)
      equal((await ren.call(getPurchase, { id: reply.purchase_id })).status, 'settled')
      deepEqual(await purchasesOf(here, ren), [{ id: reply.purchase_id, kid: film.kid }])
      deepEqual([await ren.balance(), await mika.balance()], [0, 2_160])
    })

  for (const [failpoint, when] of allFromBalance)
    test(`RN-01 a repeated rental from balance is paid once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint), PRICE)
      const { here, ren, film, key } = fixtures
      const rent = () => ren.call(rentForFree, film.rent(TO_RENT, PRICE), key)
      await assertLost(rent())
      await here.waitForCrashAndRestart()
      const reply = await rent()
      deepEqual(await rent(), reply)
      deepEqual(await purchasesOf(here, ren), [{ id: reply.rental_id, kid: film.kid }])
      await assertOneRental(fixtures, reply.rental_id)
      equal(await ren.balance(), 0)
    })

  test('RT-26 nothing is charged if the process is killed after a hold was released and before the reply', async (t) => {
    const fixtures = await addFixtures(await open(t, 'purchase.canceled'))
    const { here, ren, film, key } = fixtures
    const { purchase_id, id } = await ren.call(purchaseSerial, film.order(NUMBER, BALANCE), 'one')
    const cancel = () => ren.call(cancelPurchase, { kid: film.kid, serial_number: NUMBER }, key)
    await assertLost(cancel())
    await here.waitForCrashAndRestart()
    deepEqual(await cancel(), { purchase_id, status: 'canceled', order_copies: 1 })
    const end = { status: 'canceled', captured: 0, refunded: 0, sold: false }
    await assertEndState(fixtures, { purchase_id, id }, end)
  })
})

/** Uploads a film to an app that dies on it, and asserts that finished renditions are kept. */
async function publishAcrossCrash(here: CrashApp, film: TestFile) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const brand = await mika.call(createBrand, { name: mika.name, account: mika.name.toLowerCase() })
  const edition = { total_copies: 12, start_serial_number: 101 }
  const terms = { brand_id: brand.id, creator_royalty_rate: 10, min_sellable_price: 10 }
  const asked = uploadForm(mika, film, { ...edition, ...terms, sale_price: PRICE })
  const { uuid, kid, asset } = await mika.call(beginUpload, asked)
  equal((await putFile(asset, film.bytes)).status, 200)
  const complete = () => mika.call(completeUpload, { upload_id: asset.upload_id })
  const first = await complete().catch(() => undefined)
  const rows = here.app.db
    .selectFrom('rendition')
    .selectAll()
    .where('kid', '=', kid)
    .orderBy('name')
  const finishedRenditions = () => rows.where('is_whole', '=', true).execute()
  await here.waitForCrashAndRestart()
  const kept = await finishedRenditions()
  if (!first) equal((await complete()).error, undefined)

  const look = () => uploadOf(mika, uuid)
  const isOver = ({ status, listed_at }: Upload) => status === 'done' && listed_at !== null
  const upload = await waitUntil(look, isOver, BACK_SECONDS)

  equal(upload.status, 'done', JSON.stringify(upload))
  deepEqual(upload.minted, { copies_count: 12, first_number: 101 })
  const after = await finishedRenditions()
  deepEqual(
    after.map(({ name }) => name),
    ['360p', 'audio'],
  )
  deepEqual(
    after.filter(({ id }) => kept.some((row) => row.id === id)),
    kept,
  )
  const serials = await here.app.db
    .selectFrom('serial')
    .select('number')
    .where('kid', '=', kid)
    .orderBy('number')
    .execute()
  deepEqual(
    serials.map(({ number }) => number),
    Array.from({ length: 12 }, (_, i) => 101 + i),
  )
  const offers = await here.app.db
    .selectFrom('listing')
    .select('sale_price')
    .where('kid', '=', kid)
    .execute()
  deepEqual(
    offers.map(({ sale_price }) => sale_price),
    Array.from({ length: 12 }, () => PRICE),
    'each copy is listed once',
  )
  const folders = (await storedKeys(here.integrations, `media/${kid}/`)).map(
    (key) => key.split('/')[3],
  )
  equal(new Set(folders.filter(Boolean)).size, 2)
}

/** Pays a fee of 220 yen and claims a copy across a crash; each request is repeated with its key. */
async function giveAcrossCrash(here: CrashApp) {
  const { length: earlier } = (await controlProvider(here, {})).events
  const transfers = here.app.db
    .selectFrom('ledger_transfer')
    .where('reason', '=', 'distribution_fee')
  const fees = async () => (await transfers.select('amount').execute()).map(({ amount }) => amount)
  const earlierFees = await fees()
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3 })
  const { id } = await draft(mika, film, [1, 2])
  const { sent, restart } = acrossCrash(here)
  const keys = { pay: randomUUID(), claim: randomUUID() }
  const paid = await sent(() => mika.call(payDistribution, { id, balance_to_use: 0 }, keys.pay))
  await sent(() => payAt(paid.url!, CARDS.pays))
  await waitUntil(
    () => mika.call(getDistribution, { id }).catch(() => undefined),
    (seen) => seen?.status === 'done',
    BACK_SECONDS,
  )
  const wanted = claimOf(film, 1)
  const claimed = await sent(() => ren.call(purchaseForFree, wanted, keys.claim))
  await restart
  deepEqual(await ren.call(purchaseForFree, wanted, keys.claim), claimed)
  const end = await mika.call(getDistribution, { id })
  deepEqual([end.status, end.claimed, end.remaining, end.refund], ['done', 1, 1, null])
  deepEqual(await fees(), [...earlierFees, 220])
  const { events } = await controlProvider(here, {})
  const paidTimes = events.slice(earlier).filter(({ type }) => type === 'payment_intent.succeeded')
  equal(paidTimes.length, 1)
}

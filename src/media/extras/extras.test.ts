import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import {
  addExtra,
  extraForm,
  extraOutcome,
  ownExtra,
  pdfFile,
  sendExtra,
  waitForExtra,
} from '../../../test/extras.ts'
import { claim, giveOne } from '../../../test/gifts.ts'
import type { Person } from '../../../test/people.ts'
import { giveCopy } from '../../../test/playback-fixtures.ts'
import { listForRent, rentalTitle } from '../../../test/rentals.ts'
import { countOutcomes, tenTimes, testApp, waitUntil } from '../../../test/test-app.ts'
import { accept, offer, openToTrade } from '../../../test/trades.ts'
import { createTitle, listForSale, type TitleOptions } from '../../../test/titles.ts'
import { putFile, storedKeys } from '../../../test/uploads.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { restoreAsset, withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { beginExtra, listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import { abortUpload, completeUpload, retryUpload } from '#src/media/upload/upload.shared.ts'
import {
  EXTRAS_MAX,
  listExtraCounts,
  listExtras,
  orderExtras,
  removeExtra,
  updateExtra,
} from './extra.shared.ts'
import { multirangeOf, numbersText } from './numbers.ts'
import { authorizeExtra } from './right.ts'

const UNLISTED = { price: undefined }
const KEYS = ['can_open', 'for_renters', 'id', 'kind', 'name', 'note', 'numbers']

/** Opens a test app with Mika's title, all copies for sale, and people with money. */
async function appWithTitle(t: TestContext, options: TitleOptions = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000, role: 'ORH' }),
  ]
  const film = await createTitle(here, mika, {
    copies: 20,
    price: 1_000,
    secondary_sale_enabled: true,
    ...options,
  })
  return { here, mika, ren, aoi, film }
}

test('EX-01 EX-02 a buyer of one of the numbers gets the extra, other buyers and guests do not', async (t) => {
  const { here, mika, ren, aoi, film } = await appWithTitle(t)
  const eve = await here.person('Eve', { balance: 5_000 })
  const id = await addExtra(mika, film.kid, pdfFile(), {
    name: 'Production notes',
    note: 'Twelve pages.',
    numbers: '1-10, 15',
  })
  await ren.call(purchaseForFree, film.order(7, 1_000))
  await aoi.call(purchaseForFree, film.order(15, 1_000))
  await eve.call(purchaseForFree, film.order(11, 1_000))

  const outcomes = Object.fromEntries(
    await Promise.all(
      Object.entries({ mika, ren, aoi, eve, guest: undefined }).map(
        async ([name, who]) => [name, await extraOutcome(here, id, who)] as const,
      ),
    ),
  )
  deepEqual(outcomes, {
    mika: 'done',
    ren: 'done',
    aoi: 'done',
    eve: 'extra_not_yours',
    guest: 'not_signed_in',
  })

  const shown = async (who: { call: typeof here.call }) =>
    (await who.call(listExtras, { id: film.kid })).items
  const [seen] = await shown(here)
  deepEqual(Object.keys(seen!).toSorted(), KEYS, 'nothing else is public')
  deepEqual(
    { ...seen, id: undefined },
    {
      id: undefined,
      kind: 'pdf',
      name: 'Production notes',
      note: 'Twelve pages.',
      numbers: '1-10, 15',
      for_renters: false,
      can_open: false,
    },
  )
  deepEqual([(await shown(ren))[0]!.can_open, (await shown(eve))[0]!.can_open], [true, false])
  const asGuest = await mika.call(listExtras, { id: film.kid, as: 'guest' })
  equal(asGuest.items[0]!.can_open, false)
  deepEqual((await ren.call(listExtraCounts, {})).items, [{ kid: film.kid, count: 1 }])
  deepEqual((await eve.call(listExtraCounts, {})).items, [])
  deepEqual((await mika.call(listExtraCounts, {})).items, [], 'only of copies that one holds')
})

test('EX-03 after a resale, a trade and a gift the next owner gets the extra at once, and the former no more', async (t) => {
  const { here, mika, ren, aoi, film } = await appWithTitle(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const yuki = await here.person('Yuki')
  const id = await addExtra(mika, film.kid, pdfFile(), { numbers: '7' })
  const have = (who: typeof ren) => extraOutcome(here, id, who)
  await ren.call(purchaseForFree, film.order(7, 1_000))
  equal(await have(ren), 'done')

  const no7 = film.tokens.get(7)!
  await listForSale(here, ren, [no7], 1_500)
  equal(await have(ren), 'done', 'while it is for sale, its owner keeps it')
  const resale = { ...film.order(7, 1_500), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseForFree, { ...resale, asset_sale_price: 1_500 })).error, undefined)
  deepEqual([await have(ren), await have(aoi)], ['extra_not_yours', 'done'])

  await ren.call(purchaseForFree, film.order(8, 1_000))
  await here.app.db.updateTable('asset').set({ trade_enabled: true }).execute()
  const [mine, theirs] = [
    { token: film.tokens.get(8)!, owner: ren },
    { token: no7, owner: aoi },
  ]
  await openToTrade(here, theirs)
  equal((await offer(mine, theirs)).error, undefined)
  equal((await accept(mine, theirs)).error, undefined)
  deepEqual([await have(ren), await have(aoi)], ['done', 'extra_not_yours'])

  await sora.call(changeSettings, { version: 0, reason: 'a trial', gift_enabled: true })
  const gift = await giveOne(ren, film, 7)
  equal(await have(ren), 'done', 'until the gift is claimed')
  equal((await claim(yuki, gift)).error, undefined)
  deepEqual([await have(ren), await have(yuki)], ['extra_not_yours', 'done'])
})

test('EX-04 a renter gets an extra only if its creator says so, and its owner not meanwhile', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await rentalTitle(here, mika, { copies: 3 })
  const [kept, shared] = [
    await addExtra(mika, film.kid, pdfFile(), { name: 'For owners' }),
    await addExtra(mika, film.kid, pdfFile(), { name: 'For renters too', for_renters: true }),
  ]
  const other = await addExtra(mika, film.kid, pdfFile(), { numbers: '2', for_renters: true })
  equal((await ren.call(rentForFree, film.rent(1, 300))).error, undefined)
  const outcomes = async (who: typeof ren) =>
    Promise.all([kept, shared, other].map((id) => extraOutcome(here, id, who)))
  deepEqual(await outcomes(ren), ['extra_not_yours', 'done', 'extra_not_yours'])
  deepEqual((await ren.call(listExtraCounts, {})).items, [{ kid: film.kid, count: 1 }])

  here.clock.now = addSeconds(here.clock.now, 3 * DAY_SECONDS)
  deepEqual(await outcomes(ren), ['extra_not_yours', 'extra_not_yours', 'extra_not_yours'])
  equal(await extraOutcome(here, kept, mika), 'done', 'the creator always')
})

test('EX-04 while an owner rents a copy out, its extras rest with the copy', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  const id = await addExtra(mika, film.kid)
  equal((await aoi.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  const lent = { tokens: new Map([[1, film.tokens.get(1)!]]) }
  await listForRent(here, aoi, lent, { rent_price: 300, days: 3 })
  equal(await extraOutcome(here, id, aoi), 'done', 'while nobody rents it')
  const rent = {
    kid: film.kid,
    asset_token_id: film.tokens.get(1)!,
    owner_account_id: aoi.account_id,
    asset_rent_price: 300,
    rental_period_seconds: 3 * DAY_SECONDS,
    balance_to_use: 300,
    lang: 'en' as const,
  }
  equal((await ren.call(rentForFree, rent)).error, undefined)
  equal(await extraOutcome(here, id, aoi), 'rented_out')
  deepEqual((await aoi.call(listExtraCounts, {})).items, [])
  equal((await aoi.call(purchaseForFree, film.order(2, 1_000))).error, undefined)
  equal(await extraOutcome(here, id, aoi), 'done', 'with another copy')
})

test('EX-05 the region of a title is that of its extras, and a withdrawn title keeps them from all but its creator', async (t) => {
  const { here, mika, ren, film } = await appWithTitle(t, UNLISTED)
  const id = await addExtra(mika, film.kid)
  equal((await mika.call(withdrawAsset, { kid: film.kid })).error, undefined)
  deepEqual(
    [await extraOutcome(here, id, mika), await extraOutcome(here, id, ren)],
    ['done', 'not_found'],
  )
  equal((await ren.call(listExtras, { id: film.kid })).error?.code, 'not_found')
  await mika.call(restoreAsset, { kid: film.kid })

  await giveCopy(here, film.tokens.get(3)!, ren)
  await here.app.db.updateTable('asset').set({ only_japan_accessible: true }).execute()
  const viewer = { account_id: ren.account_id, country: 'JP', now: here.clock.now }
  equal((await authorizeExtra(here.app.db, viewer, id)).id, id)
  for (const account_id of [ren.account_id, mika.account_id])
    await rejects(authorizeExtra(here.app.db, { ...viewer, account_id, country: 'US' }, id), {
      code: 'region_unavailable',
    })
})

test('EX-06 the files of a removed title’s extras are deleted with it', async (t) => {
  const { here, mika, film } = await appWithTitle(t, UNLISTED)
  const id = await addExtra(mika, film.kid)
  const keys = () => storedKeys(here.integrations, `extras/${film.kid}/`)
  deepEqual(await keys(), [`extras/${film.kid}/${id}`])
  await mika.call(withdrawAsset, { kid: film.kid })
  const before = here.clock.now
  here.clock.now = addSeconds(before, 31 * DAY_SECONDS)
  await here.run('upload.remove_withdrawn')
  here.clock.now = before // when sessions still last
  deepEqual(await waitUntil(keys, (left) => left.length === 0), [])
  equal(await extraOutcome(here, id, mika), 'not_found')
})

test('EX-07 the creator renames, renumbers and orders extras, and other creators do not', async (t) => {
  const { here, mika, ren, aoi, film } = await appWithTitle(t, UNLISTED)
  const { kid } = film
  const id = await addExtra(mika, kid, pdfFile(), { numbers: '1-10' })
  const second = await addExtra(mika, kid, pdfFile(), { name: 'Poster notes' })
  await giveCopy(here, film.tokens.get(7)!, ren)
  equal(await extraOutcome(here, id, ren), 'done')
  deepEqual(await countsOf(mika, kid, id), [1, 1])
  equal(await extraOutcome(here, id, mika), 'done')
  deepEqual(await countsOf(mika, kid, id), [1, 1], 'without the creator')

  const changed = await mika.call(updateExtra, {
    kid,
    id,
    name: 'Notes, corrected',
    numbers: '9, 8',
  })
  deepEqual([changed.name, changed.numbers], ['Notes, corrected', '8-9'])
  equal(await extraOutcome(here, id, ren), 'extra_not_yours', 'its number has it no more')
  deepEqual(await countsOf(mika, kid, id), [0, 1])
  const all = await mika.call(updateExtra, { kid, id, numbers: null, note: '' })
  deepEqual([all.name, all.numbers], ['Notes, corrected', null], 'the rest stays')
  equal(await extraOutcome(here, id, ren), 'done')

  const ordered = await mika.call(orderExtras, { kid, ids: [second, id] })
  deepEqual(
    ordered.items.map((item) => item.id),
    [second, id],
  )
  for (const ids of [[id], [id, id], [id, second, crypto.randomUUID()]])
    equal((await mika.call(orderExtras, { kid, ids })).error?.code, 'changed_elsewhere')
  for (const numbers of ['21', '0-3', '10-1', 'seven', ' ', '7-'])
    equal((await mika.call(updateExtra, { kid, id, numbers })).error?.params.field, 'numbers')

  for (const who of [aoi]) {
    equal((await who.call(updateExtra, { kid, id, name: 'Mine' })).error?.code, 'forbidden')
    equal((await who.call(orderExtras, { kid, ids: [id, second] })).error?.code, 'forbidden')
    equal(await removal(who, kid, id), 'forbidden')
    equal((await who.call(listOwnExtras, { kid })).error?.code, 'forbidden')
    equal((await who.call(beginExtra, extraForm(kid, pdfFile()))).error?.code, 'forbidden')
  }
  const own = await createTitle(here, aoi)
  equal((await aoi.call(updateExtra, { kid: own.kid, id, name: 'Mine' })).error?.code, 'not_found')
  equal(await removal(aoi, own.kid, id), 'not_found')
})

/** Removes an extra and returns the code of the refusal. A reply without content has none. */
async function removal(who: Person, kid: string, id: string) {
  const answer: unknown = await who.call(removeExtra, { kid, id })
  return (answer as { error: { code: string } } | undefined)?.error.code
}

async function countsOf(mika: Person, kid: string, id: string) {
  const extra = await ownExtra(mika, kid, id)
  return [extra?.holders_count, extra?.opened_count]
}

test('EX-08 a removed extra is lost to its holders at once, its file is deleted, and its record stays', async (t) => {
  const { here, mika, ren, film } = await appWithTitle(t, UNLISTED)
  const { kid } = film
  const id = await addExtra(mika, kid)
  await giveCopy(here, film.tokens.get(1)!, ren)
  const outcomes = countOutcomes(
    await Promise.all(tenTimes(() => mika.call(removeExtra, { kid, id }))),
  )
  deepEqual(outcomes, { done: 10 })
  equal(await extraOutcome(here, id, ren), 'not_found')
  deepEqual((await ren.call(listExtras, { id: kid })).items, [])
  const keys = () => storedKeys(here.integrations, 'extras/')
  deepEqual(await waitUntil(keys, (left) => left.length === 0), [])
  const events = await here.app.db
    .selectFrom('event')
    .select('to_status')
    .where('subject_id', '=', id)
    .where('subject', '=', 'extra')
    .orderBy('id')
    .execute()
  deepEqual(
    events.map(({ to_status }) => to_status),
    ['preparing', 'ready', 'removed'],
  )
  equal((await mika.call(updateExtra, { kid, id, name: 'Back' })).error?.code, 'not_found')
})

test('EX-09 of ten extras begun at once for the last place, one is taken', async (t) => {
  const { mika, film } = await appWithTitle(t)
  const { kid } = film
  for (let i = 1; i < EXTRAS_MAX; i++) await mika.call(beginExtra, extraForm(kid, pdfFile()))
  const outcomes = countOutcomes(
    await Promise.all(tenTimes(() => mika.call(beginExtra, extraForm(kid, pdfFile())))),
  )
  deepEqual(outcomes, { done: 1, too_many_extras: 9 })
  const { items } = await mika.call(listOwnExtras, { kid })
  equal(items.length, EXTRAS_MAX)
  await mika.call(abortUpload, { uuid: items[0]!.id })
  equal((await mika.call(listOwnExtras, { kid })).items.length, EXTRAS_MAX - 1)
  equal((await mika.call(beginExtra, extraForm(kid, pdfFile()))).error, undefined)
})

test('EX-09 a file above the limit of its kind, and numbers that the title does not have, are refused', async (t) => {
  const { mika, film } = await appWithTitle(t)
  const form = extraForm(film.kid, pdfFile())
  const refusal = async (more: Partial<typeof form> & Record<string, unknown>) =>
    (await mika.call(beginExtra, { ...form, ...more })).error
  deepEqual(await refusal({ file_size: 20_000_001 }), {
    code: 'extra_too_large',
    params: { megabytes: 20 },
  })
  equal((await refusal({ kind: 'clip', file_size: 500_000_001 }))?.code, 'extra_too_large')
  equal((await refusal({ numbers: '1-21' }))?.params.field, 'numbers')
  equal((await refusal({ name: ' ' }))?.params.field, 'name')
  equal((await refusal({ note: 'x'.repeat(301) }))?.params.field, 'note')
  const begun = await mika.call(beginExtra, form)
  equal((await putFile(begun.file, pdfFile(10).bytes)).status, 403, 'another file than announced')
  equal(
    (await mika.call(completeUpload, { upload_id: begun.file.upload_id })).error?.code,
    'upload_incomplete',
  )
})

test('EX-10 an extra is not seen before it is ready, and a cancelled one leaves nothing', async (t) => {
  const { here, mika, film } = await appWithTitle(t)
  const { kid } = film
  const { id, file } = await mika.call(beginExtra, extraForm(kid, pdfFile()))
  deepEqual((await mika.call(listExtras, { id: kid })).items, [])
  equal(await extraOutcome(here, id, mika), 'not_found')
  equal(await removal(mika, kid, id), 'not_found')
  equal((await ownExtra(mika, kid, id))?.upload?.status, 'uploading')
  equal((await mika.call(updateExtra, { kid, id, name: 'Renamed' })).name, 'Renamed')
  await putFile(file, pdfFile().bytes)
  await mika.call(abortUpload, { uuid: id })
  const left = async () => [
    ...(await storedKeys(here.integrations, 'uploads/')),
    ...(await here.app.db.selectFrom('extra').select('id').execute()),
  ]
  deepEqual(await waitUntil(left, (all) => all.length === 0), [])
})

test('EX-10 an extra that nobody goes on uploading ends after a day', async (t) => {
  const { here, mika, film } = await appWithTitle(t)
  const { id } = await mika.call(beginExtra, extraForm(film.kid, pdfFile()))
  const { upload } = (await ownExtra(mika, film.kid, id))!
  equal(upload?.kept_until, addSeconds(here.clock.now, 24 * 3_600).toISOString())
  here.clock.now = addSeconds(here.clock.now, 25 * 3_600)
  await here.run('upload.tend')
  const left = () => ownExtra(mika, film.kid, id)
  equal(await waitUntil(left, (extra) => extra === undefined), undefined)
})

test('EX-10 a failed extra can be tried again', async (t) => {
  const { here, mika, film } = await appWithTitle(t)
  const cut = { ...pdfFile(), bytes: pdfFile().bytes.subarray(0, 40) }
  const id = await sendExtra(mika, film.kid, cut)
  const failed = await waitForExtra(mika, film.kid, id)
  deepEqual([failed?.upload?.status, failed?.upload?.failure], ['failed', 'media_broken'])
  equal(failed?.upload?.kept_until, addSeconds(here.clock.now, 7 * 86_400).toISOString())
  equal((await mika.call(retryUpload, { uuid: id })).status, 'queued')
  equal((await waitForExtra(mika, film.kid, id))?.upload?.status, 'failed')
})

test('numbers as people write them', () => {
  const edition = { first_number: 1, copies_count: 100 }
  equal(multirangeOf('1-10, 77', edition), '{[1,10],[77,77]}')
  equal(multirangeOf('１〜３、７', edition), '{[1,3],[7,7]}')
  equal(multirangeOf(null, edition), null)
  equal(numbersText('{[1,11),[77,78)}'), '1-10, 77')
  equal(numbersText(null), null)
})

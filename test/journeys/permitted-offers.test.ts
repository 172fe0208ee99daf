import { deepEqual, doesNotMatch, equal, match, notDeepEqual, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { getAsset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { rentingOutIn, resaleIn, tradesIn, unbuiltIn, unbuiltInDeal } from '../absent-words.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { openChromium } from '../chromium.ts'
import { textOf, textOfPdf } from '../page-text.ts'
import type { Person } from '../people.ts'
import { makePlayable } from '../playback-fixtures.ts'
import { listForRent, rentalTitle } from '../rentals.ts'
import { testApp, waitUntil } from '../test-app.ts'
import { listForSale } from '../titles.ts'

const pages = await builtPages()

/** The words of the permission itself and of its royalty, which the form of a title always offers. */
const PERMISSIONS =
  /Resell their copy|Royalty on resales|Your share when an owner resells a copy|所有する番号を再販する|再販時のロイヤリティ|所有者が再販したとき/g

/** The sentence that tells owners what a creator does not allow. */
const FORBIDDEN =
  /Not allowed by the creator: [^.]*\.|クリエイターが許可していないこと：((再販|所有者による貸し出し|トレード)、?)+/g

/** The types of entries by which people filter their balance, and of offers by which they filter titles. */
const TYPES = /RentalTradeDistribution|レンタルトレード配布|RentTrade|レンタルトレード/g

/** Opens a test app with a title of four copies: Nos. 1 and 2 for sale, the others for rent. */
async function openFixtures(t: TestContext, allowed: { resale: boolean; rental: boolean }) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await rentalTitle(here, mika, {
    copies: 4,
    for_sale: 2,
    secondary_sale_enabled: allowed.resale,
    secondary_rental_enabled: allowed.rental,
    trade_enabled: false,
  })
  return { here, mika, film, ren: await here.person('Ren', { balance: 9_000 }) }
}

for (const allowed of [
  { resale: false, rental: false },
  { resale: true, rental: false },
  { resale: false, rental: true },
  { resale: true, rental: true },
])
  test(`RT-23 RT-24 UP-12 pages before paying speak of what the title allows: ${JSON.stringify(allowed)}`, async (t) => {
    const { here, film, ren } = await openFixtures(t, allowed)
    const { kid } = film
    await ren.call(purchaseForFree, film.order(1, 1_000))
    const buying = [`/asset/${kid}?no=2`, `/payment/purchase/${kid}?no=2`]
    const renting = [`/asset/rental/${kid}?no=3`, `/payment/rental/${kid}?no=3`]
    const own = [`/asset/${kid}?no=1`, `/asset/${kid}/serials`]
    const forbidden = [allowed.resale ? '' : 'resale', allowed.rental ? '' : 'rental by owners']
    const list = new Intl.ListFormat('en').format([...forbidden.filter(Boolean), 'trades'])
    for (const path of own)
      ok((await textOf(here, path, ren)).includes(`Not allowed by the creator: ${list}.`), path)
    for (const lang of ['en', 'ja'])
      for (const path of [...buying, ...renting, ...own]) {
        const text = (await textOf(here, path, ren, lang)).replaceAll(FORBIDDEN, '')
        const where = `${path} in ${lang}`
        const check = (found: string[], may: boolean) =>
          may ? notDeepEqual(found, [], where) : deepEqual(found, [], where)
        check([...unbuiltInDeal(text), ...tradesIn(text)], false)
        if (!allowed.resale || buying.includes(path)) check(resaleIn(text), allowed.resale)
        if (!allowed.rental || buying.includes(path)) check(rentingOutIn(text), allowed.rental)
      }
  })

test('SH-14 UP-12 if owners may not sell or rent out, no page, mail or paper of a title offers it', async (t) => {
  const { here, mika, film, ren } = await openFixtures(t, { resale: false, rental: false })
  await makePlayable(here, film.kid)
  const { kid } = film
  const { purchase_id: bought } = await ren.call(purchaseForFree, film.order(1, 1_000))
  const japanese = { ...film.order(2, 1_000), lang: 'ja' as const }
  equal((await ren.call(purchaseForFree, japanese)).error, undefined)
  const { rental_id: rented } = await ren.call(rentForFree, film.rent(4, 300))
  const { brand } = await here.call(getAsset, { id: kid })
  const title = `/asset/${kid}`
  const shop = [
    '/',
    '/?listing_type=sale',
    `/brand/${brand!.account}`,
    `/brand/${brand!.account}/sale`,
    `/brand/${brand!.account}/rental`,
    title,
    `${title}?no=1`,
    `/asset/rental/${kid}`,
    `/certificate/${film.tokens.get(1)}`,
  ]
  const own = [
    '/asset?view=covers',
    '/asset/rented',
    `/collected_contents/brands/${brand!.account}`,
    `${title}/watch`,
    `/receipts/${bought}`,
    `/receipts/${rented}`,
    `${title}/serials`,
    `/payment/purchase/success/-?purchase=${bought}`,
    `/payment/rental/success/-?purchase=${rented}`,
    `/payment/purchase/cancel/${kid}/3`,
    '/account/points',
  ]
  const made = [
    '/created',
    `${title}/created`,
    `${title}/preview`,
    `${title}/reserved`,
    `${title}/edit`,
    '/statistics',
    '/account/points',
  ]
  const visits: [Person | undefined, string[]][] = [
    [undefined, shop],
    [ren, [...shop, ...own]],
    [mika, [...shop, ...made]],
  ]
  const found: string[] = []
  const read = (where: string, text: string, isCreators = false) => {
    const ofTitle = text.replaceAll(TYPES, '').replaceAll(FORBIDDEN, '')
    const rest = isCreators ? ofTitle.replaceAll(PERMISSIONS, '') : ofTitle
    const words = [
      ...resaleIn(rest),
      ...(isCreators ? [] : [...rentingOutIn(rest), ...tradesIn(rest)]),
    ]
    found.push(...words.map((one) => `${where}: ${one}`))
  }
  for (const lang of ['en', 'ja'])
    for (const [who, paths] of visits)
      for (const path of paths)
        read(`${path} in ${lang}`, await textOf(here, path, who, lang), who === mika)
  const month = new Date(here.clock.now.getTime() + 9 * 3_600_000).toISOString().slice(0, 7) // in Japan
  for (const lang of ['en', 'ja']) {
    for (const id of [bought, rented])
      read(`receipt in ${lang}`, await textOfPdf(here, `/receipts/${id}.pdf?lang=${lang}`, ren))
    for (const who of [ren, mika]) {
      const statement = await textOfPdf(here, `/statements/${month}.pdf?lang=${lang}`, who)
      read(`statement of ${who.name} in ${lang}`, statement, who === mika)
      deepEqual(unbuiltIn(statement), [])
    }
  }
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (all) => all.length >= 3,
  )
  for (const { subject, text } of mails) read(subject, text)
  for (const { subject, text } of await here.inbox(mika.email)) read(subject, text, true)
  deepEqual(found, [])
})

test('AS-03 an owner is offered to rent out a copy only while the creator does not', async (t) => {
  const { here, mika, film, ren } = await openFixtures(t, { resale: true, rental: true })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  const ticket = () => textOf(here, `/asset/${film.kid}?no=1`, ren)

  match(await ticket(), /You can rent out No\. 1 when those rentals end/)
  doesNotMatch(await ticket(), /Rent out No\. 1/)
  const listed = [3, 4].map((number) => film.tokens.get(number)!)
  await mika.call(delistSerials, { asset_token_ids: listed })

  match(await ticket(), /Rent out No\. 1/)
})

test('AS-03 an owner who may no longer sell or rent out is offered to stop, and no other price', async (t) => {
  const { here, mika, film, ren } = await openFixtures(t, { resale: true, rental: true })
  const { kid, tokens } = film
  for (const number of [1, 2])
    equal((await ren.call(purchaseForFree, film.order(number, 1_000))).error, undefined)
  const mine = (number: number) => tokens.get(number)!
  await mika.call(delistSerials, { asset_token_ids: [mine(3), mine(4)] })
  await listForSale(here, ren, [mine(1)], 1_500)
  await listForRent(here, ren, { tokens: new Map([[2, mine(2)]]) }, { rent_price: 400, days: 2 })
  const page = await (await openChromium(here))(ren)
  const buttons = async () => {
    await page.goto(`/asset/${kid}/serials`)
    for (const number of [1, 2]) await page.getByRole('checkbox', { name: `No. ${number}` }).check()
    await page.getByRole('button', { name: 'Stop selling 1' }).waitFor()
    return page.getByRole('button', { name: /^(Change|Stop)/ }).allInnerTexts()
  }
  const stop = ['Stop selling 1', 'Stop renting out 1']
  deepEqual(
    (await buttons()).toSorted(),
    ['Change price of 1', 'Change rent of 1', ...stop].toSorted(),
  )
  await here.app.db
    .updateTable('asset')
    .set({ secondary_sale_enabled: false, secondary_rental_enabled: false })
    .execute()
  deepEqual((await buttons()).toSorted(), stop.toSorted())
})

test('BR-09 a draw is offered only while copies can be drawn', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2, { pages, now: new Date() })
  const { encrypted_id } = await make('Winter set', kids)
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const offers = async (who?: Person) =>
    /Draw copies at random/.test(await textOf(here, `/group/${encrypted_id}`, who))
  const copiesOf = (kid: string) =>
    here.app.db.selectFrom('serial').select('asset_token_id').where('kid', '=', kid).execute()

  equal(await offers(), true)
  equal(await offers(ren), true)
  equal(await offers(mika), false, 'nobody buys an own copy')
  const first = (await copiesOf(kids[0]!)).map(({ asset_token_id }) => asset_token_id)
  await mika.call(delistSerials, { asset_token_ids: first })
  await listForSale(here, mika, first, 700)
  equal(await offers(ren), false, 'the prices differ')
  await mika.call(delistSerials, { asset_token_ids: first })
  equal(await offers(ren), true, 'what is left costs the same')
  await mika.call(updateAsset, { kid: kids[1]!, sale_ending_at: '2020-01-01T00:00:00Z' })
  equal(await offers(aoi), false, 'the sale of what is left has ended')
})

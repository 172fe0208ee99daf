import { equal, ok } from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { builtPages } from '#src/app.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import type { Person } from '../people.ts'
import { cuesOf, waitUntilPlaying } from '../player.ts'
import { listForRent } from '../rentals.ts'
import { sendFiles, waitForUpload, smallFiles } from '../uploads.ts'
import { travelTo, type TestApp, testApp } from '../test-app.ts'

const pages = await builtPages()
const VTT = 'WEBVTT\n\n00:00.000 --> 00:03.000\nこんにちは\n'
const asset_subtitles = [{ language: 'ja', b64_data: Buffer.from(VTT).toString('base64') }]

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

/** Opens a test app with Mika's title of one file; Ren owns No. 2. */
async function openFixtures(t: TestContext, kind: 'film' | 'song' | 'picture') {
  const place = await testApp(t, { pages, now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const ren = await place.person('Ren')
  const trailer = kind === 'film' ? { trailer: files.film } : {}
  const { uuid, kid } = await sendFiles(
    mika,
    { asset: files[kind], ...trailer },
    { asset_subtitles },
  )
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const { asset_token_id } = await place.app.db
    .selectFrom('serial')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  const give = (to: Person) => transferCopy(place, asset_token_id, to)
  await give(ren)
  return { ...place, mika, ren, kid, give, tab: await openChromium(place) }
}

const transferCopy = ({ app, clock }: TestApp, asset_token_id: string, to: Person) =>
  inTx(app, (tx) => transferSerials(tx, [{ asset_token_id, to: to.account_id }], clock.now))

/** Returns the entropy of the video picture in bits: 0 if it is black. */
const bitsOf = async (page: Page) =>
  (await sharp(await page.locator('video').screenshot()).stats()).entropy

test('a film plays for those who may watch it', async (t) => {
  const place = await openFixtures(t, 'film')
  await t.test('AS-02 a guest sees the trailer in place of the film', () =>
    assertTrailerPlays(place),
  )
  await t.test(
    'AS-13 its owner sees the ownership notice and then the film, with either kind of encryption',
    () => assertFilmPlays(place),
  )
  await t.test(
    'AS-13 an owner who gives the copy away while the page loads is told why nothing plays',
    () => assertNothingPlays(place),
  )
  await t.test('AS-13 RN-04 a rented film stops when the rental ends, and says so', () =>
    assertRentalStops(place),
  )
})

type Fixtures = Awaited<ReturnType<typeof openFixtures>>

async function assertFilmPlays({ ren, kid, tab }: Fixtures) {
  for (const hasClearKey of [true, false]) {
    const page = await tab(ren)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    if (!hasClearKey)
      await page.addInitScript(() => {
        navigator.requestMediaKeySystemAccess = () => Promise.reject(new Error('none'))
      })
    await page.goto(`/asset/${kid}/watch`)
    await page.getByText('Held by Ren since').waitFor()
    await waitUntilPlaying(page)
    ok((await bitsOf(page)) > 3, 'there is a picture')
    const keyPath = hasClearKey ? '/api/2.0/drm/clearkey' : '/api/2.0/drm/hls_key'
    ok(asked.includes(keyPath), keyPath)

    const captions = page.getByRole('combobox', { name: 'Captions (C)' })
    await page.keyboard.press('c')
    await eventuallyEqual(() => captions.inputValue(), 'ja')
    await eventuallyEqual(() => cuesOf(page), ['こんにちは'])
    await page.keyboard.press('0')
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play (space)' }).waitFor()
    await assertAccessible(page)
    await tab.leave(page)
  }
}

async function assertNothingPlays({ ren, mika, kid, give, tab, person }: Fixtures) {
  const eve = await person('Eve')
  for (const call of ['**/assets/drm_token', '**/drm/clearkey*']) {
    await give(ren)
    const page = await tab(ren)
    await page.route(call, async (route) => {
      await give(eve)
      await route.continue()
    })
    await page.goto(`/asset/${kid}/watch`)
    await page
      .getByRole('alert')
      .getByText('You need a copy to watch this. Buy or rent one on the title’s page.')
      .waitFor()
    await tab.leave(page)
  }
  const formerOwner = await tab(ren)
  equal((await formerOwner.goto(`/asset/${kid}/watch`))!.status(), 403)
  await formerOwner.getByRole('link', { name: 'See the title and its copies' }).click()
  await formerOwner.getByRole('heading', { name: 'Tide Tables' }).waitFor()
  const creator = await tab(mika)
  await creator.goto(`/asset/${kid}/watch`)
  await creator.getByText('Your own work, by Mika').waitFor()
  const guest = await tab()
  equal((await guest.goto(`/asset/${kid}/watch`))!.status(), 401)
  await guest.getByRole('dialog', { name: 'Sign in' }).waitFor()
}

async function assertRentalStops(place: Fixtures) {
  const { mika, kid, tab, person, clock, app } = place
  const aki = await person('Aki', { balance: 500 })
  const { id: brand_id } = await mika.call(createBrand, { name: 'Pier', account: 'pier' })
  const terms = {
    rental_creator_royalty_rate: 10,
    creator_royalty_rate: 10,
    min_sellable_price: 10,
  }
  equal((await mika.call(updateAsset, { kid, brand_id, ...terms })).error, undefined)
  const { asset_token_id } = await mika.call(getSerial, { id: kid, number: 3 })
  const tokens = new Map([[3, asset_token_id]])
  await listForRent({ app }, mika, { tokens }, { rent_price: 300, days: 1 })
  const order = { kid, asset_token_id, owner_account_id: mika.account_id, lang: 'en' as const }
  const price = { asset_rent_price: 300, rental_period_seconds: DAY_SECONDS, balance_to_use: 300 }
  equal((await aki.call(rentForFree, { ...order, ...price })).error, undefined)

  const page = await tab(aki)
  await page.clock.install()
  await page.goto(`/asset/${kid}/watch`)
  await page.locator('.player-card').getByText('Rented until').waitFor()
  await page.clock.runFor(3_000)
  await waitUntilPlaying(page)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.loop = true
    return video.play()
  })
  await travelTo(place, addSeconds(clock.now, DAY_SECONDS))
  await page.clock.runFor(46_000)
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'Your rental has ended. Open the title’s page to see what is on offer.' })
  await told.getByRole('link', { name: 'Rent it again' }).waitFor()
  await assertAccessible(page)
  equal((await page.reload())!.status(), 403)
  await page.getByText('Your rental ended on').waitFor()
  await page.getByRole('link', { name: 'Rent it again' }).click()
  await page.waitForURL(`/asset/rental/${kid}`)
}

async function assertTrailerPlays({ kid, tab }: Fixtures) {
  const page = await tab()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/asset/${kid}`)
  equal(
    asked.some((url) => /m4s|mpd|m3u8/.test(url)),
    false,
    'nothing before it is asked for',
  )
  await page.getByRole('button', { name: 'Trailer' }).click()
  await waitUntilPlaying(page)
  ok((await bitsOf(page)) > 3, 'there is a picture')
}

test('AS-15 a song plays along its waveform, and a picture shows its number', async (t) => {
  const { ren, kid, tab } = await openFixtures(t, 'song')
  const page = await tab(ren)
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  await page.locator('.waveform').waitFor()
  await assertAccessible(page)

  const { ren: holder, kid: picture, tab: open } = await openFixtures(t, 'picture')
  const viewer = await open(holder)
  await viewer.goto(`/asset/${picture}/watch`)
  const image = viewer.getByRole('img', { name: 'Tide Tables' })
  await image.waitFor()
  await eventuallyEqual(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth), 1600)
  await assertAccessible(viewer)
})

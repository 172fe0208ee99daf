import { deepEqual, equal } from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { endSession, listSessions } from '#src/accounts/account/account.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { controlScreening, endScreening } from '#src/media/screening/screening.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { assertAccessible, eventuallyEqual, openChromium } from '../chromium.ts'
import { offerLicences } from '../licences.ts'
import { borrow, lent } from '../loans.ts'
import type { Person } from '../people.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { repeat, waitUntilPlaying } from '../player.ts'
import { listForRent } from '../rentals.ts'
import { changeAs, join, openOne, runClock, start } from '../screenings.ts'
import { testApp, travelTo } from '../test-app.ts'
import { sendFiles, smallFiles, waitForUpload } from '../uploads.ts'

const pages = await builtPages()
const FRAMES = 15 // at least, of a second of film
const PRICE = 300

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

type Kind = 'film' | 'song' | 'picture'
const ALL = ['mpd', 'm3u8'] as const
type Manifest = (typeof ALL)[number]

/**
 * Opens a test app with Mika's title of one file. Ren owns No. 2, Aki rents No. 3, Yuki borrows No. 4
 * of Kei, and Aoi's rental of No. 5 is over.
 */
async function openFixtures(t: TestContext, kind: Kind) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, kei, yuki] = [
    await here.person('Ren'),
    await here.person('Kei'),
    await here.person('Yuki'),
  ]
  const [aki, aoi] = [
    await here.person('Aki', { balance: PRICE }),
    await here.person('Aoi', { balance: PRICE }),
  ]
  const { uuid, kid } = await sendFiles(mika, { asset: files[kind] }, { total_copies: 5 })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const rows = await here.app.db
    .selectFrom('serial')
    .select(['number', 'asset_token_id'])
    .where('kid', '=', kid)
    .execute()
  const tokens = new Map(rows.map(({ number, asset_token_id }) => [number, asset_token_id]))
  const { id: brand_id } = await mika.call(createBrand, { name: 'Pier', account: 'pier' })
  const terms = { min_sellable_price: 10, rental_creator_royalty_rate: 10, screening_guests: 2 }
  const changed = await mika.call(updateAsset, {
    kid,
    brand_id,
    creator_royalty_rate: 10,
    ...terms,
  })
  equal(changed.error, undefined)
  await giveCopy(here, tokens.get(2)!, ren)
  await giveCopy(here, tokens.get(4)!, kei)
  const rent = async (who: Person, number: number) => {
    const asset_token_id = tokens.get(number)!
    const offer = { rent_price: PRICE, days: 1 }
    await listForRent(here, mika, { tokens: new Map([[number, asset_token_id]]) }, offer)
    const rented = await who.call(rentForFree, {
      kid,
      asset_token_id,
      owner_account_id: mika.account_id,
      lang: 'en',
      asset_rent_price: PRICE,
      rental_period_seconds: DAY_SECONDS,
      balance_to_use: PRICE,
    })
    equal(rented.error, undefined)
  }
  await rent(aoi, 5)
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await rent(aki, 3)
  await borrow(yuki, await lent(kei, { kid, tokens } as never, 4, { days: 1 }))
  return { here, mika, ren, kei, yuki, aki, aoi, kid, tab: await openChromium(here) }
}

type Fixtures = Awaited<ReturnType<typeof openFixtures>>

/** Plays for a second, and asserts that frames of a film, or sound of a song, were decoded. */
async function assertPlays(page: Page, kind: Kind) {
  if (kind === 'picture') {
    const image = page.getByRole('img', { name: 'Tide Tables' })
    await eventuallyEqual(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth), 1600)
    return
  }
  await waitUntilPlaying(page)
  const hasSound = (video: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) =>
    (video.webkitAudioDecodedByteCount ?? 0) > 0
  await eventuallyEqual(() => page.locator('video').evaluate(hasSound), true)
  const countFrames = (video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames
  const hasPicture = async () => (await page.locator('video').evaluate(countFrames)) >= FRAMES
  if (kind === 'film') await eventuallyEqual(hasPicture, true)
}

/** Opens a page of a browser that has Clear Key (DASH), or only AES-128 (HLS). */
async function openPage({ tab }: Fixtures, who: Person, manifest?: Manifest) {
  const page = await tab(who)
  if (manifest === 'm3u8')
    await page.addInitScript(() => {
      navigator.requestMediaKeySystemAccess = () => Promise.reject(new Error('none'))
    })
  return page
}

/** The manifests that each viewer of a kind plays by. */
const PLAYED = {
  film: { mika: ALL, ren: ALL, aki: ALL, yuki: ALL },
  song: { mika: ['mpd'], ren: ['m3u8'], aki: ['mpd'], yuki: ['m3u8'] },
  picture: { mika: [undefined], ren: [undefined], aki: [undefined], yuki: [undefined] },
} as const

for (const kind of ['film', 'song', 'picture'] as const)
  test(`AS-13 AS-14 a ${kind} plays for its creator, owner, renter and borrower, and for nobody else`, async (t) => {
    const place = await openFixtures(t, kind)
    for (const who of ['mika', 'ren', 'aki', 'yuki'] as const)
      for (const manifest of PLAYED[kind][who])
        await t.test(`${who}, ${manifest ?? 'image'}`, async () => {
          const page = await openPage(place, place[who], manifest)
          const asked: string[] = []
          page.on('request', (request) => asked.push(new URL(request.url()).pathname))
          await page.goto(`/asset/${place.kid}/watch`)
          await assertPlays(page, kind)
          const isManifest = (path: string) => /\.(mpd|m3u8)$/.test(path)
          const kinds = asked.filter(isManifest).map((path) => path.split('.').at(-1))
          deepEqual([...new Set(kinds)], manifest ? [manifest] : [])
          await place.tab.leave(page)
        })
    if (kind !== 'film') return
    await t.test('others are told why, and what they can do', () => assertRefused(place))
    await t.test('a loan that ends stops what plays', () => assertLoanStops(place))
    await t.test('a session ended elsewhere stops what plays', () => assertSessionEnds(place))
  })

/** Asserts what those see who may not watch: a guest, and people whose copy is away. */
async function assertRefused({ kid, aoi, kei, tab, here }: Fixtures) {
  const watch = `/asset/${kid}/watch`
  const guest = await tab()
  equal((await guest.goto(watch))!.status(), 401)
  await guest.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await tab.leave(guest)
  const nami = await here.person('Nami')
  const told: [Person, string][] = [
    [aoi, 'Your rental ended on'],
    [kei, 'You have lent this copy'],
    [nami, 'You need a copy to watch this.'],
  ]
  for (const [who, text] of told) {
    const page = await tab(who)
    equal((await page.goto(watch))!.status(), 403)
    await page.getByText(text).waitFor()
    await assertAccessible(page)
    if (who === kei) {
      await page.getByText('You can watch it again from').waitFor()
      await page.getByRole('link', { name: 'See your loans' }).click()
      await page.waitForURL('**/loans')
    }
    await tab.leave(page)
  }
}

/** Asserts that playback ends within a minute after its session, and that the viewer can return. */
async function assertSessionEnds({ ren, kid, tab }: Fixtures) {
  const page = await tab(ren)
  await page.clock.install()
  await page.goto(`/asset/${kid}/watch`)
  await page.clock.runFor(3_000)
  await waitUntilPlaying(page)
  await repeat(page)
  const [session] = (await ren.call(listSessions, {})).items
  equal(await ren.call(endSession, { id: session!.id }), undefined)
  await page.clock.runFor(60_000)
  const notice = page.locator('.player-trouble')
  await notice.getByText('You were signed out. Sign in again to continue.').waitFor()
  // The bell asks meanwhile, too, and the dialog to sign in then covers the page.
  const signIn = notice.getByRole('link', { name: 'Sign in', includeHidden: true })
  equal(
    await signIn.getAttribute('href'),
    `/login?next=${encodeURIComponent(`/asset/${kid}/watch`)}`,
  )
  await page.context().close()
}

/** Asserts that playback ends within a minute after the loan, and that the page says so. */
async function assertLoanStops({ here, yuki, kid, tab }: Fixtures) {
  const page = await tab(yuki)
  await page.clock.install()
  await page.goto(`/asset/${kid}/watch`)
  await page.locator('.player-card').getByText('Borrowed until').waitFor()
  await page.clock.runFor(3_000)
  await waitUntilPlaying(page)
  await repeat(page)
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await page.clock.runFor(59_000)
  await page.locator('.player-trouble').waitFor()
  equal((await page.reload())!.status(), 403)
  await page.getByRole('heading', { name: 'The loan has ended' }).waitFor()
}

for (const [kind, manifest] of [
  ['film', 'mpd'],
  ['song', 'm3u8'],
] as const)
  // oxfmt-ignore
  test(`SC-06 AS-13 a guest of a screening plays a ${kind} until its end`, async (t) => {
    const place = await openFixtures(t, kind)
    const { here, ren, kid } = place
    runClock(here)
    await changeAs(await here.person('Sora', { role: 'ADMIN' }), { screening_enabled: true })
    const screening = await openOne(ren, { kid })
    const nami = await here.person('Nami')
    equal((await join(nami, screening)).error, undefined)
    const page = await openPage(place, nami, manifest)
    await page.goto(`/screening/${screening.code}`)
    await page.getByText('You have a seat.').waitFor()
    await start(ren, screening)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1)
    // On a busy machine the title, of three seconds, may be over before the guest has loaded it.
    await ren.call(controlScreening, { id: screening.id, action: 'seek', position_ms: 0 })
    await assertPlays(page, kind)
    await ren.call(endScreening, { id: screening.id })
    await page.getByRole('heading', { name: 'The screening has ended' }).waitFor()
    equal(await page.locator('video').count(), 0)
  })

test('AS-16 where licences are required, a browser without a vendor’s module is told to try another', async (t) => {
  const place = await openFixtures(t, 'film')
  const { here, ren, kid, tab } = place
  const licences = offerLicences(here, ['widevine'])
  here.integrations.licences = { ...licences, isRequired: true }
  const page = await tab(ren)
  await page.goto(`/asset/${kid}/watch`)
  const told = page.getByRole('alert')
  await told.getByText('Renban does not support this browser’s copy protection.').waitFor()
  await told.getByRole('link', { name: 'See the title and its copies' }).waitFor()
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import {
  changeScreening,
  controlScreening,
  endScreening,
  getScreening,
  listScreenings,
} from '#src/media/screening/screening.shared.ts'
import { assertAccessible, eventuallyEqual, PHONE } from '../chromium.ts'
import { ffmpeg, H264, PICTURE, SILENCE, tempFolder } from '../ffmpeg.ts'
import type { Person } from '../people.ts'
import { changeAs, join as joinAs, openOne, runClock, start } from '../screenings.ts'
import { waitUntil } from '../test-app.ts'
import { type FilmFile, openWatchable } from '../watch-fixtures.ts'

const TOGETHER_MS = 500
const SAMPLES = 6 // in a row, within the limit
const FILM_SECONDS = 120 // longer than the slowest run needs

let film: FilmFile
before(async () => {
  const folder = await tempFolder()
  const streams = `${PICTURE('320x180', FILM_SECONDS, 5)} ${SILENCE(FILM_SECONDS)}`
  await ffmpeg(folder, `${streams} ${H264} -g 5 -c:a aac film.mp4`)
  film = { folder, file: 'film.mp4', seconds: FILM_SECONDS }
})

/** Opens a test app with Mika's film of two minutes, for four guests. Ren owns No. 2. */
async function openFixtures(t: TestContext) {
  const { mika, ren, kid, tab, ...here } = await openWatchable(t, film)
  runClock(here)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await mika.call(updateAsset, { kid, screening_guests: 4 })
  await changeAs(sora, { screening_enabled: true })
  return { here, mika, sora, ren, kid, tab }
}

/** The position of each page in milliseconds, at one moment, and whether it plays. */
async function positionsOf(all: Page[]) {
  const now = Date.now()
  return Promise.all(
    all.map((page) =>
      page.locator('video').evaluate((video: HTMLVideoElement, since) => {
        const run = video.paused ? 0 : (Date.now() - since) * video.playbackRate
        return { ms: video.currentTime * 1_000 - run, isPlaying: !video.paused }
      }, now),
    ),
  )
}

/** Waits until all pages are at the same moment for a while; returns that moment in seconds. */
async function assertTogether(all: Page[], isPlaying: boolean, about?: number) {
  const since = Date.now()
  let row = 0
  let worst = 0
  const look = async () => {
    const places = await positionsOf(all)
    const ms = places.map((place) => place.ms)
    const spread = Math.max(...ms) - Math.min(...ms)
    const played = isPlaying ? Date.now() - since : 0 // a slow machine takes long to get there
    const isThere = about === undefined || Math.abs(ms[0]! - about * 1_000) < 15_000 + played
    const fits = places.every((place) => place.isPlaying === isPlaying)
    const isOk = fits && isThere && spread < TOGETHER_MS
    row = isOk ? row + 1 : 0
    worst = isOk ? Math.max(worst, spread) : 0
    await sleep(150)
    return { row, worst, places }
  }
  const seen = await waitUntil(look, (found) => found.row >= SAMPLES, 60)
  ok(seen.row >= SAMPLES, JSON.stringify(seen.places))
  return seen
}

test('SC-01 SC-11 five browsers gather, and stay within half a second after a pause, a seek and a reconnect', async (t) => {
  const { here, ren, kid, tab } = await openFixtures(t)
  const host = await tab(ren)
  await host.goto(`/asset/${kid}/watch`)
  await host.getByRole('link', { name: 'Watch together' }).click()
  await host.getByRole('heading', { name: 'Watch No. 2 together' }).waitFor()
  await assertAccessible(host)
  await host.getByRole('button', { name: 'Open a screening' }).click()
  await host.getByRole('heading', { name: 'Invite guests' }).waitFor()
  await assertAccessible(host)
  const path = new URL(host.url()).pathname
  const guests = await Promise.all(
    ['Aoi', 'Yuki', 'Nami', 'Kei'].map(async (name) => {
      const page = await tab(await here.person(name))
      await page.goto(path)
      await page.getByRole('button', { name: 'Take a seat' }).click()
      await page.getByText('You have a seat.').waitFor()
      return page
    }),
  )
  await host.getByText('No seats left').waitFor()
  const late = await tab(await here.person('Late'))
  await late.goto(path)
  await late.getByRole('heading', { name: 'All seats are taken' }).waitFor()
  await assertAccessible(late)

  await host.getByRole('button', { name: 'Start the screening' }).click()
  const all = [host, ...guests]
  await Promise.all(all.map((page) => page.locator('.player-bar').waitFor()))
  await assertTogether(all, true)
  equal(await guests[0]!.getByRole('slider', { name: 'Position' }).isDisabled(), true)
  await guests[0]!.keyboard.press('5')
  await guests[0]!.keyboard.press('k')
  await assertTogether(all, true)

  const said = host.locator('.player output')
  await host.keyboard.press('k')
  await assertTogether(all, false)
  await said.filter({ hasText: 'Paused' }).waitFor({ state: 'attached' })
  await guests[0]!.getByText('Paused by the host').waitFor()
  await host.keyboard.press('5')
  await assertTogether(all, false, FILM_SECONDS / 2)
  await host.keyboard.press('k')
  await assertTogether(all, true, FILM_SECONDS / 2)
  await said.filter({ hasText: 'Playing' }).waitFor({ state: 'attached' })
  await host.keyboard.press('1')
  await assertTogether(all, true, FILM_SECONDS / 10)

  await guests[1]!.context().setOffline(true)
  await host.keyboard.press('3')
  await assertTogether([host, ...guests.toSpliced(1, 1)], true, FILM_SECONDS * 0.3)
  await guests[1]!.context().setOffline(false)
  await guests[2]!.reload()
  await guests[2]!.locator('.player-bar').waitFor()
  await guests[2]!.mouse.click(10, 10) // some browsers play sound only after a press
  await assertTogether(all, true)

  const { items } = await ren.call(listScreenings, {})
  await ren.call(endScreening, { id: items[0]!.id })
  for (const page of all)
    await page.getByRole('heading', { name: 'The screening has ended' }).waitFor()
  await host.goto(`/asset/${kid}?no=2`)
  await host.getByText('Screened by No. 2').waitFor()
})

test('SC-04 SC-07 SC-08 the host removes a guest, chats as plain text, and pauses by leaving', async (t) => {
  const { here, ren, kid, tab } = await openFixtures(t)
  const screening = await openOne(ren, { kid })
  const { id, code } = screening
  const [aoi, yuki] = [await here.person('Aoi'), await here.person('Yuki')]
  await joinAs(aoi, screening)
  await joinAs(yuki, screening)
  await ren.call(changeScreening, { id, chat_enabled: true })
  const open = async (who: Person, options = {}) => {
    const page = await tab(who, options)
    await page.goto(`/screening/${code}`)
    return page
  }
  const [host, guest, phone] = [await open(ren), await open(aoi), await open(yuki, PHONE)]
  const attack = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
  await guest.getByRole('textbox', { name: 'Your message' }).fill(attack)
  await guest.keyboard.press('Enter')
  for (const page of [host, guest, phone]) {
    await page.getByRole('log').getByText(attack).waitFor()
    equal(await page.locator('[role=log] img, [role=log] script').count(), 0)
  }
  await assertAccessible(phone)
  await assertKeepsTyping(guest)
  await assertSaysWhyNobodyLeaves(guest)
  const remove = host.getByRole('button', { name: 'Remove the message of Aoi' })
  await remove.first().click()
  await host.getByRole('log').getByText(attack).waitFor({ state: 'detached' })
  await remove.click()
  await phone.getByText('No messages yet.').waitFor()

  await host.getByRole('button', { name: 'Remove Aoi' }).click()
  const asked = host.getByRole('dialog', { name: 'Remove Aoi from the screening?' })
  await asked.getByText('Aoi has to leave at once and cannot join this screening again.').waitFor()
  await assertAccessible(host)
  await asked.getByRole('button', { name: 'Keep the guest' }).click()
  await asked.waitFor({ state: 'detached' })
  equal((await ren.call(getScreening, { id })).people.length, 3)
  await host.getByRole('button', { name: 'Remove Aoi' }).click()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await asked.waitFor({ state: 'detached' })
  await guest.getByRole('heading', { name: 'You were removed from this screening' }).waitFor()
  await assertAccessible(guest)
  await start(ren, screening)
  await phone.locator('.player-bar').waitFor()
  await assertAccessible(phone)
  await host.locator('.player-bar').waitFor()
  await host.getByRole('link', { name: 'Renban', exact: true }).first().click()
  const isPlaying = async () => (await ren.call(getScreening, { id })).playback.is_playing
  await eventuallyEqual(isPlaying, false)
  await phone.getByText('Paused by the host').waitFor()
})

test('SC-03 at the end the page says so, and the host alone shows the film again', async (t) => {
  const { here, ren, kid, tab } = await openFixtures(t)
  const screening = await openOne(ren, { kid })
  const aoi = await here.person('Aoi')
  await joinAs(aoi, screening)
  const [host, guest] = [await tab(ren, PHONE), await tab(aoi)]
  for (const page of [host, guest]) await page.goto(`/screening/${screening.code}`)
  await host.getByText('Aoi').first().waitFor()
  await host.getByText('Ren').first().waitFor()
  await host.getByRole('button', { name: 'Start the screening' }).click()
  const picture = host.locator('video')
  await picture.waitFor()
  const isSeen = () =>
    picture.evaluate((video) => {
      const { top, bottom } = video.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await eventuallyEqual(isSeen, true)
  equal(await host.getByRole('heading', { level: 1 }).getByRole('link').count(), 0)
  await host.locator('.player-bar').waitFor({ state: 'attached' })
  await guest.locator('.player-bar').waitFor()
  await assertTogether([host, guest], true)
  const position_ms = FILM_SECONDS * 1_000
  await ren.call(controlScreening, { id: screening.id, action: 'seek', position_ms })
  await host.getByText('That was the end. Press play to show it again').waitFor()
  await guest.getByText('That was the end. The host can show it again').waitFor()
  equal(await guest.getByRole('button', { name: 'Play', exact: true }).count(), 0)
  await host.keyboard.press('k')
  await assertTogether([host, guest], true, 0)
})

/** Writes on while a message is on its way, which then fails. */
async function assertKeepsTyping(page: Page) {
  const field = page.getByRole('textbox', { name: 'Your message' })
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const path = /\/screenings\/[^/]+\/messages$/
  await page.route(path, async (route) => {
    await held
    await route.abort()
  })
  await field.fill('First')
  await page.keyboard.press('Enter')
  await field.pressSequentially('and more')
  answer()
  await page.getByText('We could not connect.').waitFor()
  await eventuallyEqual(() => field.inputValue(), 'First and more')
  await page.unroute(path)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('First and more').waitFor()
  equal(await field.inputValue(), '')
}

async function assertSaysWhyNobodyLeaves(page: Page) {
  const path = /\/screenings\/[^/]+\/leave$/
  await page.route(path, (route) => route.abort())
  await page.getByRole('button', { name: 'Leave the screening' }).click()
  await page.getByText('We could not connect.').waitFor()
  await page.unroute(path)
}

test('SH-14 SC-10 pages of screenings exist only while they are switched on, and say why nobody can join', async (t) => {
  const { here, mika, sora, ren, kid, tab } = await openFixtures(t)
  const screening = await openOne(ren, { kid })
  const path = `/screening/${screening.code}`
  const visitor = await tab()
  await visitor.goto(path)
  await visitor.getByText('Ren invites you to a screening').waitFor()
  await assertAccessible(visitor)
  await visitor.getByRole('button', { name: 'Sign in to join' }).click()
  await visitor.getByRole('dialog', { name: 'Sign in' }).waitFor()
  const page = await tab(await here.person('Aoi'))
  await ren.call(changeScreening, { id: screening.id, is_locked: true })
  await page.goto(path)
  await page.getByRole('heading', { name: 'The screening is locked' }).waitFor()
  await page.goto('/screenings')
  const code = page.getByRole('textbox', { name: 'Code of a screening' })
  await code.fill('nonsense')
  await page.getByRole('button', { name: 'Join a screening' }).click()
  await page.getByText('No screening has this code.').waitFor()
  equal(await code.inputValue(), 'nonsense')
  await assertAccessible(page)
  await code.fill(screening.code.toLowerCase())
  await page.getByRole('button', { name: 'Join a screening' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/screening/'))

  const host = await tab(ren)
  await host.goto('/screenings')
  await host.getByRole('link', { name: 'Go to the screening' }).waitFor()
  await assertAccessible(host)
  await mika.call(updateAsset, { kid, screening_guests: 0 })
  await host.goto(`/asset/${kid}/screening?no=2`)
  await host.getByRole('heading', { name: 'This title cannot be shown' }).waitFor()
  await host.goto(`/asset/${kid}?no=2`)
  equal(await host.getByRole('link', { name: 'Watch together' }).count(), 0)
  await changeAs(sora, { screening_enabled: false })
  const statuses = []
  for (const gone of [path, '/screenings', `/asset/${kid}/screening?no=2`])
    statuses.push((await host.goto(gone))!.status())
  deepEqual(statuses, [404, 404, 404])
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import {
  assertAccessible,
  assertFitsScreen,
  eventuallyEqual,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { goBackTo } from '../history.ts'
import { waitUntilPlaying } from '../player.ts'
import { testApp } from '../test-app.ts'
import { sendFiles, smallFiles, waitForUpload } from '../uploads.ts'
import { type FilmFile, makeFilm, openWatchable } from '../watch-fixtures.ts'

const SLOW = 3_000 // bytes a second

let film: FilmFile
before(async () => {
  film = await makeFilm(12, '854x480')
})

const video = <T>(page: Page, read: (media: HTMLVideoElement) => T) =>
  page.locator('video').evaluate(read)

test('the player offers what a film has, by buttons, keys and the system’s controls', async (t) => {
  const place = await openWatchable(t, film)
  const page = await place.tab(place.ren)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/asset/${place.kid}/watch`)
  await waitUntilPlaying(page)
  await t.test('PL-02 quality, speed, sound and captions are chosen and captions remembered', () =>
    assertChoices(page, asked),
  )
  await t.test('PL-03 a film plays in each of its languages', () => assertLanguages(page, asked))
  await t.test('PL-04 keys are listed, and each says what it has done', () => assertKeys(page))
  await t.test('PL-04 lock screens show title, number and length, also at the beginning', () =>
    assertSession(page),
  )
  await t.test('PL-04 the bar hides while nothing moves, but not from the keyboard', () =>
    assertHides(page),
  )
  await place.tab.leave(page)
  await t.test('PL-04 phones of 390 and 320 pixels show every button', async () => {
    for (const width of [390, 320]) {
      const phone = await place.tab(place.ren, { ...PHONE, viewport: { width, height: 700 } })
      await phone.goto(`/asset/${place.kid}/watch`)
      await phone.locator('video').tap() // shows the bar, if it has hidden meanwhile
      await phone.getByRole('button', { name: 'Settings' }).tap()
      await phone.getByRole('combobox', { name: 'Quality' }).waitFor()
      await assertFitsScreen(phone)
      await place.tab.leave(phone)
    }
  })
})

/** Opens the settings by key, because a bar that has hidden meanwhile takes no clicks. */
const openSettings = (page: Page) => page.getByRole('button', { name: 'Settings' }).press('Enter')

/** Closes the settings. Until the focus has left them, keys are theirs and not the player's. */
async function closeSettings(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Quality' }).waitFor({ state: 'detached' })
}

async function assertChoices(page: Page, asked: string[]) {
  await openSettings(page)
  const quality = page.getByRole('combobox', { name: 'Quality' })
  deepEqual(
    await quality
      .locator('option')
      .allTextContents()
      .then((all) => all.slice(1)),
    ['480p', '360p'],
  )
  await quality.selectOption('360p')
  await assertAccessible(page)
  await closeSettings(page)
  await page.keyboard.press('0')
  await eventuallyEqual(() => video(page, ({ videoHeight }) => videoHeight), 358)
  ok(asked.some((path) => path.includes('/360p-')))

  await openSettings(page)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  equal(await video(page, ({ playbackRate }) => playbackRate), 1.5)
  await page.getByRole('combobox', { name: 'Size' }).selectOption('large')
  await page.getByRole('combobox', { name: 'Colour' }).selectOption('yellow')
  await page.getByRole('combobox', { name: 'Placement' }).selectOption('top')
  await closeSettings(page)
  await page.keyboard.press('c')
  const line = () =>
    video(page, ({ textTracks }) => {
      const track = [...textTracks].find(({ mode }) => mode === 'showing')
      return (track?.activeCues?.[0] as VTTCue | undefined)?.line
    })
  await eventuallyEqual(line, 1)
  await page.reload()
  await waitUntilPlaying(page)
  const stage = page.getByRole('region', { name: 'Player: Tide Tables' })
  equal(await stage.getAttribute('data-caption-size'), 'large')
  equal(await stage.getAttribute('data-caption-colour'), 'yellow')
}

async function assertLanguages(page: Page, asked: string[]) {
  await openSettings(page)
  const sound = page.getByRole('combobox', { name: 'Sound' })
  deepEqual(await sound.locator('option').allTextContents(), ['日本語', 'English'])
  await sound.selectOption({ label: 'English' })
  await eventuallyEqual(async () => asked.some((path) => path.includes('/audio2-')), true)
  await eventuallyEqual(
    () => sound.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]!.text),
    'English',
  )
  await closeSettings(page)
}

async function assertKeys(page: Page) {
  const said = (words: string) =>
    page.locator('.player output').filter({ hasText: words }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('m')
  await said('Sound off')
  await page.keyboard.press('>')
  await said('Speed 1.25×')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Play or pause').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
}

async function assertSession(page: Page) {
  const shown = await page.evaluate(() => {
    const { title, album } = navigator.mediaSession.metadata!
    return { title, album }
  })
  deepEqual(shown, { title: 'Tide Tables', album: 'No. 2 of 3' })
  await video(page, (media) => {
    const early = { configurable: true, get: () => -0.001, set() {} } // the page may set it meanwhile
    Object.defineProperty(media, 'currentTime', early)
    media.dispatchEvent(new Event('timeupdate'))
  })
  const position = page.getByRole('slider', { name: 'Position' })
  await eventuallyEqual(() => position.inputValue(), '0')
  await video(page, (media) => {
    delete (media as Partial<HTMLVideoElement>).currentTime
  })
}

async function assertHides(page: Page) {
  const opacity = () => page.locator('.player-bar').evaluate((bar) => getComputedStyle(bar).opacity)
  await page.locator('video').evaluate((media: HTMLVideoElement) => {
    media.loop = true
    return media.play()
  })
  await page.mouse.move(300, 300)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await eventuallyEqual(opacity, '0')
  await page.mouse.move(320, 320)
  await eventuallyEqual(opacity, '1')
  await page.getByRole('button', { name: 'Pause (space)' }).focus()
  await page.keyboard.press('Tab')
  await page.locator('.player[data-idle]').waitFor()
  equal(await opacity(), '1')
}

test('PL-06 a film waits for the network and goes on where it stopped', async (t) => {
  const { ren, kid, tab } = await openWatchable(t, film)
  const page = await tab(ren)
  let isCut = false
  await page.route(/\/(assets\/drm_token|.*\/[2-9]\.m4s)/, (route) =>
    isCut ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.route(
    /\/[2-9]\.m4s/,
    async (route) => {
      isCut = true
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  const waits = page.getByText('Waiting for the network.')
  await waits.waitFor()
  const stoppedAt = await video(page, ({ currentTime }) => currentTime)
  isCut = false
  await waits.waitFor({ state: 'detached' })
  await eventuallyEqual(
    () => video(page, ({ currentTime }) => currentTime).then((time) => time > stoppedAt + 1),
    true,
  )
})

test('PL-06 a film goes on when a network that was too slow for it is quicker again', async (t) => {
  const { ren, kid, tab } = await openWatchable(t, film)
  const page = await tab(ren)
  const network = await page.context().newCDPSession(page)
  const throttle = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      uploadThroughput: -1,
      downloadThroughput: bytesPerSecond,
    })
  await network.send('Network.enable')
  const slowDown = async (route: Route) => {
    await throttle(SLOW)
    await route.continue()
  }
  await page.route(/\/2\.m4s/, slowDown, { times: 1 })
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  await page.getByText('Loading').waitFor()
  await throttle(-1)
  await eventuallyEqual(() => video(page, ({ currentTime }) => currentTime > 11), true)
  equal(await page.getByRole('alert').count(), 0)
})

test('PL-06 trying again after a failure keeps sound, speed, captions and quality', async (t) => {
  const { ren, kid, tab } = await openWatchable(t, film)
  const page = await tab(ren)
  let isBroken = false
  await page.route(/\.m4s/, (route) =>
    isBroken ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  await page.keyboard.press('k') // it would be over meanwhile
  await openSettings(page)
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await page.getByRole('combobox', { name: 'Quality' }).selectOption('480p')
  await closeSettings(page)
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  const setting = () =>
    video(page, ({ volume, muted, playbackRate, textTracks }) => {
      const language = [...textTracks].find(({ mode }) => mode === 'showing')?.language
      return { volume, muted, playbackRate, language }
    })
  const chosen = await setting()
  deepEqual([chosen.muted, chosen.playbackRate], [true, 1.5])
  ok(chosen.volume < 1 && chosen.language !== undefined)

  isBroken = true
  await openSettings(page)
  await page.getByRole('combobox', { name: 'Quality' }).selectOption('360p')
  await page.getByText('Playback stopped. Try again.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.keyboard.press('Enter') // past the opening card
  await waitUntilPlaying(page)
  await eventuallyEqual(setting, chosen)
  await openSettings(page)
  equal(await page.getByRole('combobox', { name: 'Quality' }).inputValue(), '360p')
})

test('PL-05 a picture is magnified by wheel, keys and a double click, and moved', async (t) => {
  const place = await testApp(t, { pages: await builtPages(), now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: (await smallFiles()).picture })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const tab = await openChromium(place)
  const page = await tab(mika)
  await page.goto(`/asset/${kid}/watch`)
  const image = page.getByRole('img', { name: 'Tide Tables' })
  const scale = page.locator('.viewer-scale')
  await image.hover()
  await page.mouse.wheel(0, -400)
  await eventuallyEqual(() => scale.textContent(), '200%')
  await page.keyboard.press('+')
  await eventuallyEqual(() => scale.textContent(), '300%')
  const left = async () => Math.round((await image.boundingBox())!.x)
  const start = await left()
  await page.keyboard.press('ArrowRight')
  await eventuallyEqual(left, start - 80)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await eventuallyEqual(() => scale.textContent(), '100%')
  await image.dblclick()
  await eventuallyEqual(() => scale.textContent(), '250%')
  await page.keyboard.press('0')
  await eventuallyEqual(() => scale.textContent(), '100%')

  const other = await sendFiles(mika, { asset: (await smallFiles()).picture })
  equal((await waitForUpload(mika, other.uuid)).status, 'done')
  await page.keyboard.press('+')
  await eventuallyEqual(() => scale.textContent(), '150%')
  await goBackTo(page, `/asset/${other.kid}/watch`)
  await page.locator(`h1 a[href="/asset/${other.kid}"]`).waitFor()
  await eventuallyEqual(() => scale.textContent(), '100%')
})

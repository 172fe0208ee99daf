import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getMedia } from '#src/media/replacements/replacement.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, PHONE } from '../chromium.ts'
import { ffmpeg, H264, PICTURE, TONE } from '../ffmpeg.ts'
import { appWithTab } from '../app-with-tab.ts'
import type { Person } from '../people.ts'
import { cuesOf, waitUntilPlaying } from '../player.ts'
import { field, filePayload, publishThroughForm, fileInput } from '../title-form.ts'
import { type TestFile, plainPicture, smallFiles } from '../uploads.ts'
import { waitUntil, type TestApp } from '../test-app.ts'

const LINES = { ja: '根室行きの最終列車', ar: 'القطار الأخير إلى نيمورو', en: 'The last train' }

let files: Awaited<ReturnType<typeof smallFiles>> & { trailer: TestFile }
before(async () => {
  const made = await smallFiles()
  const name = 'trailer.mp4'
  await ffmpeg(made.folder, `${PICTURE('320x180', 2)} ${TONE(2)} ${H264} -g 30 -c:a aac ${name}`)
  const bytes = await readFile(join(made.folder, name))
  files = { ...made, trailer: { name, type: 'video/mp4', bytes } }
})

test('BR-01 BR-07 UP-07 UP-10 a creator makes a brand and a group of a film, a song and a picture, and a guest on a phone finds them', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const page = await tab(mika)
  const step = stepTimer(t)

  await step('a brand and an empty group', async () => {
    await makeBrand(page)
    await makeGroup(page)
  })
  const film = await step('a film in three languages', () => publishFilm(page))
  await assertAccessible(page)
  const song = await step('a song', () =>
    publishThroughForm(page, { file: files.song, name: 'Blue Hour' }),
  )
  const still = await step('a picture', async () =>
    publishThroughForm(page, { file: await plainPicture(800, 1_000), name: 'Salt Pier' }),
  )
  await step('an edit and a further issue', () => editTitle(page, here, film))
  await step('300 of 999 on sale', () => listSomeCopies(page, here, film))
  await step('the others on sale', async () => {
    for (const kid of [song, still]) await listAllCopies(page, here, kid)
  })
  const group = await step('the titles in their group', () => fillGroup(page))
  await step('its captions', () => assertCaptions(page, mika, film))
  await step('a guest with a phone', async () => {
    const guest = await tab(undefined, PHONE)
    await visitGroup(guest, group)
    await playTrailer(guest, film)
    await visitBrand(guest)
  })
})

/** Runs the steps one after the other and reports how long each took. */
function stepTimer(t: TestContext) {
  return async <T>(name: string, action: () => Promise<T>): Promise<T> => {
    const start = Date.now()
    const value = await action()
    t.diagnostic(`${name}: ${((Date.now() - start) / 1_000).toFixed(1)} s`)
    return value
  }
}

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

async function makeBrand(page: Page) {
  await page.goto('/brand/create')
  await field(page, 'Name').fill('Kita Eiga')
  await page.getByLabel('Description').fill('Films from the **north coast**.')
  const picture = filePayload(await plainPicture(3_000, 1_000))
  await page.getByLabel('Header picture').setInputFiles(picture)
  await page.locator('.focal img[src^="data:image/jpeg"]').waitFor()
  await assertAccessible(page)
  await press(page, 'Create the brand')
  await page.getByRole('heading', { name: 'Kita Eiga', level: 1 }).waitFor()
  await eventuallyEqual(async () => new URL(page.url()).pathname, '/brand/kita-eiga')
}

async function makeGroup(page: Page) {
  await page.goto('/group/create')
  await field(page, 'Name').fill('Winter Set')
  await page.getByLabel('Description').fill('Three works of one winter.')
  await assertAccessible(page)
  await press(page, 'Create the group')
  await page.getByRole('heading', { name: 'Winter Set', level: 1 }).waitFor()
  await page.getByText('No titles yet').waitFor()
}

const publishFilm = (page: Page) =>
  publishThroughForm(page, { file: files.film, name: 'Last Train', copies: 900 }, async () => {
    await fileInput(page, /^Poster/).setInputFiles(filePayload(await plainPicture(800, 1_000)))
    await fileInput(page, /^Trailer/).setInputFiles(filePayload(files.trailer))
    const subtitles = Object.entries(LINES).map(([language, line]) => ({
      name: `film.${language}.vtt`,
      mimeType: 'text/vtt',
      buffer: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:03.000\n${line}\n`),
    }))
    await fileInput(page, /^Subtitles/).setInputFiles(subtitles)
    const belongsTo = page.getByRole('combobox', { name: 'Belongs to' })
    await belongsTo.nth(2).selectOption('trailer')
    await eventuallyEqual(() => page.getByText('Ready to upload').count(), 6)
    await assertAccessible(page)
  })

/** Renames the title and adds 99 copies to the first 900. */
async function editTitle(page: Page, here: TestApp, kid: string) {
  await page.goto(`/asset/${kid}/edit`)
  await field(page, 'Title').fill('Last Train to Nemuro')
  await press(page, 'Save the title')
  await page.getByText('Saved.').waitFor()
  await assertAccessible(page)

  await page.goto(`/asset/${kid}`)
  await press(page, 'Issue more copies')
  const dialog = page.getByRole('dialog', { name: 'Issue more copies' })
  await dialog.getByRole('textbox', { name: 'Copies to add' }).fill('99')
  await dialog.getByText('The new copies will be No. 901 to 999 of 999.').waitFor()
  await assertAccessible(page)
  await press(dialog, 'Issue 99 copies')
  await page.getByText('No. 901 to 999 were issued. You own them.').waitFor()
  const { title, copies_count, issues } = await here.call(getAsset, { id: kid })
  deepEqual([title, copies_count, issues.length], ['Last Train to Nemuro', 999, 2])
}

async function listSomeCopies(page: Page, here: TestApp, kid: string) {
  await page.goto(`/asset/${kid}/created`)
  await page.getByLabel('Numbers', { exact: true }).fill('1-250, 300, 951-')
  await press(page, 'Select')
  await press(page, 'Sell 300')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price per copy in yen, tax included').fill('1500')
  await assertAccessible(page)
  await press(dialog, 'List 300 copies for ¥1,500 each')
  await page.getByText('300 copies go on sale in a moment.').waitFor()
  await assertAccessible(page)
  await openOffers(here, kid, 300)
}

async function listAllCopies(page: Page, here: TestApp, kid: string) {
  await page.goto(`/asset/${kid}/created`)
  await press(page, 'Select')
  await press(page, 'Sell 5')
  await page.getByLabel('Price per copy in yen, tax included').fill('800')
  await press(page, 'List 5 copies for ¥800 each')
  await page.getByText('5 copies go on sale in a moment.').waitFor()
  await openOffers(here, kid, 5)
}

async function openOffers(here: TestApp, id: string, count: number) {
  const offers = () => here.call(listSerials, { id, status: 'buyable' })
  equal((await waitUntil(offers, ({ total }) => total === count)).total, count)
}

/** Adds the three titles to a group, the last one first, and returns the group's address. */
async function fillGroup(page: Page): Promise<string> {
  await page.goto('/group/edit')
  await page.getByRole('link', { name: 'Winter Set' }).click()
  for (const name of ['Last Train to Nemuro', 'Blue Hour', 'Salt Pier'])
    await press(page, `Add ${name}`)
  await press(page, 'Move Salt Pier up')
  await page.getByText('Salt Pier is now 2 of 3.').waitFor()
  await press(page, 'Move Salt Pier up')
  await page.getByText('Salt Pier is now 1 of 3.').waitFor()
  await assertAccessible(page)
  await press(page, 'Save the group')
  await page.waitForURL(/\/group\/[\w-]{22}$/)
  return new URL(page.url()).pathname
}

/** Asserts that each subtitle language is a track whose cue shows while the film plays. */
async function assertCaptions(page: Page, mika: Person, kid: string) {
  const { subtitles } = await mika.call(getMedia, { kid })
  const kept = subtitles.map(({ of, language }) => `${of} ${language}`)
  deepEqual(kept.toSorted(), ['asset ar', 'asset ja', 'trailer en'])
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  const captions = page.getByRole('combobox', { name: 'Captions (C)' })
  for (const language of ['ja', 'ar'] as const) {
    await captions.selectOption(language)
    await eventuallyEqual(() => cuesOf(page), [LINES[language]])
  }
  await assertAccessible(page)
}

async function visitGroup(guest: Page, path: string) {
  await guest.goto(path)
  await guest.getByRole('heading', { name: 'Winter Set', level: 1 }).waitFor()
  const names = guest.getByRole('main').getByRole('heading', { level: 3 })
  await eventuallyEqual(
    () => names.allInnerTexts(),
    ['Salt Pier', 'Last Train to Nemuro', 'Blue Hour'],
  )
  await assertLayout(guest)
  await guest.getByRole('link', { name: /^Last Train to Nemuro/ }).click()
  await guest.getByRole('heading', { name: 'Last Train to Nemuro', level: 1 }).waitFor()
}

async function playTrailer(guest: Page, kid: string) {
  match(guest.url(), new RegExp(`/asset/${kid}`))
  await guest.getByText('900 copies at first, then 99 more').waitFor()
  await guest.getByRole('link', { name: 'Buy No. 1 for ¥1,500' }).first().waitFor()
  await assertLayout(guest)
  await press(guest, 'Trailer')
  await waitUntilPlaying(guest)
  await guest.getByRole('combobox', { name: 'Captions (C)' }).selectOption('en')
  await eventuallyEqual(() => cuesOf(guest), [LINES.en])
  await assertAccessible(guest)
}

async function visitBrand(guest: Page) {
  await guest.getByRole('link', { name: 'Kita Eiga' }).first().click()
  await guest.getByRole('heading', { name: 'Kita Eiga', level: 1 }).waitFor()
  const tabs = guest.getByRole('navigation', { name: 'Views of Kita Eiga' })
  for (const [name, path, shown] of [
    ['All', '', 'Last Train to Nemuro'],
    ['For sale', '/sale', 'Blue Hour'],
    ['For rent', '/rental', 'No copies for rent'],
    ['Groups', '/group', 'Winter Set'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await guest.waitForURL(`**/brand/kita-eiga${path}`)
    await guest.getByRole('main').getByText(shown).first().waitFor()
    await assertLayout(guest)
  }
}

/** Asserts that the page fits a phone and is accessible. */
async function assertLayout(guest: Page) {
  await assertFitsScreen(guest)
  await assertAccessible(guest)
}

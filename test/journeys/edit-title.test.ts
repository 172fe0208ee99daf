import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getMedia } from '#src/media/replacements/replacement.shared.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual } from '../chromium.ts'
import { ffmpeg, H264, tempFolder, PICTURE } from '../ffmpeg.ts'
import { appWithTab } from '../app-with-tab.ts'
import { createTitle } from '../titles.ts'

const folder = await tempFolder()
await ffmpeg(folder, `${PICTURE('320x180', 1)} ${H264} trailer.mp4`)
const film = await readFile(join(folder, 'trailer.mp4'))

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 3, price: 300 })
  return { here, tab, mika, kid }
}

test('UP-10 a creator issues more copies, and the title shows which numbers were issued when', async (t) => {
  const { here, tab, mika, kid } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto(`/asset/${kid}`)
  await page.getByRole('button', { name: 'Issue more copies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue more copies' })
  await dialog.getByText('There are 3 copies; the last is No. 3.').waitFor()
  await dialog.getByRole('textbox', { name: 'Copies to add' }).fill('0')
  await dialog.getByRole('button', { name: 'Issue more copies' }).click()
  await dialog.getByText('Enter a number from 1 to').waitFor()
  await dialog.getByRole('textbox', { name: 'Copies to add' }).fill('５０')
  await dialog.getByText('The new copies will be No. 4 to 53 of 53.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name of this issue' }).fill('Second pressing')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Issue 50 copies' }).click()
  await page.getByText('No. 4 to 53 were issued. You own them.').waitFor()

  const guest = await tab()
  await guest.goto(`/asset/${kid}`)
  await guest.getByText('3 copies at first, then 50 more').click()
  await guest.getByText('Second pressing').waitFor()
  await eventuallyEqual(() => guest.getByRole('button', { name: 'Issue more copies' }).count(), 0)
  await assertAccessible(guest)
  equal((await here.call(getAsset, { id: kid })).copies_count, 53)
})

test('a creator withdraws a title and restores it, by the message or on its page', async (t) => {
  const { here, tab, mika, kid } = await openFixtures(t)
  const seen = async () => (await here.call(getAsset, { id: kid })).error?.code ?? 'seen'
  const page = await tab(mika)
  await page.goto(`/asset/${kid}/edit`)
  const withdraw = page.getByRole('button', { name: 'Withdraw the title' })
  await withdraw.click()
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the title' }).click()
  await page.getByRole('heading', { name: 'This title is withdrawn' }).waitFor()
  equal(await seen(), 'not_found')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('heading', { name: 'This title is withdrawn' })
    .waitFor({ state: 'detached' })
  equal(await seen(), 'seen')

  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the title' }).click()
  await page.getByRole('heading', { name: 'This title is withdrawn' }).waitFor()
  await page.goto(`/asset/${kid}`)
  const offers = page.getByText(/^(Sell|Rent out|Trade|Give|Lend|Download) No\. 1$/)
  await assertAccessible(page)
  equal(await offers.count(), 0)
  await page.getByRole('button', { name: 'Restore the title' }).click()
  await page.getByText('The title is published again.').waitFor()
  await offers.first().waitFor()
  equal(await seen(), 'seen')
})

test('a creator replaces the poster, the subtitles and the trailer of a title', async (t) => {
  const { here, tab, mika, kid } = await openFixtures(t)
  const at = here.clock.now.toISOString()
  await here.app.db
    .insertInto('upload')
    .values({
      id: randomUUID(),
      kid,
      account_id: mika.account_id,
      status: 'done',
      total_copies: 3,
      created_at: at,
    })
    .execute()
  const page = await tab(mika)
  await page.goto(`/asset/${kid}/edit`)
  const clear = { r: 124, g: 32, b: 32, alpha: 0 }
  const square = { width: 400, height: 500, channels: 4, background: clear } as const
  const buffer = await sharp({ create: square }).png().toBuffer()
  await page
    .getByLabel('Replace the poster')
    .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
  const shown = page.locator('.focal img[src^="data:image/jpeg"]')
  const [, jpeg] = (await shown.getAttribute('src'))!.split(',')
  const { dominant } = await sharp(Buffer.from(jpeg!, 'base64')).stats()
  ok(dominant.r > 200 && dominant.g > 200, 'what is clear in a PNG becomes paper, not black')
  await page.getByLabel('From the top').press('ArrowRight')
  await page.getByRole('button', { name: 'Use this poster' }).click()
  await page.getByText('Poster replaced.').waitFor()
  const { poster } = await here.call(getAsset, { id: kid })
  deepEqual(poster?.focal, { x: 0.5, y: 0.6 })
  await page.getByLabel('From the left').press('ArrowLeft')
  await page.getByRole('button', { name: 'Save the crop' }).click()
  const focal = async () => (await here.call(getAsset, { id: kid })).poster?.focal
  await eventuallyEqual(focal, { x: 0.4, y: 0.6 })

  const srt = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\n海\n')
  await page
    .getByLabel('Add or replace subtitles')
    .setInputFiles({ name: 'film.ja.srt', mimeType: 'text/plain', buffer: srt })
  await page.getByRole('button', { name: 'Convert to .vtt' }).click()
  await assertAccessible(page)
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/subtitles', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save the subtitles' }).click()
  await page.locator('fieldset:disabled').getByLabel('Language', { exact: true }).waitFor()
  letGo()
  await page.getByText('Subtitles saved.').waitFor()
  const { subtitles } = await mika.call(getMedia, { kid })
  equal(subtitles.map(({ language }) => language).join(' '), 'ja')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Remove the subtitles?' })
  await assertAccessible(page)
  await asked.getByRole('button', { name: 'Remove the subtitles' }).click()
  const said = page.locator('section[aria-live=polite]')
  await said.getByText('Subtitles removed: Japanese').waitFor()
  equal((await mika.call(getMedia, { kid })).subtitles.length, 0)

  const choose = (bytes: Buffer) =>
    page
      .getByLabel('Add a trailer')
      .setInputFiles({ name: 'trailer.mp4', mimeType: 'video/mp4', buffer: bytes })
  await choose(film.subarray(0, 1_000))
  await page.getByRole('button', { name: 'Upload this trailer' }).click()
  await page.getByText('The current trailer is kept.').waitFor()
  await page.getByText(/^Continue by .*, or we will delete this upload/).waitFor()
  await assertAccessible(page)
  const cancel = { name: 'Cancel the new trailer' }
  await page.getByRole('button', cancel).click()
  await page.getByRole('dialog').getByRole('button', cancel).click()
  await choose(film)
  await page.getByRole('button', { name: 'Upload this trailer' }).click()
  await page.getByText('New trailer published.').waitFor()
  equal((await mika.call(getMedia, { kid })).has_trailer, true)
  await page.getByText('Replace the trailer').waitFor()
  await page.getByText('Replacement history').click()
  await page.getByText('Trailer replaced').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the trailer?' })
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Remove the trailer' }).click()
  await page.getByText('Trailer removed.').waitFor()
  equal((await mika.call(getMedia, { kid })).has_trailer, false)
  await page.getByText('Add a trailer').waitFor()
  await page.getByText(/^Trailer removed(?!\.)/).waitFor()
  await page.getByText('Subtitles removed: Japanese').last().waitFor()
  await assertAccessible(page)
})

test('UP-14 a creator names who made a title, and its pages show them', async (t) => {
  const { here, tab, mika, kid } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto(`/asset/${kid}`)
  await page.getByRole('heading', { name: 'Credits' }).waitFor({ state: 'detached' })
  await page.goto(`/asset/${kid}/edit`)
  const credits = page.getByRole('textbox', { name: 'Credits' })
  await page.getByRole('textbox', { name: 'Description' }).fill('A night on the Hanasaki Line.')
  await credits.fill('x'.repeat(4_001))
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Enter at most 100 lines and 4,000 characters.').first().waitFor()
  await credits.fill('Director: Mika Okada\nMusic: Kuroshio Denki\nThe people of Nemuro')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Saved.').waitFor()
  const guest = await tab(undefined, { viewport: { width: 320, height: 640 } })
  for (const address of [`/asset/${kid}`, `/asset/rental/${kid}`]) {
    await guest.goto(address)
    const about = guest.getByRole('region', { name: 'About this' })
    deepEqual(await about.getByRole('term').allTextContents(), ['Director', 'Music', ''])
    const names = await about.getByRole('definition').allTextContents()
    deepEqual(names, ['Mika Okada', 'Kuroshio Denki', 'The people of Nemuro'])
    await assertAccessible(guest)
    await assertFitsScreen(guest)
  }
  equal((await here.call(getAsset, { id: kid })).credits.split('\n').length, 3)
})

test('leaving with unsaved changes asks first, and two tabs do not overwrite each other', async (t) => {
  const { here, tab, mika, kid } = await openFixtures(t)
  const [page, other] = [await tab(mika), await tab(mika)]
  for (const one of [page, other]) await one.goto(`/asset/${kid}/edit`)
  const name = page.getByRole('textbox', { name: 'Title' })
  await name.fill('Tide Tables')
  await page.getByRole('link', { name: 'All copies' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await eventuallyEqual(() => name.inputValue(), 'Tide Tables')

  await other.getByRole('textbox', { name: 'Description' }).fill('From the other tab.')
  await other.getByRole('button', { name: 'Save the title' }).click()
  await other.getByText('Saved.').waitFor()
  await page.getByRole('textbox', { name: 'Description' }).fill('From the first tab.')
  const asked = page.waitForResponse((response) => response.url().includes('/edit.data'))
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('This was changed elsewhere.').waitFor()
  await asked
  equal((await here.call(getAsset, { id: kid })).description, 'From the other tab.')
  here.clock.now = new Date(here.clock.now.getTime() + 1_000)
  await page.getByRole('button', { name: 'Save the title' }).click()
  await page.getByText('Saved.').waitFor()
  const { title: saved, description } = await here.call(getAsset, { id: kid })
  equal(`${saved}: ${description}`, 'Tide Tables: From the first tab.')
  await page.getByRole('link', { name: 'All copies' }).click()
  await page.waitForURL(`**/asset/${kid}/created`)

  await other.getByRole('textbox', { name: 'Title' }).fill('Salt Pier')
  await other.getByRole('button', { name: 'Save the title' }).click()
  await other.getByText('This was changed elsewhere.').waitFor()
  const theirs = other.getByRole('textbox', { name: 'Description' }) // saved once and not edited since
  await eventuallyEqual(() => theirs.inputValue(), 'From the first tab.')
  await other.getByRole('button', { name: 'Save the title' }).click()
  const named = async () => (await here.call(getAsset, { id: kid })).title
  await eventuallyEqual(named, 'Salt Pier')
  equal((await here.call(getAsset, { id: kid })).description, 'From the first tab.')
})

import { deepEqual, equal, match } from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import { eventuallyEqual, assertAccessible, pressTwice } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { field, filePayload, fileInput, listLater, publishButton } from '../title-form.ts'
import { cutTo, tinyFilm } from '../unusual-files.ts'
import { sendFiles, smallFiles } from '../uploads.ts'

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nThe last train\n'

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

/** Opens the form of a new title as its creator. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita' })
  const page = await tab(mika)
  await page.goto('/create')
  return { here, mika, page }
}

const readyToSend = (page: Page) => page.getByText('Ready to upload')

async function fillDescription(page: Page) {
  await field(page, 'Title').fill('Last Train to Nemuro')
  await field(page, 'Description').fill('The day’s last train leaves Kushiro.')
  await listLater(page)
}

test('RT-03 UP-06 UP-12 a creator publishes a film, sees it processed and numbered, and can list it', async (t) => {
  const { here, mika, page } = await openFixtures(t)
  await fileInput(page, 'Film, music or picture').setInputFiles(filePayload(files.film))
  await readyToSend(page).waitFor()
  await fileInput(page, /^Poster/).setInputFiles(filePayload(files.picture))
  await readyToSend(page).nth(1).waitFor()
  await fillDescription(page)
  await page.getByRole('link', { name: 'Uploads', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await field(page, 'Number of copies').fill('12')
  await page.getByText('Royalties, lowest price, first number').click()
  await field(page, 'First number').fill('101')
  await field(page, 'Lowest price (¥)').fill('5')
  await page.getByText('yamabuki').click()
  await page.getByText('¥5 was raised to ¥10.').waitFor()
  await page.getByText('12 copies · No. 101 to 112').waitFor()
  await page.getByText('Sale times, limit per person').click()
  await page.getByLabel('Sale starts').fill('2030-02-01T21:00')
  await page.getByLabel('Sale ends').fill('2030-02-01T20:00')
  await page.getByLabel('Limit per person').fill('0')
  const send = page.getByRole('button', { name: 'Publish 12 copies' })
  await send.click()
  await page
    .getByText('The end must be after the start, and not in the past.', { exact: true })
    .waitFor()
  await page.getByText('Enter a number from 1 to 10,000.', { exact: true }).waitFor()
  await page.getByText('Sale times, limit per person').click() // the messages stay visible
  await assertAccessible(page)

  await page.getByLabel('Sale ends').fill('2030-02-02T21:00')
  await page.getByLabel('Limit per person').fill('2')
  await pressTwice(send)
  await page.waitForURL(/\/create\/[\w-]{36}$/)
  await page.getByRole('link', { name: 'List copies' }).waitFor({ timeout: 60_000 })
  await assertAccessible(page)

  const { items, total } = await mika.call(listUploads, { include_mint: true })
  equal(total, 1, 'though it was pressed twice')
  deepEqual(items[0]?.minted, { copies_count: 12, first_number: 101 })
  const asset = await here.call(getAsset, { id: items[0].kid })
  deepEqual(
    [asset.obi, asset.brand?.name, asset.min_sellable_price, asset.creator_royalty_rate],
    ['yamabuki', 'Kita Eiga', 10, 10],
  )
  deepEqual(
    [asset.sale_starting_at, asset.sale_ending_at, asset.holding_limit],
    ['2030-02-01T12:00:00.000Z', '2030-02-02T12:00:00.000Z', 2],
  )
})

test('RT-03 UP-12 a new creator publishes and lists in one form, with a frame of the film as the poster', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const page = await tab(mika)
  await page.goto('/create')
  const asset = fileInput(page, 'Film, music or picture')
  await asset.setInputFiles({ ...filePayload(files.film), buffer: Buffer.from('no film') })
  await page.getByText('This browser cannot play this film.').waitFor()
  await page.getByRole('button', { name: 'Remove film.mp4' }).click()
  await asset.setInputFiles(filePayload(files.twoColours))
  await readyToSend(page).waitFor()
  const frame = page.getByRole('slider', { name: 'Poster from the film' })
  await eventuallyEqual(
    async () => (await frame.getAttribute('aria-valuetext'))?.slice(0, 6),
    '0:00.4',
  )
  await frame.press('End')
  await page.getByRole('button', { name: 'Previous frame' }).click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Use this frame' }).click()
  await page.getByText(/^frame-3\.\d+s\.jpg$/).waitFor()
  await page.locator(':focus[aria-label^="Remove frame-3"]').press('Enter')
  await page.locator('input[type=file]:focus').waitFor()
  await frame.press('End')
  await page.getByRole('button', { name: 'Use this frame' }).press('Enter')
  await page.locator(':focus[aria-label^="Remove frame-"]').waitFor()
  await readyToSend(page).nth(1).waitFor()
  await field(page, 'Title').fill('Salt Pier')
  await field(page, 'Description').fill('One pier, one winter.')
  const price = field(page, 'Price per copy (¥)')
  equal(await price.inputValue(), '1000')
  await publishButton(page).click()
  await page
    .getByText('Choose or create a brand, or turn off “List at once”.', { exact: true })
    .waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'New brand' }).click()
  const dialog = page.getByRole('dialog', { name: 'New brand' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Kita Eiga')
  await dialog.getByRole('button', { name: 'Create the brand' }).click()
  await dialog.waitFor({ state: 'detached' })
  await price.fill('5')
  await publishButton(page).click()
  await page.getByText('Enter a number from 10 to 9,999,999.', { exact: true }).waitFor()
  await price.fill('2400')
  const listed = page.getByRole('checkbox', { name: 'List at once' })
  await listed.uncheck()
  await price.waitFor({ state: 'detached' })
  await listed.check()
  equal(await price.inputValue(), '2400', 'it keeps what was typed')
  await page.getByText('You also receive ¥240 from each resale at this price.').waitFor()
  await page.getByRole('button', { name: 'Publish and list 100 copies' }).click()

  await page.getByRole('link', { name: 'View the title' }).click({ timeout: 60_000 })
  await page.getByText('¥2,400').first().waitFor()
  const { items } = await mika.call(listUploads, {})
  const title = await here.call(getAsset, { id: items[0]!.kid })
  deepEqual(
    [title.brand?.name, title.sale_listing_copies_count, title.min_sale_price, title.obi],
    ['Kita Eiga', 100, 2_400, 'gunjo'],
    'the frame is of the blue half, and the strip matches it',
  )
})

test('UP-05 an interrupted upload continues with the same file, and with no other', async (t) => {
  const { mika, page } = await openFixtures(t)
  await page.route('**/dev/storage/**', (route) => route.abort())
  await fileInput(page, 'Film, music or picture').setInputFiles(filePayload(files.picture))
  await readyToSend(page).waitFor()
  await fillDescription(page)
  await publishButton(page).click()
  await page.waitForURL(/\/create\/[\w-]{36}$/)
  await page.getByRole('button', { name: `Pause ${files.picture.name}` }).click()
  await page.getByText('Paused at').waitFor()
  await page.unroute('**/dev/storage/**')
  await page.reload()
  const again = page.getByLabel(`Choose ${files.picture.name} again`)

  await again.setInputFiles(filePayload(files.song))
  await page.getByText('This is a different file.').waitFor()
  equal((await mika.call(listUploads, {})).items[0]?.status, 'uploading')
  await assertAccessible(page)

  await again.setInputFiles(filePayload(files.picture))
  await page.getByRole('link', { name: 'List copies' }).waitFor({ timeout: 60_000 })
})

test('UP-07 an .srt file is refused, and converted by one press', async (t) => {
  const { page } = await openFixtures(t)
  await fileInput(page, 'Film, music or picture').setInputFiles(filePayload(files.film))
  await readyToSend(page).waitFor()
  const subtitles = {
    name: 'film.ja.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(SRT),
  }
  await fileInput(page, /^Subtitles/).setInputFiles(subtitles)
  await page.getByText('This is an .srt file. Convert it to .vtt.').waitFor()
  await fillDescription(page)
  await publishButton(page).click()
  await page.getByText('Convert the .srt file, or remove it.').waitFor()

  await page.getByRole('button', { name: 'Convert to .vtt' }).click()
  await eventuallyEqual(() => page.getByRole('combobox', { name: 'Language' }).inputValue(), 'ja')
  await assertAccessible(page)
  const asked = page.waitForRequest('**/asset_upload')
  await publishButton(page).click()

  const body = (await asked).postDataJSON() as { asset_subtitles: { b64_data: string }[] }
  const vtt = Buffer.from(body.asset_subtitles[0]!.b64_data, 'base64').toString()
  await page.getByRole('link', { name: 'List copies' }).waitFor({ timeout: 60_000 })
  match(vtt, /^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.000\nThe last train\n$/)
})

test('UP-05 a file of the wrong type can be discarded, and what could be read of a cut film published', async (t) => {
  const { here, mika, page } = await openFixtures(t)
  const text = {
    name: 'film.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('no film '.repeat(99)),
  }
  await fileInput(page, 'Film, music or picture').setInputFiles(text)
  await readyToSend(page).waitFor()
  await fillDescription(page)
  await publishButton(page).click()
  await page.getByText('This kind of file is not supported.').waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Cancel this upload' }).click()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await page.waitForURL(/\/create$/)
  equal((await mika.call(listUploads, {})).total, 0)

  const bytes = cutTo(await tinyFilm(), 0.5)
  const cut = { name: 'half.mp4', type: 'video/mp4', bytes }
  const { uuid, kid } = await sendFiles(mika, { asset: cut })
  await page.goto(`/create/${uuid}`)
  await page.getByText('“half.mp4” should be 4 seconds long, but only').waitFor()
  await assertAccessible(page)
  await page.goto('/uploads')
  await page.getByText('Needs a decision').waitFor()
  await page.getByRole('button', { name: /^Publish the 1\.\d seconds we could read$/ }).click()
  await page.getByText('Ready to list').waitFor()
  equal((await here.call(getAsset, { id: kid })).media_type, 'video')
})

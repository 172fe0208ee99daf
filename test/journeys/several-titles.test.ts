import { deepEqual, equal } from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { listUploads } from '#src/media/upload/upload.shared.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { plainPicture, smallFiles } from '../uploads.ts'
import { waitUntil } from '../test-app.ts'

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe last train\n'

let files: Awaited<ReturnType<typeof smallFiles>>
let picture: Buffer
before(async () => {
  files = await smallFiles()
  picture = (await plainPicture(400, 500)).bytes
})

/** Opens the page for several titles as a creator with a brand. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const brand = await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita' })
  const page = await tab(mika)
  await page.goto('/create/several')
  return { here, mika, brand, page }
}

/** Makes a folder of these files, for the browser to choose. */
async function folderOf(name: string, entries: Record<string, Buffer | string>) {
  const folder = join(files.folder, name)
  for (const [path, bytes] of Object.entries(entries)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return folder
}

const chooser = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const titleItem = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const group = (page: Page, name: RegExp) => page.getByRole('region', { name })

/** Holds back all replies of storage to this browser until released. */
async function holdStorage(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/dev/storage/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('UP-06 the files of a folder upload two at a time while their creator visits other pages, and a broken one stops no other', async (t) => {
  const { mika, page } = await openFixtures(t)
  const folder = await folderOf('works', {
    'night-train.mp3': files.song.bytes,
    'night-train.png': picture,
    'night-train.ja.vtt': VTT,
    'stills/fern.png': picture,
    'tide.png': picture,
    'tide.poster.png': picture,
    'broken.mp4': 'no film '.repeat(99),
    'read me.txt': 'for the press',
    '.DS_Store': 'x',
  })
  await chooser(page, 'Choose a folder').setInputFiles(folder)
  await page.getByText('1 file matches no title').waitFor()
  const train = titleItem(page, 'Night train')
  await train.getByText('night-train.png').waitFor()
  await train.getByText('Subtitles (Japanese)').waitFor()
  await titleItem(page, 'Tide').getByText('tide.poster.png').waitFor()
  await page.getByText('4 titles need a change').waitFor() // the descriptions are missing
  await page.locator('textarea').first().fill('Of one harbour, in one year.')
  await titleItem(page, 'Tide').getByLabel('Title').fill('Tide Tables')
  await titleItem(page, 'Tide Tables').getByLabel('Number of copies').fill('１２')
  await page.getByText('All titles are ready').waitFor()
  await assertAccessible(page)

  const letGo = await holdStorage(page)
  await page.getByRole('button', { name: 'Upload 4 titles' }).dblclick() // queues each once
  await page.waitForURL('**/uploads')
  const wayUp = group(page, /^Uploading/)
  await wayUp.getByText('Uploading', { exact: true }).nth(1).waitFor()
  await eventuallyEqual(() => wayUp.getByText('Waiting', { exact: true }).count(), 2)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
  letGo()
  await page.getByRole('link', { name: 'Uploads', exact: true }).first().waitFor()
  const uploads = await waitUntil(
    async () => (await mika.call(listUploads, { include_mint: true })).items,
    (items) =>
      items.length === 4 && items.every(({ status }) => ['done', 'failed'].includes(status)),
    90,
  )
  deepEqual(
    uploads
      .map(({ title, status, minted }) => `${title} ${status} ${minted?.copies_count}`)
      .toSorted(),
    ['Broken failed undefined', 'Fern done 100', 'Night train done 100', 'Tide Tables done 12'],
  )
  await page.goto('/uploads')
  await group(page, /^Needs attention/)
    .getByText('This kind of file is not supported.')
    .waitFor()
  const done = group(page, /^Done/).getByRole('link', { name: 'All copies' })
  await eventuallyEqual(() => done.count(), 3)
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Cancel Broken' }).click()
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await page.getByText('Upload of Broken cancelled.').waitFor()
  await page.getByRole('heading', { name: /^Needs attention/ }).waitFor({ state: 'detached' })
  equal((await mika.call(listUploads, {})).total, 3)
})

test('UP-03 UP-05 all tabs of a browser together send at most two parts at once', async (t) => {
  const { mika, page } = await openFixtures(t)
  const sending = new Set<Request>()
  const sent: { begin: number; end: number }[] = [] // by the browser's clock: events of tabs may cross
  const isPut = (request: Request) => request.method() === 'PUT' && /storage/.test(request.url())
  page.context().on('request', (request) => isPut(request) && sending.add(request))
  page.context().on('response', (response) => sending.delete(response.request()))
  page.context().on('requestfinished', (request) => {
    const { startTime: begin, responseStart } = request.timing()
    if (isPut(request)) sent.push({ begin, end: begin + responseStart })
  })
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.context().route('**/dev/storage/**', async (route) => {
    await promise
    await route.continue()
  })

  const other = await page.context().newPage()
  await other.goto('/create/several')
  for (const [i, tab] of [page, other].entries()) {
    const names = ['a', 'b', 'c'].map((name) => `${name}${i}.png`)
    const entries = Object.fromEntries(names.map((name) => [name, picture]))
    await chooser(tab, 'Choose a folder').setInputFiles(await folderOf(`tab-${i}`, entries))
    await tab.locator('textarea').first().fill('Of one harbour.')
    await tab.getByRole('button', { name: 'Upload 3 titles' }).click()
    await group(tab, /^Uploading/)
      .getByText('Uploading', { exact: true })
      .nth(1)
      .waitFor()
  }
  equal(sending.size, 2)
  letGo()
  const uploads = await waitUntil(
    async () => (await mika.call(listUploads, {})).items,
    (items) => items.length === 6 && items.every(({ status }) => status === 'done'),
    60,
  )
  equal(uploads.length, 6)
  const atOnce = sent.map(
    ({ begin }) => sent.filter((part) => part.begin <= begin && begin < part.end).length,
  )
  deepEqual([sent.length, Math.max(...atOnce)], [6, 2])
})

test('UP-12 a CSV list describes three titles, a faulty line is corrected in place, and terms apply to all', async (t) => {
  const { here, mika, brand, page } = await openFixtures(t)
  const list = [
    'title,description,file_name,sale_ending_at,holding_limit,brand,total_copies,start_serial_number,sale_price',
    '夜行,最終列車。,a.png,2031/3/3 9:00,,kita,7,101,"¥3,000"',
    'Salt,Of the sea.,b.png,,9,kita,ten,1,',
    'Fern,Of the wood.,gone.png,,,,5,1,',
    '',
  ].join('\r\n')
  const folder = await folderOf('listed', {
    'titles.csv': `\uFEFF${list}`,
    'a.png': picture,
    'b.png': picture,
  })
  await chooser(page, 'Choose a folder').setInputFiles(folder)
  const wrong = page.getByRole('alert')
  await wrong.getByText('Line 3: Number of copies: Enter a number from 1 to 10,000.').waitFor()
  await wrong.getByText('Line 4: The work: gone.png is not among the chosen files.').waitFor()
  await assertAccessible(page)

  await titleItem(page, 'Salt').getByLabel('Number of copies').fill('10')
  await page.getByText('1 title needs a change').waitFor()
  await page.getByRole('checkbox', { name: 'Rent out their copy' }).uncheck()
  const all = group(page, /^For all titles/)
  await all.getByText('Sale times, limit per person').click()
  await all.getByLabel('Sale ends').fill('2030-02-02T21:00')
  await all.getByLabel('Limit per person').fill('0')
  await page.getByText('2 titles need a change').waitFor() // Salt has its own description
  await wrong.getByText('Line 2: Limit per person: Enter a number from 1 to 10,000.').waitFor()
  await all.getByLabel('Limit per person').fill('3')
  await all.getByRole('checkbox', { name: 'Use a waiting room' }).check()
  await wrong.getByText('Line 2: Sale starts: Required.').waitFor()
  for (const name of ['夜行', 'Fern']) await titleItem(page, name).getByText('Required.').waitFor()
  await all.getByLabel('Sale starts').fill('2030-02-01T21:00')
  await wrong.getByText('Line 2: Sale starts').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Upload 2 titles' }).click()
  await page.getByText('2 titles are uploading.').waitFor()
  await titleItem(page, 'Salt').waitFor({ state: 'detached' })
  const copies = titleItem(page, 'Fern').getByLabel('Number of copies')
  await copies.fill('6')
  await chooser(page, 'Choose a folder').setInputFiles(folder) // the list again
  await eventuallyEqual(() => copies.inputValue(), '5')
  equal(await titleItem(page, 'Salt').count(), 0, 'a title that is uploading stays away')
  const fern = { name: 'fern.png', mimeType: 'image/png', buffer: picture }
  await titleItem(page, 'Fern').getByLabel('Choose the work').setInputFiles(fern)
  await page.getByRole('button', { name: 'Upload 1 title' }).click()
  await page.waitForURL('**/uploads')
  await group(page, /^Done/)
    .getByRole('link', { name: 'All copies' })
    .nth(2)
    .waitFor({ timeout: 60_000 })

  const { items } = await mika.call(listUploads, { include_mint: true })
  const minted = Object.fromEntries(items.map((item) => [item.title, item.minted]))
  deepEqual(minted, {
    夜行: { copies_count: 7, first_number: 101 },
    Salt: { copies_count: 10, first_number: 1 },
    Fern: { copies_count: 5, first_number: 1 },
  })
  const night = items.find(({ title }) => title === '夜行')!
  const asset = await here.call(getAsset, { id: night.kid })
  deepEqual([asset.brand?.name, asset.description], [brand.name, '最終列車。'])
  deepEqual([asset.sale_listing_copies_count, asset.min_sale_price], [7, 3_000])
  for (const { kid } of items) {
    const made = await here.call(getAsset, { id: kid })
    const own = { 夜行: ['2031-03-03T00:00:00.000Z', 3], Salt: ['2030-02-02T12:00:00.000Z', 9] }
    deepEqual(
      [made.secondary_rental_enabled, made.sale_ending_at, made.holding_limit],
      [false, ...(own[made.title as keyof typeof own] ?? ['2030-02-02T12:00:00.000Z', 3])],
    )
    deepEqual([made.sale_starting_at, made.waiting_room], ['2030-02-01T12:00:00.000Z', true])
  }
})

test('a removed title comes back with its file, and broken subtitles show before the upload', async (t) => {
  const { page } = await openFixtures(t)
  const folder = await folderOf('again', {
    'tide.mp3': files.song.bytes,
    'tide.ja.vtt': 'WEBVTT\n\n00:02.000 --> 00:01.000\nThe last train\n',
  })
  const choose = () => chooser(page, 'Choose a folder').setInputFiles(folder)
  await choose()
  const tide = titleItem(page, 'Tide')
  const remove = page.getByRole('button', { name: 'Remove Tide', exact: true })
  await tide.getByText('Line 3: the end is before the start.').waitFor()
  await remove.click()
  await tide.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await remove.click()
  await tide.waitFor({ state: 'detached' })
  await choose()
  await tide.waitFor()
  await tide.getByRole('button', { name: 'Remove tide.ja.vtt' }).click()
  await tide.getByText('Line 3').waitFor({ state: 'detached' })
})

test('a removed title of a list comes back with its file, and the other removed ones stay away', async (t) => {
  const { page } = await openFixtures(t)
  const list = 'title,file_name\r\nHigh Tide,tide.mp3\r\nFern,fern.mp3\r\nSalt,salt.mp3\r\n'
  const { bytes } = files.song
  const folder = await folderOf('relisted', {
    'list.csv': list,
    'tide.mp3': bytes,
    'fern.mp3': bytes,
  })
  await folderOf('relisted-late', { 'salt.mp3': bytes })
  await chooser(page, 'Choose a folder').setInputFiles(folder)
  for (const name of ['High Tide', 'Fern', 'Salt']) {
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
    await titleItem(page, name).waitFor({ state: 'detached' })
  }
  const add = (path: string) =>
    chooser(page, 'Choose files').setInputFiles(join(files.folder, path))
  await add('relisted/tide.mp3')
  await titleItem(page, 'High Tide').waitFor()
  await add('relisted-late/salt.mp3') // was missing before
  await titleItem(page, 'Salt').waitFor()
  equal(await titleItem(page, 'Fern').count(), 0)
})

test('a title that is being read while all is paused begins its upload only afterwards', async (t) => {
  const { mika, page } = await openFixtures(t)
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/*md5-worker*', async (route) => {
    await promise
    await route.continue()
  })
  const folder = await folderOf('paused', { 'tide.png': picture })
  await chooser(page, 'Choose a folder').setInputFiles(folder)
  await page.locator('textarea').first().fill('Of one harbour.')
  await page.getByRole('button', { name: 'Upload 1 title' }).click()
  await page.getByRole('button', { name: 'Pause all' }).click()
  await page.getByText('Reading the files, 0%').waitFor()
  letGo()
  await page.getByText('Reading the files, 100%').waitFor()
  await page.waitForTimeout(500) // in which the upload would begin
  equal((await mika.call(listUploads, {})).total, 0)
  await page.getByRole('button', { name: 'Resume all' }).click()
  await eventuallyEqual(async () => (await mika.call(listUploads, {})).total, 1)
})

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { listExtras } from '#src/media/extras/extra.shared.ts'
import { assertAccessible, assertFitsScreen, openChromium, PHONE } from '../chromium.ts'
import { addExtra, pdfFile, sendExtra, waitForExtra } from '../extras.ts'
import { tempFolder } from '../ffmpeg.ts'
import { giveCopy, makePlayable } from '../playback-fixtures.ts'
import { testApp, waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'
import { plainPicture, smallFiles } from '../uploads.ts'

const pages = await builtPages()
let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

test('EX-07 EX-08 EX-10 a creator adds an extra to the first two numbers, renames it and removes it', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { title: 'Tide Tables', copies: 5 })
  const path = join(await tempFolder(), 'notes.pdf')
  await writeFile(path, pdfFile().bytes)
  const page = await (await openChromium(here))(mika)

  await page.goto(`/asset/${kid}/edit`)
  await page.getByText('This title has no extras yet.').waitFor()
  await page.getByRole('link', { name: 'Add an extra' }).click()
  await page.getByRole('button', { name: 'Add an extra' }).click()
  await page.getByLabel('Choose the file').setInputFiles(path)
  await page.getByText('Ready to upload').waitFor()
  await page.getByRole('checkbox', { name: /Every number/ }).uncheck()
  await page.getByLabel('Numbers', { exact: true }).fill('1-9')
  await page.getByRole('button', { name: 'Add the extra' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('Enter numbers from 1 to 5.').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Name').fill('Production notes')
  await page.getByLabel('Numbers', { exact: true }).fill('1-2')
  await page.context().setOffline(true) // nothing typed is lost
  await page.getByRole('button', { name: 'Add the extra' }).click()
  await page.getByText('We could not connect.').waitFor()
  equal(await page.getByLabel('Name').inputValue(), 'Production notes')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Add the extra' }).click()
  const shown = async () => (await here.call(listExtras, { id: kid })).items
  const [made] = await waitUntil(shown, (all) => all.length === 1, 60)
  deepEqual([made?.name, made?.numbers], ['Production notes', '1-2'])

  await page.getByText('No owner yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Edit: Production notes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Notes, corrected')
  await dialog.getByRole('button', { name: 'Save the extra' }).click()
  await page.getByText('Notes, corrected').first().waitFor()

  await giveCopy(here, (await tokenOf(here, kid, 1))!, await here.person('Ren'))
  await page.reload()
  await page.getByText('1 owner').waitFor()
  await page.getByRole('button', { name: 'Remove: Notes, corrected' }).click()
  await dialog.getByText('1 owner loses it at once').waitFor()
  await dialog.getByRole('button', { name: 'Remove the extra' }).click()
  await page.getByText('This title has no extras yet').waitFor()
  deepEqual(await shown(), [])
})

test('EX-10 the page of extras says until when a failed one is kept, and asks before it is cancelled', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { title: 'Tide Tables', copies: 5 })
  const id = await sendExtra(mika, kid, { ...pdfFile(), bytes: pdfFile().bytes.subarray(0, 40) })
  await waitForExtra(mika, kid, id)
  const page = await (await openChromium(here))(mika)
  await page.goto(`/asset/${kid}/extras`)
  await page.getByText(/^Continue by .*, or we will delete this upload/).waitFor()
  await assertAccessible(page)
  const cancel = { name: 'Cancel this extra' }
  await page.getByRole('button', cancel).click()
  const asked = page.getByRole('dialog', { name: 'Cancel “Notes”?' })
  await asked.getByText('Its uploaded file is deleted.').waitFor()
  await asked.getByRole('button', cancel).click()
  await page.getByText('Extra cancelled.').waitFor()
  await page.getByText('This title has no extras yet').waitFor()
})

async function tokenOf(here: Awaited<ReturnType<typeof testApp>>, kid: string, number: number) {
  const copy = await here.app.db
    .selectFrom('serial')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('number', '=', number)
    .executeTakeFirst()
  return copy?.asset_token_id
}

for (const [device, options] of [
  ['a computer', {}],
  ['a phone', PHONE],
] as const)
  test(`EX-15 EX-16 on ${device} a visitor sees what comes with a number, and its holder opens it`, async (t) => {
    const here = await testApp(t, { pages, now: new Date() })
    const mika = await here.person('Mika', { role: 'ORH' })
    const ren = await here.person('Ren')
    const { kid, tokens } = await createTitle(here, mika, { title: 'Tide Tables', copies: 5 })
    await makePlayable(here, kid)
    const picture = await plainPicture(400, 500)
    await addExtra(mika, kid, files.song, { kind: 'voice', name: 'A greeting', numbers: '1-2' })
    await addExtra(mika, kid, picture, { kind: 'poster', name: 'Winter poster', numbers: '2' })
    await addExtra(mika, kid, files.film, { kind: 'clip', name: 'Cut scene' })
    await addExtra(mika, kid, pdfFile(), { name: 'Notes' })
    const open = await openChromium(here)
    const guest = await open(undefined, options)

    await guest.goto(`/asset/${kid}?no=2`)
    const ticket = guest.getByRole('region', { name: 'Your choice' })
    await ticket.getByRole('heading', { name: 'Comes with' }).waitFor()
    deepEqual(await ticket.getByRole('listitem').allInnerTexts(), [
      'A greeting Voice message',
      'Winter poster Poster',
      'Cut scene Bonus clip',
      'Notes PDF',
    ])
    await guest.getByText('With extras (2)').click()
    equal(await guest.locator('.cells a.cell').count(), 2)
    match(await guest.locator('.cells a.cell').first().innerText(), /Comes with extras/)
    await assertAccessible(guest)
    const abroad = await open(undefined, { ...options, locale: 'ja' }) // its words are wider
    await abroad.goto(`/asset/${kid}?no=2`)
    await assertFitsScreen(abroad)

    await giveCopy(here, tokens.get(2)!, ren)
    const page = await open(ren, options)
    await page.goto(`/asset/${kid}?no=2`)
    const own = page.getByRole('region', { name: 'Your extras' })
    const { width: usual, height } = page.viewportSize()!
    await page.setViewportSize({ width: 320, height })
    const name = await own.locator('p', { hasText: 'Winter poster' }).boundingBox()
    ok(name!.width >= 160, `${name!.width} px`) // the button is below
    await page.setViewportSize({ width: usual, height })
    await own.getByRole('link', { name: 'View: Winter poster' }).click()
    const image = own.getByRole('img', { name: 'Winter poster' })
    await image.waitFor()
    const width = () => image.evaluate((one: HTMLImageElement) => one.naturalWidth)
    equal(await waitUntil(width, (pixels) => pixels > 0), 400)
    await own.getByRole('link', { name: 'Listen: A greeting' }).click()
    equal(await plays(page, 'audio'), true)
    const download = page.waitForEvent('download')
    await own.getByRole('link', { name: 'Download: Notes' }).click()
    equal((await download).suggestedFilename(), 'Notes.pdf')
    await assertAccessible(page)

    await page.goto('/asset')
    await page.getByText('4 extras').waitFor()
    await page.goto(`/asset/${kid}/watch?no=2`)
    await page.getByRole('link', { name: 'Watch: Cut scene' }).click()
    equal(await plays(page, '[aria-label="Cut scene"]'), true)
    await page.locator('.player-play').waitFor() // the film is ready, too
    const film = page.locator('.player video')
    const isPaused = () => film.evaluate((one: HTMLVideoElement) => one.paused)
    equal(await isPaused(), true, 'the film does not play over it')
    await page.locator('[aria-label="Cut scene"]').press('k')
    equal(await isPaused(), true, 'keys of a focused video are not those of the film')
    await assertAccessible(page)

    await giveCopy(here, tokens.get(2)!, mika)
    await page.getByRole('link', { name: 'View: Winter poster' }).click()
    await page.getByText(/could not be opened|cannot watch this now/).waitFor()
  })

/** Waits until a medium plays. */
async function plays(page: Page, selector: string): Promise<boolean> {
  const medium = page.locator(selector)
  await medium.waitFor()
  const at = () => medium.evaluate((one: HTMLMediaElement) => one.currentTime)
  return (await waitUntil(at, (seconds) => seconds > 0.3)) > 0.3
}

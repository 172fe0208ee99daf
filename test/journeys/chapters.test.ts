import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { armFailpoint } from '#core/failpoint.ts'
import { builtPages } from '#src/app.ts'
import { getChapters } from '#src/media/playback/playback.shared.ts'
import { processTitle } from '#src/media/upload/process.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { captureLog } from '../log-capture.ts'
import { chaptersFile, ffmpeg, tempFolder, TONE } from '../ffmpeg.ts'
import { sendFiles, uploadOf } from '../uploads.ts'
import { waitUntil, type TestApp, testApp } from '../test-app.ts'

const pages = await builtPages()
const CHAPTERS = [
  { at_seconds: 0, name: 'The harbour' },
  { at_seconds: 4, name: 'The bridge' },
]

/** Makes a film of ten bits, 23.976 frames a second and one audio channel, with chapters. */
async function makeUnusualFilm() {
  const folder = await tempFolder()
  await writeFile(join(folder, 'named.txt'), chaptersFile(CHAPTERS))
  const picture = '-f lavfi -i testsrc2=s=720x480:r=24000/1001:d=12'
  const tenBit = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le'
  const streams = `${picture} ${TONE(12)} -i named.txt -map_chapters 2`
  await ffmpeg(folder, `${streams} ${tenBit} -c:a aac film.mov`)
  const bytes = await readFile(join(folder, 'film.mov'))
  return { name: 'film.mov', type: 'video/quicktime', bytes }
}

test('UP-06 finished renditions of a film play while the others are encoded, and its creator then edits the chapters', async (t) => {
  const place = await testApp(t, { pages, now: new Date(), role: 'web' })
  const mika = await place.person('Mika', { role: 'ORH' })
  const { uuid, kid } = await sendFiles(mika, { asset: await makeUnusualFilm() })
  await failFirstRendition(t, place, uuid)
  const page = await (await openChromium(place))(mika)
  await page.goto(`/create/${uuid}`)
  await page.getByRole('link', { name: 'Watch what is ready' }).click()
  await page.locator('.player-bar').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) >= 4)
  equal(await page.evaluate(() => document.querySelector('video')!.videoHeight), 360)

  await place.app.runDueJobs()
  equal((await uploadOf(mika, uuid)).status, 'done')
  const storedChapters = async () => (await place.call(getChapters, { id: kid })).chapters
  deepEqual(await storedChapters(), CHAPTERS)
  await page.goto(`/asset/${kid}/edit`)
  const lines = page.getByRole('textbox', { name: 'One per line: start time' })
  const save = page.getByRole('button', { name: 'Save the chapters' })
  await eventuallyEqual(() => lines.inputValue(), '0:00 The harbour\n0:04 The bridge')
  await lines.fill('0:00 The harbour\n0:04\n')
  await save.click()
  await page.getByText('Line 2: add a name of at most').waitFor()
  await page.getByRole('link', { name: 'All copies' }).click()
  await page.getByText('Your changes on this page are not saved yet.').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await assertAccessible(page)
  const vtt =
    'WEBVTT\n\n00:00.500 --> 00:03.000\n港\n\n00:03.000 --> 00:08.000\nThe long way home\n'
  const typed = await lines.inputValue()
  const replace = () =>
    page.getByLabel('Replace with a file').setInputFiles({
      name: 'chapters.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from(vtt),
    })
  await replace()
  await eventuallyEqual(() => lines.inputValue(), '0:00.500 港\n0:03 The long way home')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventuallyEqual(() => lines.inputValue(), typed)
  await replace()
  await eventuallyEqual(() => lines.inputValue(), '0:00.500 港\n0:03 The long way home')
  await save.click()
  await page.getByText('Chapters saved.').waitFor()
  deepEqual(
    (await storedChapters()).map(({ at_seconds }) => at_seconds),
    [0.5, 3],
  )

  await page.goto(`/asset/${kid}/watch`)
  await waitForWholeFilm(page)
  const menu = page.getByRole('combobox', { name: 'Chapters (N, P)' })
  const slider = page.getByRole('slider', { name: 'Position' })
  await page.keyboard.press('k') // plays or pauses, as browsers may start by themselves
  await page.evaluate(() => document.querySelector('video')!.pause())
  await menu.selectOption({ label: '0:03 The long way home' })
  await waitForPosition(page, 3)
  await page.keyboard.press('p')
  await waitForPosition(page, 0.5)
  await page.keyboard.press('n')
  await waitForPosition(page, 3)
  await waitUntil(
    () => slider.getAttribute('aria-valuetext'), // drawn after the film has moved
    (text) => text!.endsWith(', The long way home'),
  )
  match((await slider.getAttribute('aria-valuetext'))!, /, The long way home$/)
  equal(
    await page.locator('.player-marks path').first().getAttribute('d'),
    await assertChapterMarks(page, [0.5, 3]),
  )
  const box = (await slider.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2)
  await page.locator('.player-flag').getByText('港').waitFor()
  await assertAccessible(page)
})

/** Lets processing fail after a part of the smallest rendition is encoded. */
async function failFirstRendition(t: TestContext, { app }: TestApp, id: string) {
  t.after(() => armFailpoint(undefined, () => {}))
  armFailpoint('rendition.begun', () => {
    throw new Error('killed')
  })
  const lines = captureLog(t, 'killed')
  await processTitle(app.jobCtx('upload.process'), { id })
  equal(lines.length, 1)
  armFailpoint(undefined, () => {})
}

/** Waits until the player shows the length of the film. */
async function waitForWholeFilm(page: Page) {
  await page.locator('.player-bar').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 5)
}

const waitForPosition = (page: Page, seconds: number) =>
  waitUntil(
    () => page.evaluate(() => document.querySelector('video')!.currentTime),
    (time) => Math.abs(time - seconds) < 0.2,
  )

async function assertChapterMarks(page: Page, places: number[]) {
  const duration = await page.evaluate(() => document.querySelector('video')!.duration)
  return places.map((place) => `M${(place / duration) * 1_000} 0V1`).join('')
}

import { equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { readVtt, plainCueText } from '#src/media/packaging/webvtt.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { cuesOf } from '../player.ts'
import { brokenVtts, unusualVtts } from '../vtt-samples.ts'
import { fileInput, filePayload, publishButton } from '../title-form.ts'
import { sendFiles, waitForUpload, smallFiles } from '../uploads.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

test('UP-07 unusual subtitle files show their cues in the player, each in its language', async (t) => {
  const place = await testApp(t, { pages, now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const asset_subtitles = unusualVtts.map(({ language, text }) => ({
    language,
    b64_data: Buffer.from(text).toString('base64'),
  }))
  const { uuid, kid } = await sendFiles(mika, { asset: files.film }, { asset_subtitles })
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const tab = await openChromium(place)
  const page = await tab(mika)
  await page.goto(`/asset/${kid}/watch`)
  await assertAllShown(page)
})

/** Asserts that the player shows the cues of each file; it drops empty ones. */
async function assertAllShown(page: Page) {
  const choice = page.getByRole('combobox', { name: 'Captions (C)' })
  await choice.waitFor()
  for (const { language, text } of unusualVtts) {
    const said = readVtt(text.replace('\u{feff}', '').replaceAll(/\r\n?/g, '\n'))
      .cues.map((cue) => plainCueText(cue.text))
      .filter((words) => words !== '')
    await choice.selectOption(language)
    await eventuallyEqual(() => cuesOf(page), said)
  }
}

const JAPANESE = '1\n00:00:01,000 --> 00:00:02,000\n根室行き、最終列車です。\n'
const ARABIC = '1\n00:00:01,000 --> 00:00:02,000\nهذا آخر قطار إلى نيمورو.\n'
const encoded = (text: string, encoding: string) =>
  execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: text })

test('UP-07 the form names the faulty line of a subtitle file, and converts other formats', async (t) => {
  const place = await testApp(t, { pages, now: new Date() })
  const mika = await place.person('Mika', { role: 'ORH' })
  const page = await (await openChromium(place))(mika)
  await page.goto('/create')
  await fileInput(page, 'Film, music or picture').setInputFiles(filePayload(files.film))

  const broken = brokenVtts.filter(([, , reason]) => reason !== 'srt')
  const brokenFiles = broken.map(([, text], i) => vtt(`film-${i}.ja.vtt`, text))
  await fileInput(page, /^Subtitles/).setInputFiles(brokenFiles)
  await row(page, 'film-0.ja.vtt')
    .getByText('Line 1: a .vtt file must begin with WEBVTT.')
    .waitFor()
  for (const [i, [why, , , line]] of broken.entries()) {
    const alert = await row(page, `film-${i}.ja.vtt`).getByRole('alert').innerText()
    match(alert, new RegExp(`^Line ${line}: `), why)
  }
  await assertAccessible(page)
  await publishButton(page).click()
  for (const [i, [, , , line]] of broken.entries())
    await fault(page, new RegExp(`^film-${i}\\.ja\\.vtt: Line ${line}: `)).waitFor()
  for (const { name: file } of brokenFiles)
    await page.getByRole('button', { name: `Remove ${file}` }).click()

  await fileInput(page, /^Subtitles/).setInputFiles([
    vtt('film.ja.srt', encoded(JAPANESE, 'SHIFT_JIS')),
    vtt('film.ar.srt', encoded(ARABIC, 'CP1256')),
  ])
  for (const [file, encoding, words] of [
    ['film.ja', 'shift_jis', '根室行き、最終列車です。'],
    ['film.ar', 'windows-1256', 'هذا آخر قطار إلى نيمورو.'],
  ] as const) {
    await row(page, `${file}.srt`).getByRole('button', { name: 'Convert to .vtt' }).click()
    const made = row(page, `${file}.vtt`)
    await made.getByText(words).waitFor()
    const written = made.getByRole('combobox', { name: 'Encoding' })
    await eventuallyEqual(() => written.inputValue(), encoding)
  }
  const arabic = row(page, 'film.ar.vtt')
  const language = arabic.getByRole('combobox', { name: 'Language' })
  await language.selectOption('ja')
  await arabic.getByText('Another file has the same language: Japanese.').waitFor()
  for (const file of ['film.ja.vtt', 'film.ar.vtt'])
    await fault(page, `${file}: Another file has the same language: Japanese.`).waitFor()
  await fault(page, /^film\.ar/).press('Enter')
  equal(await arabic.evaluate((one) => one === document.activeElement), true)
  await language.selectOption('ar')
  await assertAccessible(page)
})

const vtt = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/vtt',
  buffer: Buffer.from(content),
})
const row = (page: Page, name: string) =>
  page.locator('li[id^="subtitles-"]').filter({ hasText: name })
const fault = (page: Page, name: string | RegExp) =>
  page.getByRole('alert').getByRole('link', { name })

import { equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createDownload } from '#src/media/downloads/download.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen } from '../chromium.ts'
import {
  bytesOf,
  downloadableTitle,
  fetchFile,
  sampleFile,
  sha256,
  startDownload,
} from '../downloads.ts'
import { fetchAs, giveCopy } from '../playback-fixtures.ts'
import { createTitle } from '../titles.ts'

const PHONE = { width: 390, height: 844 }

test('AS-03 AS-10 AS-11 an owner downloads a file, checks it, and unlocks the copy', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const file = await sampleFile('a.jpg', 'image/jpeg')
  const film = await downloadableTitle(here, mika, { file, title: 'Noren' })
  await giveCopy(here, film.tokens.get(1)!, ren)
  const page = await tab(ren)
  await page.goto(`/asset/${film.kid}?no=1`)
  await page.getByRole('link', { name: 'Download No. 1' }).click()
  await page.getByRole('radio', { name: /Original file/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Lock No. 1 and prepare the file' }).click()
  const save = page.getByRole('link', { name: 'Save the file' })
  await save.waitFor()
  await assertAccessible(page)
  const saving = page.waitForEvent('download')
  await save.click()
  const saved = await saving
  equal(saved.suggestedFilename(), 'Noren No. 1.jpg')
  const bytes = await readFile(await saved.path())
  await page.getByRole('heading', { name: 'Downloaded' }).waitFor()
  await page.getByText(sha256(bytes)).waitFor()

  await page.getByRole('link', { name: 'check the file' }).click()
  await page.getByRole('heading', { name: 'Check a file' }).waitFor()
  const input = page.getByLabel('Choose a file, or drop it here')
  const checked = { name: 'a.jpg', mimeType: 'image/jpeg' }
  await input.setInputFiles({ ...checked, buffer: bytes })
  await page.getByRole('heading', { name: 'Noren, No. 1 of 5' }).waitFor()
  await page.getByText('The signature is Renban’s, and the file was not altered.').waitFor()
  await assertAccessible(page)
  const altered = Buffer.from(bytes)
  altered[altered.length - 300]! ^= 1
  await input.setInputFiles({ ...checked, buffer: altered })
  await page.getByRole('heading', { name: 'This file was altered' }).waitFor()
  await input.setInputFiles({ ...checked, buffer: file.bytes })
  await page.getByRole('heading', { name: 'No signature found' }).waitFor()

  await page.goto(`/asset/${film.kid}?no=1`)
  await page.getByText('No. 1 is downloaded.').waitFor()
  equal(await page.getByRole('button', { name: 'Sell No. 1' }).count(), 0)
  await page.getByRole('link', { name: 'Download or unlock No. 1' }).click()
  const unlock = page.getByRole('button', { name: 'Unlock No. 1' })
  await unlock.click()
  await page.getByText('Confirm that you deleted the file.').waitFor()
  await assertAccessible(page)
  await page.getByRole('checkbox', { name: 'I have deleted every copy of the file.' }).check()
  await unlock.click()
  await page.getByRole('button', { name: 'Lock No. 1 and prepare the file' }).waitFor()
  await page.goto(`/asset/${film.kid}?no=1`)
  await page.getByText('Owner confirmed that the download is deleted').waitFor()
  await page.getByRole('button', { name: 'Sell No. 1' }).waitFor()
})

test('AS-10 anyone checks a file with its receipt, by keyboard and on a phone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await downloadableTitle(here, mika, {
    file: await sampleFile('a.ogg', 'audio/ogg'),
    title: 'Tide',
  })
  const download = await startDownload(mika, film.tokens.get(2)!)
  const buffer = await bytesOf(fetchFile(download))
  const answer = await fetchAs(here, `/api/2.0/downloads/${download.id}/receipt`, mika)
  match(answer.headers.get('content-disposition')!, /Tide%20No\.%202\.ogg\.receipt\.jws$/)
  const receipt = {
    name: 'Tide No. 2.ogg.receipt.jws',
    mimeType: 'application/jose',
    buffer: await bytesOf(Promise.resolve(answer)),
  }
  const phone = await tab()
  await phone.setViewportSize(PHONE)
  await phone.goto('/help')
  await phone.getByRole('link', { name: 'Check a file' }).click()
  const input = phone.getByLabel('Choose a file, or drop it here')
  const choosing = phone.waitForEvent('filechooser')
  await input.press('Enter')
  await (await choosing).setFiles([{ name: 'a.ogg', mimeType: 'audio/ogg', buffer }, receipt])
  await phone.getByRole('heading', { name: 'Tide, No. 2 of 5' }).waitFor()
  await assertFitsScreen(phone)
  await assertAccessible(phone)
  await input.setInputFiles([
    { name: 'b.ogg', mimeType: 'audio/ogg', buffer: buffer.subarray(1) },
    receipt,
  ])
  await phone.getByRole('heading', { name: 'This file was altered' }).waitFor()
  await input.setInputFiles([receipt])
  await phone.getByRole('heading', { name: 'The file is missing' }).waitFor()
  const forged = { ...receipt, buffer: receipt.buffer.subarray(0, -8) }
  await input.setInputFiles([{ name: 'a.ogg', mimeType: 'audio/ogg', buffer }, forged])
  await phone.getByRole('heading', { name: 'The receipt is not valid' }).waitFor()
})

test('AS-10 the page of a copy offers a download only where its creator allows it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const kept = await createTitle(here, mika, { copies: 1 })
  const page = await tab(mika)
  await page.goto(`/asset/${kept.kid}?no=1`)
  await page.getByRole('button', { name: 'Sell No. 1' }).waitFor()
  equal(await page.getByRole('link', { name: /^Download/ }).count(), 0)
  await page.goto(`/asset/${kept.kid}/download?no=1`)
  await page.getByText('The creator does not allow downloads of this title.').waitFor()
  const { error } = await mika.call(createDownload, { asset_token_id: kept.tokens.get(1)! })
  equal(error?.code, 'download_disabled')
})

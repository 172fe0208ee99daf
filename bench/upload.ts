import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { md5OfFile } from '#src/integrations/storage-answers.ts'
import { abortUpload, beginUpload, CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import { listLater, publishButton } from '../test/title-form.ts'
import { CHROMIUM_PATH } from '../test/chromium-path.ts'
import { createPerson, type Person } from '../test/people.ts'
import { waitForUpload } from '../test/uploads.ts'
import { rounded } from './figures.ts'
import { openBenchDatabase } from './bench-database.ts'
import { serve } from './server.ts'

const MB = 1_000_000
const SIZE = 2 * CHUNK_BYTES
const RUNS = 3
const TIMEOUT_MS = 600_000

interface UploadTimes {
  /** The time for reading and hashing the file, while a person would fill in the form. */
  reading: number
  sending: number
}

/**
 * Measures the upload of a film of two parts through the page in Chromium. The time runs from the
 * press on the button to the confirmation by storage. The comparison is `curl -T` of the same file
 * to a signed URL of the same storage. Storage checks the same MD5. Both alternate, so that a noisy
 * moment hits both. The file is read and hashed before, when it is chosen: `read_mb_per_second`.
 */
export async function upload() {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const database = await openBenchDatabase()
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const path = join(database.folder, 'film.mp4')
    const file = await open(path, 'w')
    await file.truncate(SIZE)
    await file.close()
    const clock = { now: new Date() }
    const setup = { url: server.url, app: { db: database.db }, clock }
    const mika = await createPerson(setup, 'Mika', { role: 'ORH' })
    const sums = { reading: 0, sending: 0, curl: 0 }
    for (let run = 0; run < RUNS; run++) {
      sums.curl += await uploadByCurl(mika, path)
      const { reading, sending } = await uploadByPage(browser, server.url, mika, path)
      sums.reading += reading
      sums.sending += sending
    }
    const speed = (seconds: number) => Math.round((RUNS * SIZE) / MB / seconds)
    return {
      mb_per_second: speed(sums.sending),
      curl_mb_per_second: speed(sums.curl),
      ratio: rounded(sums.curl / sums.sending),
      read_mb_per_second: speed(sums.reading),
    }
  } finally {
    await browser.close()
    await server.stop()
    await database.close()
  }
}

async function uploadByCurl(mika: Person, path: string): Promise<number> {
  const md5 = await md5OfFile(path)
  const { uuid, asset } = await mika.call(beginUpload, {
    orh_account_id: mika.account_id,
    file_name: 'film.mp4',
    file_type: 'video/mp4',
    md5,
    title: 'By curl',
    description: 'One PUT.',
    total_copies: 1,
  })
  const headers = Object.entries(asset.headers).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const startedAt = performance.now()
  await promisify(execFile)('curl', ['-sS', '--fail', '-T', path, ...headers, asset.url!])
  const seconds = (performance.now() - startedAt) / 1_000
  await mika.call(abortUpload, { uuid })
  return seconds
}

async function uploadByPage(
  browser: Browser,
  url: string,
  mika: Person,
  path: string,
): Promise<UploadTimes> {
  const context = await browser.newContext({ baseURL: url, locale: 'en' })
  await context.addCookies([{ name: 'session', value: mika.token, url }])
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto('/create', { waitUntil: 'networkidle' })
  const reading = await timed(async () => {
    await page.locator('label', { hasText: 'Film, music' }).locator('input').setInputFiles(path)
    await page.getByText('Ready to upload').waitFor()
  })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('By our page')
  await page.getByRole('textbox', { name: 'Description' }).fill('Two parts.')
  await listLater(page)
  const sending = await timed(() => submitAndWait(page))
  const uuid = /[\da-f-]{36}$/.exec(page.url())![0]
  await waitForUpload(mika, uuid) // its processing would slow down the next run
  await mika.call(abortUpload, { uuid })
  await context.close()
  return { reading, sending }
}

async function submitAndWait(page: Page) {
  const completed = page.waitForResponse(/complete_upload$/)
  await publishButton(page).click()
  const response = await completed
  if (!response.ok()) throw new Error(`completing answered ${response.status()}`)
}

async function timed(action: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return (performance.now() - startedAt) / 1_000
}

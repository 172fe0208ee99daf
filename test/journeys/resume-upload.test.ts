import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { beginUpload, listUploads } from '#src/media/upload/upload.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { openFlakyProxy } from '../flaky-proxy.ts'
import { field, listLater, publishButton } from '../title-form.ts'
import { uploadForm } from '../uploads.ts'
import { waitUntil, testApp } from '../test-app.ts'

const pages = await builtPages()
const MIB = 1024 ** 2

test('UP-05 an interrupted file is sent again, continues after a reload by one press in one tab, and waits while offline', async (t) => {
  const here = await testApp(t, { pages, now: new Date(), role: 'web' })
  const line = await openFlakyProxy(t)
  const tab = await openChromium(here)
  const mika = await here.person('Mika', { role: 'ORH' })
  const page = await tab(mika, { proxy: { server: line.url } })
  // A test cannot use the system's file dialog, so it returns a file of the browser's private storage.
  await page.addInitScript(() => {
    const choose = async () => {
      const root = await navigator.storage.getDirectory()
      const handle = await root.getFileHandle('song.mp3', { create: true })
      if ((await handle.getFile()).size > 0) return [handle]
      const writer = await handle.createWritable()
      await writer.write(new Uint8Array(4 * 1_048_576))
      await writer.close()
      return [handle]
    }
    Object.assign(window, { showOpenFilePicker: choose })
  })
  /** Stalls the next PUT after `bytes`, and resolves then. */
  const held = () =>
    new Promise<void>((resolve) => {
      line.onPut(0, MIB, (put) => {
        put.stall()
        resolve()
      })
    })

  await page.goto('/create')
  await page.getByText('Film, music or picture').click()
  await page.getByText('Ready to upload').waitFor()
  await field(page, 'Title').fill('Last Train to Nemuro')
  await field(page, 'Description').fill('The day’s last train leaves Kushiro.')
  await listLater(page)
  line.disconnectAt(0, MIB)
  const second = held()
  await publishButton(page).click()
  await page.waitForURL(/\/create\/[\w-]{36}$/)
  await second
  await page.getByRole('button', { name: 'Pause song.mp3' }).click()
  await page.getByText('Paused at').waitFor()
  await page.reload()
  await page.getByText('This browser remembers the file').waitFor()
  await assertAccessible(page)

  const [other, late] = [await page.context().newPage(), await page.context().newPage()]
  await other.clock.install()
  await other.goto(page.url())
  const again = other.getByRole('button', { name: 'Resume the upload' })
  await again.waitFor()
  await other.clock.pauseAt(Date.now() + 60_000) // the second tab stops watching the first from here on
  const third = held()
  await page.getByRole('button', { name: 'Resume the upload' }).click()
  await third
  await again.click()
  await other.clock.resume()
  await late.goto(page.url())
  for (const one of [other, late]) {
    await one.getByText('Another tab of this browser is uploading this file.').waitFor()
    equal(await again.count(), 0)
  }
  await assertAccessible(late)
  await page.context().setOffline(true)
  line.disconnectAll()
  await page.getByText('You are offline').waitFor()
  await page.context().setOffline(false)

  const { status } = await waitUntil(
    async () => (await mika.call(listUploads, {})).items[0]!,
    (upload) => upload.status === 'queued',
  )
  equal(status, 'queued')
  deepEqual(line.puts.map((put) => put.status).filter(Boolean), [200], 'it was sent once')
})

test('UP-06 more than a hundred uploads are split into pages, newest first', async (t) => {
  const here = await testApp(t, { pages, now: new Date(), role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const note = { name: 'song.mp3', type: 'audio/mpeg', bytes: Buffer.from('not a song') }
  for (let n = 1; n <= 101; n++)
    await mika.call(beginUpload, { ...uploadForm(mika, note), title: `Song ${n} שיר` })
  const page = await (await openChromium(here))(mika)
  await page.goto('/uploads')
  const drops = page.getByRole('button', { name: /^Cancel Song / })
  await eventuallyEqual(() => drops.count(), 100)
  const [nameEnds, figureBegins] = await page.locator('li p:has(a)').first().evaluate(edgesOf)
  ok(nameEnds! <= figureBegins!, 'the name’s own script does not draw the figure before it')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await eventuallyEqual(() => drops.count(), 1)
  equal(new URL(page.url()).search, '?page=1')
})

/** Returns the pixel positions where a row's name ends and its first figure begins. */
function edgesOf(row: Element) {
  const figure = document.createRange()
  figure.setStart(row.querySelector('span')!.firstChild!, 0)
  figure.setEnd(row.querySelector('span')!.firstChild!, 1)
  const name = row.querySelector('a')!.getBoundingClientRect()
  return [name.right, figure.getBoundingClientRect().left]
}

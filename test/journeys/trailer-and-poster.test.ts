import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { sendFiles, waitForUpload, smallFiles } from '../uploads.ts'
import { waitUntil, testApp } from '../test-app.ts'

const pages = await builtPages()

let files: Awaited<ReturnType<typeof smallFiles>>
before(async () => {
  files = await smallFiles()
})

const trailer = (page: Page) => page.getByRole('button', { name: 'Trailer' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('AS-02 a trailer may be missing, a file or a stream, and a poster comes in three formats', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sent = [
    await sendFiles(mika, { asset: files.picture }, { title: 'Still Water' }),
    await sendFiles(mika, { asset: files.film, trailer: files.film }, { title: 'Last Train' }),
  ]
  for (const { uuid } of sent) equal((await waitForUpload(mika, uuid)).status, 'done')
  const [still, film] = sent.map(({ kid }) => kid)
  const page = await (await openChromium(here))()

  await page.goto(`/asset/${still}`)
  await heading(page, 'Still Water').waitFor()
  equal((await here.call(getAsset, { id: still! })).preview_url, 'None')
  equal(await trailer(page).count(), 0)
  await assertThreeFormats(page)

  await page.goto(`/asset/${film}`)
  await trailer(page).click()
  match(await playingSource(page), /^blob:/)
  equal(await page.locator('.player').evaluate((one) => one === document.activeElement), true)

  // Our trailers are streams; a trailer elsewhere may be a single file, named by its address.
  const key = `media/${film}/clear/plain.mp4`
  await here.integrations.storage.put(key, files.film.bytes, { type: 'video/mp4' })
  await page.route(`**/asset/${film}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\{\\+"hls\\+".*?\}/, `${here.url}/${key}`)
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await trailer(page).click()
  equal(await playingSource(page), `${here.url}/${key}`)
})

test('AS-02 a title opened from another one shows its own trailer, and no refusal of the other', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [first, second] = await Promise.all(
    ['Still Water', 'Last Train'].map((title) =>
      createTitle(here, mika, { copies: 3, price: 300, title, trailer: '{}' }),
    ),
  )
  const page = await (await openChromium(here))(await here.person('Ren'))
  await page.route('**/trailers/**', (route) => route.abort())
  const player = page.locator('.player')
  const asked = (kid: string) =>
    page.waitForRequest((one) => one.url().includes(`/trailers/${kid}/`))
  const follow = async (name: string) => {
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await heading(page, name).waitFor()
  }
  await page.goto(`/asset/${first!.kid}`)
  const ofFirst = asked(first!.kid)
  await trailer(page).click()
  await ofFirst
  await player.waitFor()
  await page.route('**/api/2.0/favourites', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  const lost = page.getByText('We could not connect.')
  await lost.waitFor()

  await follow('Last Train')
  await eventuallyEqual(() => player.count(), 0)
  equal(await lost.count(), 0)
  const ofSecond = asked(second!.kid)
  await trailer(page).click()
  await ofSecond

  await page.goto(`/asset/${first!.kid}?no=2`)
  await page.getByRole('button', { name: 'Add No. 2 to favourites' }).click()
  await lost.waitFor()
  await page.getByRole('searchbox').filter({ visible: true }).fill('last train 2')
  await page.getByRole('region', { name: 'Titles' }).getByRole('link', { name: 'No. 2' }).click()
  await heading(page, 'Last Train').waitFor()
  await page.getByRole('button', { name: 'Add No. 2 to favourites' }).waitFor()
  equal(await lost.count(), 0)
})

/** Returns the source that the player plays, once it has started. */
async function playingSource(page: Page): Promise<string> {
  const video = page.locator('video')
  await video.waitFor()
  const look = () =>
    video.evaluate((one: HTMLVideoElement) => ({ at: one.currentTime, from: one.currentSrc }))
  const { at, from } = await waitUntil(look, (seen) => seen.at > 0.5)
  ok(at > 0.5, 'it plays')
  return from
}

/** Asserts that the browser loads the smallest format, and the next one if that is removed. */
async function assertThreeFormats(page: Page) {
  const picture = page.locator('main .picture').first()
  const image = picture.locator('picture img')
  equal(await picture.locator('.picture-placeholder').count(), 1, 'a blur until it has come')
  const taken: string[] = []
  for (const extension of ['avif', 'webp', 'jpg']) {
    const look = () =>
      image.evaluate((one: HTMLImageElement) => ({ from: one.currentSrc, width: one.naturalWidth }))
    const { from, width } = await waitUntil(
      look,
      (seen) => seen.from.endsWith(extension) && seen.width > 0,
    )
    ok(width >= 320, 'it is there')
    taken.push(from.split('.').at(-1)!)
    await picture.evaluate((one) => one.querySelector('source')?.remove())
  }
  deepEqual(taken, ['avif', 'webp', 'jpg'])
}

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { builtPages } from '#src/app.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('RT-25 ST-03 an owner shares a copy by link and picture, with their name if they wish, and prints its certificate', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_400 })
  const film = await createTitle(here, mika, { copies: 12, price: 2_400 })
  await mika.call(updateAsset, { kid: film.kid, title: 'Last Train' })
  const tab = await openChromium(here)
  const page = await tab(ren, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`/payment/purchase/${film.kid}?no=7`)
  await page.getByRole('button', { name: 'Use ¥2,400' }).click()
  await page.getByRole('button', { name: 'Buy No. 7 for ¥2,400' }).click()
  await page.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()

  await page.route(/\/share\?/, (route) => route.abort())
  await page.getByRole('button', { name: 'Share this copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share No. 7' })
  await dialog.getByText('We could not connect.', { exact: false }).waitFor()
  await page.unroute(/\/share\?/)
  await dialog
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 2_000 })
    .catch(() => {}) // the page has fetched it by itself
  await dialog.getByRole('img', { name: 'No. 7 of “Last Train” as others will see it' }).waitFor()
  const drawn = () =>
    page.evaluate<number>(`document.querySelector('[role=dialog] img').naturalWidth`)
  await eventuallyEqual(drawn, 1_200)
  await assertAccessible(page)
  const links = { plain: '', named: '' }
  const copied = async () => {
    await dialog.getByRole('button', { name: 'Share' }).click()
    return String(await page.evaluate('navigator.clipboard.readText()'))
  }
  await eventuallyEqual(
    async () => (links.plain = await copied()).startsWith(`${here.url}/copies/`),
    true,
  )
  await dialog.getByText('Show my name').click()
  await eventuallyEqual(async () => (links.named = await copied()) === links.plain, false)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Save the picture' }).click()
  equal((await download).suggestedFilename(), 'No. 7 of Last Train.png')

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/asset/${film.kid}?no=7`)
  await page.getByRole('link', { name: 'Certificate of No. 7' }).click()
  const certificate = page.getByRole('article', { name: 'Certificate of No. 7' })
  await certificate.getByText('Name not shown').waitFor()
  await page.getByText('Your name is not on this certificate.').waitFor()
  await page.getByText('The newest record was entered in the register on').waitFor()
  await assertAccessible(page)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sizes = [...paper.matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box]) =>
    box!.split(' ').map((length) => Math.round(Number(length))),
  )
  deepEqual(sizes, [[0, 0, 595, 420]], 'one page, A5 landscape')

  await page.setViewportSize(PHONE.viewport)
  const licence = await certificate.getByText('This numbered copy is a licence').boundingBox()
  equal(
    licence!.width > PHONE.viewport.width / 2,
    true,
    'the text is not squeezed beside seal and code',
  )

  const guest = await tab(undefined, PHONE)
  await guest.goto(`/certificate/${film.tokens.get(7)}`)
  await guest.getByRole('heading', { name: 'What this certificate proves' }).waitFor()
  equal(await guest.getByText('The newest record').count(), 0)
  await assertFitsScreen(guest)
  await assertAccessible(guest)
  await guest.goto(links.named)
  await guest.getByRole('heading', { name: 'No. 7 of Last Train' }).waitFor()
  await guest.getByText(/^Held by Ren since/).waitFor()
  const image = `${links.named}/picture.png`
  equal(await guest.locator('meta[property="og:image"]').getAttribute('content'), image)
  equal((await guest.request.get(image)).headers()['content-type'], 'image/png')
  await assertFitsScreen(guest)
  await assertAccessible(guest)

  const japanese = await tab(undefined, { ...PHONE, locale: 'ja' })
  await japanese.goto(links.plain)
  await japanese.getByRole('heading', { name: '「Last Train」No. 7' }).waitFor()
  await eventuallyEqual(() => japanese.getByText('Ren', { exact: true }).count(), 0)
  await assertFitsScreen(japanese)
  await japanese.getByRole('link', { name: '作品を見る' }).click()
  await japanese.waitForURL(/\/asset\/[\w-]+\?no=7$/)
})

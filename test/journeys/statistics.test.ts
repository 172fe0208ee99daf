import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

/** Opens a test app in February, after two sales of Mika's film and one of Aoi's song in January. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date('2030-01-31T14:00:00Z') })
  const [mika, aoi, ren, sora] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Aoi', { role: 'ORH' }),
    here.person('Ren', { balance: 100_000 }),
    here.person('Sora', { role: 'ADMIN' }),
  ])
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  const song = await createTitle(here, aoi, { copies: 3, price: 800 })
  for (const order of [film.order(1, 2_400), film.order(2, 2_400), song.order(1, 800)])
    await ren.call(purchaseForFree, order)
  here.clock.now = new Date('2030-01-31T15:00:00Z')
  return { here, mika, ren, sora, tab: await openChromium(here) }
}

test('MN-16 a creator opens the previous month, reads the figures and downloads the CSV', async (t) => {
  const { mika, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Mika' }).click()
  await page.getByRole('link', { name: 'Sales statistics' }).click()
  await page.getByRole('heading', { name: 'No sales in February 2030' }).waitFor()
  await assertAccessible(page)

  await page.getByLabel('Month').selectOption('January 2030')
  await page.getByRole('heading', { name: 'Titles sold' }).waitFor()
  match(page.url(), /\/statistics\?month=2030-01$/)
  const table = page.getByRole('table', { name: 'Titles sold' })
  const totals = async () => (await table.locator('tfoot td').allInnerTexts()).slice(-3)
  await eventuallyEqual(totals, ['2', '¥4,800', '¥4,320'])
  await assertAccessible(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await saving
  equal(file.suggestedFilename(), 'renban-2030-01.csv')
  match(await readFile(await file.path(), 'utf8'), /^\uFEFFBrand,Title,.*\r\n.*,4800,4320\r\n$/)
})

test('RT-36 an administrator reads the accounting of all sellers, also without scripts', async (t) => {
  const { sora, tab } = await openFixtures(t)
  const page = await tab(sora, { javaScriptEnabled: false })
  await page.goto('/admin/accountings')
  await page.getByLabel('Month').selectOption('2030-01')
  await page.getByRole('button', { name: 'Show' }).click()
  const rows = page.getByRole('table', { name: 'Titles sold' }).locator('tbody tr')
  await eventuallyEqual(() => rows.count(), 2)
  await page.getByText('Show as table').click()
  const brands = page.getByRole('table', { name: 'By brand' }).locator('tbody tr')
  await brands.first().getByText('¥4,800').first().waitFor()
})

test('RT-36 only administrators can open the accounting, and a guest is asked to sign in', async (t) => {
  const { here, mika, ren } = await openFixtures(t)
  const statusOf = async (path: string, token?: string) => {
    const cookie: Record<string, string> = token ? { cookie: `session=${token}` } : {}
    const response = await fetch(here.url + path, { headers: { accept: 'text/html', ...cookie } })
    const code = /\b(admins_only|creators_only|not_signed_in)\b|Become a creator/.exec(
      await response.text(),
    )
    return [response.status, code?.[0]]
  }
  deepEqual(await statusOf('/admin/accountings', mika.token), [403, 'admins_only'])
  deepEqual(await statusOf('/admin/accountings', ren.token), [403, 'admins_only'])
  deepEqual(await statusOf('/admin/accountings'), [401, 'not_signed_in'])
  equal((await statusOf('/statistics', ren.token))[0], 403)
  equal((await statusOf('/statistics'))[0], 401)
})

import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/house.ts'
import { purchaseForFree } from '#src/purchase/purchase.shape.ts'
import { isAccessible, openChromium } from '../chromium.ts'
import { onSale, title } from '../titles.ts'
import { world, type World } from '../world.ts'

const pages = await builtPages()

/** Ren bought No. 1 from Mika and sold it on to Aoi. */
async function seller(here: World) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const aoi = await here.person('Aoi', { balance: 2_000 })
  const film = await title(here, mika, { copies: 1, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await onSale(here, ren, [film.tokens.get(1)!], 2_000)
  const again = { ...film.order(1, 2_000), asset_sale_price: 2_000 }
  await aoi.call(purchaseForFree, { ...again, owner_account_id: ren.account_id })
  return ren
}

test('MN-01 MN-03 a seller reads what came and went, and opens a row into its shares', async (t) => {
  const here = await world(t, { pages })
  const ren = await seller(here)
  const tab = await openChromium(t, here)
  const page = await tab(ren)
  await page.goto('/account/points')
  equal(await page.getByText('¥6,000').first().isVisible(), true)
  await isAccessible(page)

  await page.getByRole('button', { name: /^Sold No\. 1/ }).click()
  const dialog = page.getByRole('dialog')
  const said = await dialog.innerText()
  for (const yen of ['¥2,000', '¥181', '−¥200', '−¥100', '+¥1,700'])
    equal(said.includes(yen), true, yen)
  await isAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByLabel('Kind').selectOption('buy')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/kind=buy/)
  await page.getByText('1 entry').waitFor()
  await page.goto('/account/points?month=2029-12')
  match(await page.locator('main').innerText(), /Nothing of that kind in that time/)
})

test('MN-01 the statement fits a phone and is Japanese where its reader is', async (t) => {
  const here = await world(t, { pages })
  const ren = await seller(here)
  const tab = await openChromium(t, here)
  const viewport = { width: 320, height: 720 }
  const page = await tab(ren, { viewport, locale: 'ja', colorScheme: 'dark' })
  await page.goto('/account/points')
  await page.getByRole('heading', { name: '残高とポイント' }).waitFor()
  equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  await isAccessible(page)
})

test('RT-08 the account has these pages and no others, and none for guests', async (t) => {
  const here = await world(t, { pages })
  const ren = await here.person('Ren')
  const answer = async (type: string, cookie?: string) =>
    (await fetch(`${here.url}/account/${type}`, cookie ? { headers: { cookie } } : {})).status
  const own = `session=${ren.token}`
  equal(await answer('points', own), 200)
  equal(await answer('settings', own), 200)
  equal(await answer('security', own), 200)
  equal(await answer('elsewhere', own), 404)
  equal(await answer('points'), 401)
})

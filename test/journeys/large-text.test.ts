import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertFitsScreen, PHONE } from '../chromium.ts'
import { createTitle, listForSale } from '../titles.ts'

/** Reads the font size of the first element that is shown, in pixels. */
const sizeOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

const setRoot = (page: Page, px: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}px`
  }, px)

test('the numbers of a board, the obi and the price chart follow the reader’s font size, and fit', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi', { balance: 10_000 })
  const film = await createTitle(here, mika, { copies: 100, price: 700 })
  for (const number of [7, 11, 12])
    await aoi.call(purchaseForFree, { ...film.order(number, 700), asset_sale_price: 700 })
  const page = await tab(aoi, { viewport: { width: 1_280, height: 800 } })
  await page.goto(`/asset/${film.kid}?no=2`)
  const texts = [
    'a.cell',
    '.ticket .obi-number',
    '.ticket .obi-name',
    '.price-steps',
    '.price-name',
  ]
  await page.locator('.price-steps').first().waitFor()
  const sizes = async () => Promise.all(texts.map((text) => sizeOf(page, text)))
  const usual = await sizes()
  deepEqual(usual, [16, 30, 14, 13, 13])
  await setRoot(page, 32)
  deepEqual(
    await sizes(),
    usual.map((size) => size * 2),
  )
  await assertFitsScreen(page)

  await page.setViewportSize({ width: 390, height: 844 })
  ok((await sizeOf(page, 'a.cell')) > 26)
  const tooWide = await page
    .locator(':is(a.cell, .cells, .price-chart, .price-days, .obi-number):visible')
    .evaluateAll(
      (all) =>
        all.filter(
          (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > 390,
        ).length,
    )
  equal(tooWide, 0)
})

test('with text twice as large a phone shows the whole header, prices and bar', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, secondary_sale_enabled: true })
  const [first, ...others] = film.tokens.values()
  await listForSale(here, mika, [first!], 2_400)
  await listForSale(here, mika, others, 26_500)
  for (const locale of ['en', 'de', 'ja', 'ar']) {
    const page = await tab(undefined, { ...PHONE, locale })
    for (const path of ['/', `/asset/${film.kid}?no=2`]) {
      await page.goto(path)
      await setRoot(page, 32)
      await assertFitsScreen(page)
      const parts = page.locator(
        ':is(header a, header button, .card .amounts, .foot-bar > *):visible',
      )
      const cut = await parts.evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect()
            const place = (one.closest('.card') ?? document.body).getBoundingClientRect()
            return left < place.left - 1 || right > place.right + 1
          })
          .map((one) => one.outerHTML),
      )
      deepEqual(cut, [], `${locale} ${path}`)
    }
  }
})

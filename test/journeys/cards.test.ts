import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type Asset,
  listBrandAssets,
  listBrandRentals,
  listCreatedAssets,
  listListedAssets,
} from '#src/catalog/asset/asset.shared.ts'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { overrideReply, assetVariants } from '../reply-overrides.ts'
import { brandFixtures } from '../brand-fixtures.ts'

const pages = await builtPages()
const NO_OFFER = { sale_listing_copies_count: 0, min_sale_price: null, max_sale_price: null }
const FOR_RENT = { rental_listing_copies_count: 3, rentable_copies_count: 2 }
const RENT = { ...FOR_RENT, min_rental_price: 200, max_rental_price: 300 }
const NO_RENT = {
  rental_listing_copies_count: 0,
  rentable_copies_count: 0,
  min_rental_price: null,
  max_rental_price: null,
}
const ONE_DAY = { rental_period_seconds: 86_400 }
const OVER = { sale_ending_at: '2020-01-01T00:00:00.000Z' }

/** Opens a test app with a brand and its title of two copies at ¥500, and a tab with a fake clock. */
async function openFixtures(t: TestContext) {
  const all = await brandFixtures(t, 1, { pages, now: new Date() })
  const tab = await openChromium(all.here)
  const open = async (path: string, who?: typeof all.mika) => {
    const page = await tab(who)
    await page.clock.install()
    await page.goto(path)
    await page.locator('.card').first().waitFor()
    return page
  }
  return { ...all, open }
}

/** Refreshes the page and asserts the text below the title of each card. */
async function assertCards(page: Page, lines: Record<string, string[]>) {
  await page.clock.runFor(31_000)
  for (const [name, said] of Object.entries(lines)) {
    const card = page.locator('.card').filter({ has: page.getByText(name, { exact: true }) })
    await eventuallyEqual(() => card.locator('h3 ~ p').allInnerTexts(), said)
  }
  await assertAccessible(page)
}

/** Asserts that a card is a link, or that it is none. */
async function assertIsLink(page: Page, name: string, isLink: boolean) {
  await eventuallyEqual(() => page.getByRole('link', { name, exact: true }).count(), isLink ? 1 : 0)
}

test('GR-02 GR-03 GR-04 GR-05 GR-06 GR-08 a card of the market shows the title’s price and brand', async (t) => {
  const { open } = await openFixtures(t)
  const page = await open('/?sort_by=oldest')
  const changes: Record<string, Partial<Asset>> = {
    'One price': { min_sale_price: 500, max_sale_price: 500 },
    'Two prices': { min_sale_price: 500, max_sale_price: 800 },
    'No brand': { brand: null, brand_id: null },
    'To rent': { ...NO_OFFER, ...RENT, type_of_listing: 'rent' },
    'All lent': { ...RENT, rentable_copies_count: 0, type_of_listing: 'both' },
    'Under the hammer': { ...NO_OFFER, type_of_listing: 'auction' },
    'Given away': { ...NO_OFFER, free_copies_count: 7, type_of_listing: 'transfer' },
    'Too late': OVER,
    'All gone': { ...NO_OFFER, is_sold_out: true, type_of_listing: 'unknown' },
    'Not offered': { ...NO_OFFER, type_of_listing: 'unknown' },
  }
  await overrideReply(page, listListedAssets, (real) => {
    const items = assetVariants(real.items, changes)
    return { items, total: items.length }
  })

  await assertCards(page, {
    'One price': ['Kita Eiga', '¥500'],
    'Two prices': ['Kita Eiga', '¥500 – ¥800'],
    'No brand': ['No brand', '¥500'],
    'To rent': ['Kita Eiga', 'Rent ¥200 – ¥300'],
    'All lent': ['Kita Eiga', '¥500'],
    'Under the hammer': ['Kita Eiga', 'Auction'],
    'Given away': ['Kita Eiga', '7 free copies'],
    'Too late': ['Kita Eiga', '¥500', 'Sale ended'],
    'All gone': ['Kita Eiga', 'Sold out'],
    'Not offered': ['Kita Eiga', 'Nothing for sale right now'],
  })
  await eventuallyEqual(() => page.locator('.card .art-blank').count(), Object.keys(changes).length)
  await assertIsLink(page, 'All gone', true)
})

test('GR-03 GR-08 GR-11 cards on a brand’s own pages leave its name out, and say why a title has no price', async (t) => {
  const { here, open } = await openFixtures(t)
  const rental = { kind: 'rental', sale_price: null, rent_price: 200, ...ONE_DAY }
  const one = here.app.db.selectFrom('listing').select('id').limit(1)
  await here.app.db.updateTable('listing').set(rental).where('id', '=', one).execute()
  const sale = await open('/brand/kita-eiga/sale')
  await overrideReply(sale, listBrandAssets, (real) => {
    const items = assetVariants(real.items, {
      'On sale': RENT,
      'Too late': { ...OVER, ...NO_RENT },
      'All gone': { ...NO_OFFER, ...NO_RENT, is_sold_out: true, type_of_listing: 'unknown' },
      'To rent': { ...NO_OFFER, ...RENT, type_of_listing: 'rent' },
      'All lent': { ...NO_OFFER, ...RENT, rentable_copies_count: 0, type_of_listing: 'rent' },
    })
    return { items, total: items.length }
  })
  await assertCards(sale, {
    'On sale': ['¥500', 'Rent ¥200 – ¥300'],
    'Too late': ['¥500', 'Sale ended'],
    'All gone': ['No contents available'],
    'To rent': ['Rent ¥200 – ¥300'],
    'All lent': ['All rented out'],
  })

  const rent = await open('/brand/kita-eiga/rental')
  await overrideReply(rent, listBrandRentals, (real) => {
    const items = assetVariants(real.items, {
      'To rent': RENT,
      'All lent': { ...RENT, rentable_copies_count: 0 },
      'Not to rent': NO_RENT,
    })
    return { items, total: items.length }
  })
  await assertCards(rent, {
    'To rent': ['¥500', 'Rent ¥200 – ¥300', '2 for rent'],
    'All lent': ['¥500', 'All rented out'],
    'Not to rent': ['¥500'],
  })
  await assertIsLink(rent, 'To rent', true)
  await assertIsLink(rent, 'Not to rent', false)
})

test('GR-09 a creator’s list shows the number of copies, and in brackets those on offer', async (t) => {
  const { mika, open } = await openFixtures(t)
  const page = await open('/created', mika)
  await overrideReply(page, listCreatedAssets, (real) => {
    const items = assetVariants(real.items, {
      'On offer': { copies_count: 999, sale_listing_copies_count: 24, ...RENT },
      'Not on offer': { copies_count: 1, ...NO_OFFER, type_of_listing: 'unknown' },
    })
    return { items, total: items.length }
  })
  await page.clock.runFor(31_000)
  await page.getByText('999 copies (24 for sale, 3 for rent)').waitFor()
  await page.getByText('1 copy', { exact: true }).waitFor()
})

test('RT-10 the rental page of a title without rentals says so, and sells nothing', async (t) => {
  const { kids, here } = await openFixtures(t)
  const page = await (await openChromium(here))()
  await page.goto(`/asset/rental/${kids[0]}`)
  await page.getByRole('heading', { name: 'No copies for rent' }).waitFor()
  await eventuallyEqual(() => page.getByRole('link', { name: /^Buy/ }).count(), 0)
  await eventuallyEqual(() => page.getByRole('button', { name: /^Buy/ }).count(), 0)
  await assertAccessible(page)
  await page.goto('/asset/rental/00000000-0000-4000-8000-000000000000')
  await page.getByText('Page not found').waitFor()
})

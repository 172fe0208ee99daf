import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { API } from '#core/http/endpoint.ts'
import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { builtPages } from '#src/app.ts'
import { listPurchases } from '#src/sales/purchase/purchase.shared.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { brandFixtures, titleInBrand } from '../brand-fixtures.ts'
import { assertDrawCheck } from '../draw-check.ts'
import { returnFromCard } from '../return-from-card.ts'

const pages = await builtPages()
/** Of each title: another word gives the same three of 120 copies once in 280,840 draws. */
const COPIES = 40

test('BR-09 a collector sees the odds, draws three copies, and verifies the draw in the browser', async (t) => {
  const { here, mika, brand, make } = await brandFixtures(t, 0, { pages, now: new Date() })
  const kids: string[] = []
  for (const title of ['Last Train', 'Blue Hour', 'Salt Pier']) {
    const kid = await titleInBrand(here, mika, brand.id, COPIES)
    await mika.call(updateAsset, { kid, title })
    kids.push(kid)
  }
  const group = await make('Winter set', kids)
  const ren = await here.person('Ren', { balance: 4_000 })
  const tab = await openChromium(here)

  const guest = await tab(undefined, PHONE)
  await guest.goto(`/group/${group.encrypted_id}`)
  await guest.getByRole('link', { name: 'Draw copies at random' }).click()
  await guest.getByRole('heading', { name: 'Random copies' }).waitFor()
  await eventuallyEqual(() => guest.getByText('33.33%').count(), 3)
  await guest.getByRole('button', { name: 'Sign in' }).last().waitFor()
  await assertFitsScreen(guest)
  await assertAccessible(guest)

  const page = await tab(ren)
  await page.goto(`/group/${group.encrypted_id}/draw`)
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Use ¥1,500' }).click()
  await page.getByText('How the draw works').click()
  const mark = await page.getByText(/^[\da-f]{64}$/).innerText()
  await page.getByRole('textbox', { name: /Your word/ }).fill('fair-enough')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Draw 3 copies for ¥1,500' }).click()
  await page.getByRole('heading', { name: '3 copies are yours' }).waitFor()
  const { items } = await ren.call(listPurchases, {})
  equal(new Set(items.map(({ kid, number }) => `${kid} ${number}`)).size, 3)
  await eventuallyEqual(() => page.getByRole('link', { name: 'Receipt' }).count(), 3)
  await assertAccessible(page)

  await page.getByRole('link', { name: 'How they were drawn' }).click()
  await page.getByRole('heading', { name: 'Draw from Winter set' }).waitFor()
  equal(await page.getByText(mark).innerText(), mark)
  await assertDrawCheck(page, 'Match: our seed gives the same copies')
  await page.getByRole('textbox', { name: 'The buyer’s word' }).fill('unfair')
  await page.getByRole('button', { name: 'Repeat the draw' }).click()
  await page.getByText('this draw gives other copies').waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
})

test('BR-09 a buyer who goes back from the card page can draw again', async (t) => {
  const { here, kids, make } = await brandFixtures(t, 2, { pages, now: new Date() })
  const group = await make('Winter set', kids)
  const page = await (await openChromium(here))(await here.person('Ren'))
  await page.goto(`/group/${group.encrypted_id}/draw`)
  await returnFromCard(page, page.getByRole('button', { name: 'Draw 1 copy for ¥500' }))
})

test('BR-09 a buyer who is paying for a draw is led back to it from a refreshed page', async (t) => {
  const { here, kids, make } = await brandFixtures(t, 2, { pages, now: new Date() })
  const group = await make('Winter set', kids)
  const page = await (await openChromium(here))(await here.person('Ren'))
  const draw = page.getByRole('button', { name: 'Draw 1 copy for ¥500' })
  const path = `/group/${group.encrypted_id}/draw`
  await page.goto(path)
  await draw.click()
  await page.waitForURL(/\/dev\/card\//)
  await page.goto(path)
  const { promise: loading, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/draw.data*', async (route) => {
    await loading
    await route.continue()
  })
  const refused = page.waitForResponse(`**${API}${randomlyPurchase.path}`)
  const loaded = page.waitForRequest('**/draw.data*')
  await draw.click()
  equal((await refused).status(), 409)
  const why = page.getByText('You are already paying for a draw from this group.')
  await loaded
  equal(await draw.getAttribute('aria-busy'), 'true')
  equal(await why.count(), 0)
  load()

  await why.waitFor()
  await eventuallyEqual(() => draw.getAttribute('aria-busy'), 'false')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Continue that payment' }).click()
  await page.getByRole('heading', { name: /^No\. \d is held for you$/ }).waitFor()
})

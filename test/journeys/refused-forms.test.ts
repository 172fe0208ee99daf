import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible } from '../chromium.ts'
import { field, publishButton } from '../title-form.ts'
import { createTitle } from '../titles.ts'

/** Asserts that the focused summary lists these faults, and that each leads to the field of this id. */
async function assertSummary(page: Page, faults: Record<string, string>) {
  const summary = page.getByRole('alert').filter({ hasText: 'Check these fields' })
  await page.locator('[role=alert]:focus', { hasText: 'Check these fields' }).waitFor()
  const links = summary.getByRole('link')
  deepEqual(await links.allTextContents(), Object.values(faults))
  const path = page.url()
  for (const [at, id] of Object.keys(faults).entries()) {
    await links.nth(at).press('Enter')
    equal(await page.evaluate('document.activeElement.id'), id)
  }
  equal(page.url(), path)
  equal(await page.getByRole('dialog').count(), 0)
  await assertAccessible(page)
}

test('a title that cannot be published yet gets a summary of its faults, the missing file among them', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab(await here.person('Mika', { role: 'ORH' }))
  await page.goto('/create')
  await field(page, 'Description').fill('One pier, one winter.')
  await page.getByText('Royalties, lowest price, first number').click()
  await field(page, 'Lowest price (¥)').fill('2000')
  await publishButton(page).click()
  await assertSummary(page, {
    asset: 'Choose the film, music or picture first.',
    title: 'Title: Enter a title of at most 120 characters.',
    brand_id: 'Brand: Choose or create a brand, or turn off “List at once”.',
    sale_price: 'Price per copy (¥): Enter a number from 2,000 to 9,999,999.',
  })
  await publishButton(page).click()
  await page.locator('[role=alert]:focus').waitFor()
})

test('a title that cannot be saved gets a summary of its faults, a creator’s notice and a campaign, too', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/edit`)
  await field(page, 'Title').fill('')
  await page.getByLabel('Limit per person').fill('0')
  await page.getByRole('button', { name: 'Save the title' }).click()
  await assertSummary(page, {
    title: 'Title: Enter a title of at most 120 characters.',
    description: 'Description: Enter a description.',
    holding_limit: 'Limit per person: Enter a number from 1 to 10,000.',
  })

  const { account } = await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita-eiga' })
  await page.goto(`/brand/seller?account=${account}`)
  await page.getByLabel('I sell as').selectOption('a company')
  await page.getByLabel('Returns').fill('')
  await page.getByRole('button', { name: 'Publish the notice' }).click()
  await assertSummary(page, {
    name: 'Registered company name: Enter a name of at most 120 characters.',
    representative: 'Representative or person responsible: Enter a name of at most 120 characters.',
    address: 'Address: Enter an address of at most 300 characters.',
    phone: 'Phone: Enter a phone number, such as 03-1234-5678.',
    email: 'Contact email: Enter an email address.',
    return_terms: 'Returns: Enter a text of at most 1,000 characters.',
  })

  const sora = await tab(await here.person('Sora', { role: 'ADMIN' }))
  await sora.goto('/admin/campaigns/new')
  await sora.getByRole('textbox', { name: /^Text/ }).fill('Films about harbours.')
  await sora.getByRole('combobox', { name: 'Language' }).selectOption('ja')
  await sora.getByLabel('Title', { exact: true }).fill('港の一週間')
  await sora.getByRole('textbox', { name: /^Titles/ }).fill('no link')
  await sora.getByRole('button', { name: 'Create the campaign' }).click()
  await assertSummary(sora, {
    slug: 'Use 1 to 60 letters, digits, hyphens and underscores.',
    title: 'Enter a title in English.',
    titles: 'Line 1 is not a link to a title.',
  })
  equal(await sora.getByRole('combobox', { name: 'Language' }).inputValue(), 'en')
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import {
  getSellerNotice,
  putSellerNotice,
} from '#src/catalog/seller-notice/seller-notice.shared.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, openChromium } from '../chromium.ts'
import { sellerNotice } from '../seller-notices.ts'

const pages = await builtPages()

test('BR-11 BR-12 a creator publishes a seller’s notice, and a buyer reads it before paying', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 1, { pages, now: new Date() })
  const ren = await here.person('Ren', { balance: 5_000 })
  const tab = await openChromium(here)

  const own = await tab(mika)
  await own.goto(`/brand/edit?account=${brand.account}`)
  await own.getByRole('link', { name: 'Seller’s notice' }).click()
  await own.getByLabel('I sell as').selectOption('a company')
  await own.getByRole('button', { name: 'Publish the notice' }).click()
  await own.getByText('Enter an address of at most 300 characters.', { exact: true }).waitFor()
  await own.getByLabel('Registered company name').fill('Kita Eiga K.K.')
  await own.getByLabel('Representative or person responsible').fill('Kita Hanako')
  await own.getByLabel('Contact email').fill('shop@kita-eiga.example')
  await assertAccessible(own)
  await own.getByLabel('I sell as').selectOption('an individual with a business')
  await own.getByRole('button', { name: 'Publish the notice' }).click()
  await own.getByText('Your notice is published.').waitFor()
  await own.getByRole('link', { name: 'Change the notice' }).waitFor()
  equal(await own.getByText('Disclosed without delay on request by email').count(), 2)
  equal(await own.getByText('Kita Hanako').count(), 0, 'a name for companies only')
  await own.getByRole('link', { name: 'Change the notice' }).click()
  await own.getByLabel('Other costs').fill('None.')
  await own.getByRole('button', { name: 'Publish the notice' }).click()
  await own.getByRole('heading', { name: 'Seller’s notice', exact: true }).waitFor()
  await own.goto(`/brand/seller?account=${brand.account}`)
  await own.getByRole('heading', { name: 'Earlier notices' }).waitFor()
  await assertAccessible(own)

  const buyer = await tab(ren, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
  await buyer.goto(`/payment/purchase/${kids[0]}?no=1`)
  await buyer.getByRole('link', { name: 'Seller’s notice' }).click()
  await buyer.getByRole('heading', { name: 'Seller’s notice', exact: true }).waitFor()
  await buyer.getByText('None.').waitFor()
  await assertFitsScreen(buyer)
  await assertAccessible(buyer)
  await buyer.goto(`/brand/${brand.account}`)
  await buyer.getByRole('link', { name: 'Seller’s notice' }).waitFor()

  const dialog = own.getByRole('dialog', { name: 'Remove the seller’s notice?' })
  await own.getByRole('button', { name: 'Remove the notice' }).click()
  await dialog.getByText('Buyers no longer see it').waitFor()
  await assertAccessible(own)
  await dialog.getByRole('button', { name: 'Keep the notice' }).click()
  await dialog.waitFor({ state: 'detached' })
  await buyer.reload()
  await buyer.getByRole('link', { name: 'Seller’s notice' }).waitFor()
  await own.getByRole('button', { name: 'Remove the notice' }).click()
  await dialog.getByRole('button', { name: 'Remove the notice' }).click()
  await own.getByText('The notice is no longer shown.').waitFor()
  await own.waitForURL(`**/brand/${brand.account}`)
  await buyer.reload()
  equal(await buyer.getByRole('link', { name: 'Seller’s notice' }).count(), 0)
})

test('BR-11 what a creator has typed stays when the notice was changed in another tab', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0, { pages, now: new Date() })
  await mika.call(putSellerNotice, { id: brand.id, ...sellerNotice })
  const page = await (await openChromium(here))(mika)
  await page.goto(`/brand/seller?account=${brand.account}`)
  const costs = page.getByLabel('Other costs')
  await costs.fill('None at all.')
  await mika.call(putSellerNotice, { id: brand.id, ...sellerNotice, name: 'Minami Eiga K.K.' })
  await page.getByRole('button', { name: 'Publish the notice' }).click()
  await page.getByText('This was changed elsewhere.').waitFor()
  equal(await costs.inputValue(), 'None at all.')
  const name = page.getByLabel('Registered company name')
  await eventuallyEqual(() => name.inputValue(), 'Minami Eiga K.K.')
  await page.getByRole('button', { name: 'Publish the notice' }).click()
  await page.getByText('Your notice is published.').waitFor()
  const { notice } = await here.call(getSellerNotice, { id: brand.id })
  equal(`${notice?.name} ${notice?.cost_terms}`, 'Minami Eiga K.K. None at all.')
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { assertAccessible, assertFitsScreen, openChromium } from '../chromium.ts'

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
})

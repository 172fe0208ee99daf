import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { makePlayable } from '../playback-fixtures.ts'
import { createTitle } from '../titles.ts'

test('RN-05 RT-10 a creator lets a rental count from the first play, and its renter confirms that on a phone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 300 })
  const { kid } = await createTitle(here, mika, { copies: 2 })
  await makePlayable(here, kid)

  const desk = await tab(mika)
  await desk.goto(`/asset/${kid}?no=1`)
  await desk.getByRole('button', { name: 'Rent out' }).click()
  const form = desk.getByRole('dialog', { name: 'Rent out No. 1' })
  await form.getByLabel('Rental price in yen, tax included').fill('300')
  await form.getByLabel('Rental period in days').fill('3')
  await form.getByText('Counted from the time of payment.').waitFor()
  await form.getByLabel('Count from the first play').check()
  await form.getByText('Counted from the first play.').waitFor()
  await assertAccessible(desk)
  await form.getByRole('button', { name: 'Offer for rent' }).click()
  await desk.getByText('Rent for 3 days from the first play, tax included').waitFor()

  const page = await tab(ren, PHONE)
  await page.goto(`/asset/${kid}?no=1`)
  await page.getByText('The rental period starts with the first play, within 30 days').waitFor()
  await page.getByRole('link', { name: 'Rent No. 1 · ¥300 for 3 days' }).click()
  await page.getByText('3 days from the first play').waitFor()
  await page.getByText('Start by, if you pay now').waitFor()
  await assertFitsScreen(page)
  await page.getByLabel('Amount').fill('300')
  await page.getByRole('button', { name: 'Rent No. 1 · ¥300 for 3 days' }).click()
  await page.getByRole('heading', { name: 'You are renting No. 1' }).waitFor()
  await page.getByText(/^Start it by .* JST/).waitFor()
  await page.getByText('You can watch it for 3 days from the first play.').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('First play by').waitFor()
  equal(await page.getByText('Rented until').count(), 0)
  await page.goto('/asset/rented')
  await page.getByText(/^Start by/).waitFor()
  await page.goto(`/asset/${kid}?no=1`)
  await page.getByRole('heading', { name: /^Rented\. Start by/ }).waitFor()
  await page.getByRole('link', { name: 'Watch', exact: true }).first().click()
  const question = page.getByRole('heading', { name: 'Start your rental of No. 1?' })
  await question.waitFor()
  await page.getByText('Ends if you start now').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Not now' }).click()
  await page.getByRole('heading', { name: /^Rented\. Start by/ }).waitFor()

  await page.getByRole('link', { name: 'Watch', exact: true }).first().click()
  await page.getByRole('button', { name: 'Start now · Watch' }).click()
  await page.waitForURL(`**/asset/${kid}/watch?no=1`)
  await page
    .getByText(/^Rented until/)
    .first()
    .waitFor()
  await page.goto(`/asset/${kid}?no=1`)
  await page.getByRole('heading', { name: /^Rented until/ }).waitFor()
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const fieldOf = (page: Page) => page.getByRole('searchbox').filter({ visible: true })
/** Returns the name of the element that has the focus, without what only screen readers hear. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('SS-04 a search suggests titles, numbers and brands by keyboard, and on a phone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  for (const title of ['Night Train', '夜の汽車'])
    await createTitle(here, mika, { copies: 9, price: 300, title })
  await here.run('reading.keep')
  await waitUntil(
    () => here.app.db.selectFrom('reading').selectAll().execute(),
    ({ length }) => length === 1,
  )

  const page = await tab()
  await page.goto('/dvt')
  const field = fieldOf(page)
  await field.fill('yoru no')
  const suggestion = page.getByRole('region', { name: 'Titles' }).getByRole('link')
  await suggestion.filter({ hasText: '夜の汽車' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await suggestion.waitFor({ state: 'detached' })
  equal(await field.inputValue(), 'yoru no')
  await field.fill('night train 7')
  await suggestion.filter({ hasText: 'No. 7' }).waitFor()
  await page.keyboard.press('ArrowDown')
  equal(await focused(page), 'Night TrainNo. 7')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  equal(await focused(page), 'All results for “night train 7”')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/asset/*?no=7')
  await suggestion.waitFor({ state: 'detached' })

  const phone = await tab(undefined, PHONE)
  await phone.goto('/')
  await phone.getByRole('button', { name: 'Open search' }).click()
  await fieldOf(phone).fill('mika')
  const brands = phone.getByRole('region', { name: 'Brands' }).getByRole('link')
  await eventuallyEqual(() => brands.count(), 2)
  await assertFitsScreen(phone)
  await assertAccessible(phone)
  await brands.first().click()
  await phone.waitForURL('**/brand/*')
  await fieldOf(phone).waitFor({ state: 'detached' })

  await phone.goto('/')
  await phone.getByRole('button', { name: 'Open search' }).click()
  await phone.keyboard.type('train') // the field has the focus
  await phone.getByRole('link', { name: 'Night Train' }).last().waitFor()
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { name: 'Results for “train”' }).waitFor()
  await eventuallyEqual(() => fieldOf(phone).count(), 0)

  await phone.goto('/?q=mika')
  await eventuallyEqual(() => phone.getByRole('main').getByText('by Mika').count(), 2)
  await phone.goto('/?q=night+train+7')
  await phone.getByRole('heading', { name: 'Results for “night train 7”' }).waitFor()
  await assertAccessible(phone)
  await assertFitsScreen(phone)
  await phone.getByRole('main').getByRole('link', { name: 'Night Train No. 7' }).click()
  await phone.waitForURL('**/asset/*?no=7')
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { listSavedSearches } from '#src/sales/market/saved-search.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { createTitle } from '../titles.ts'

test('SS-01 SS-02 from a saved search to the notice of a new title in it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  await createTitle(here, mika, { copies: 1, price: 300, title: 'Night Train 1' })
  here.clock.now = addSeconds(here.clock.now, 60)
  const page = await tab(ren, PHONE)
  await page.goto('/account/searches')
  await page.getByText('You have not saved a search yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Go to the marketplace' }).click()
  await page.getByRole('heading', { name: 'All titles' }).waitFor()
  equal(await page.getByRole('button', { name: 'Save this search' }).count(), 0)

  const address = '/?q=train&media_type=video&sort_by=price_low'
  await page.goto(address)
  await page.getByRole('button', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  equal(await dialog.getByLabel('Name').inputValue(), 'train · Film')
  await assertAccessible(page)
  await assertFitsScreen(page)
  await dialog.getByLabel('Name').fill(' ')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByLabel('Name').fill('Night trains')
  await page.keyboard.press('Enter')
  await page.getByText('The search is saved.').waitFor()
  const saved = page.getByRole('button', { name: 'Search saved', pressed: true })
  await saved.waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.goto('/?q=TRAIN&media_type=video') // the same in another order and case
  await saved.waitFor()
  await page.goto('/?q=train')
  await page.getByRole('button', { name: 'Save this search', pressed: false }).waitFor()

  here.clock.now = addSeconds(here.clock.now, 1)
  await createTitle(here, mika, { copies: 1, price: 200, title: 'Night Train 2' })
  here.clock.now = addSeconds(here.clock.now, 600)
  await here.run('search.tell')
  await page.getByRole('link', { name: '1 unread notification' }).click()
  await page
    .getByRole('link', { name: /^New in your search “Night trains”: “Night Train 2”/ })
    .click()
  await page.waitForURL(/q=train/)
  await page.getByRole('heading', { name: 'Results for “train”' }).waitFor()
  await page.getByRole('link', { name: /Night Train 2/ }).waitFor()
  await saved.waitFor()
  equal(new URL(page.url()).searchParams.get('sort_by'), 'price_low')
})

test('SS-01 a person renames, silences and removes a saved search, with an undo', async (t) => {
  const { here, tab } = await appWithTab(t)
  const ren = await here.person('Ren')
  const page = await tab(ren, PHONE)
  await page.goto('/?q=sea&price_max=500')
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Search saved' }).waitFor()
  await page.goto('/account/searches')
  const name = 'sea · ¥500 or less'
  await page.getByRole('link', { name }).waitFor()
  await page.getByRole('checkbox', { name: `Tell me of new titles in ${name}` }).uncheck()
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename the search' })
  await assertAccessible(page)
  await dialog.getByLabel('Name').fill('Cheap sea')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: 'Cheap sea' }).waitFor()
  await page.getByText(name).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.getByRole('button', { name: 'Remove Cheap sea' }).click()
  await page.getByText('You have not saved a search yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Cheap sea' }).click()
  await page.waitForURL(/price_max=500/)
  const { items } = await ren.call(listSavedSearches, {})
  equal(items[0]!.alerts, false)
  await page.getByRole('button', { name: 'Search saved' }).click()
  await page.getByRole('button', { name: 'Save this search' }).waitFor()
  equal((await ren.call(listSavedSearches, {})).items.length, 0)
})

test('SS-01 a guest who saves a search signs in and comes back to it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab()
  await page.goto('/?q=sea')
  await page.getByRole('button', { name: 'Save this search' }).click()
  await signInAt(page, here, 'eve@example.test', { stay: true })
  await page.getByRole('dialog').waitFor({ state: 'detached' }) // the page knows its reader then
  equal(new URL(page.url()).search, '?q=sea')
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Search saved' }).waitFor()
})

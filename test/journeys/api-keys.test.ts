import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { asPerson } from '../call.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { confirmByCode } from '../enter-code.ts'
import { createTitle } from '../titles.ts'

test('AK-01 AK-02 AK-05 a creator makes a key, calls with it, and revokes it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  await createTitle(here, mika, { copies: 1 })
  const page = await tab(mika, PHONE)
  await page.goto('/account/api_keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('Choose at least one.').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Name').fill('Web shop')
  await page.getByLabel('Read the marketplace and your titles').check()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('Confirm first that it’s you.').waitFor()
  await assertAccessible(page)
  await confirmByCode(here, page, mika)
  const shown = page.locator('form code')
  const key = (await shown.textContent())!
  match(key, /^renban_/)
  await page.getByRole('button', { name: 'Revoke Web shop' }).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  const program = asPerson(here.url, key)
  equal((await program(listCreatedAssets, {})).total, 1)
  const points = await fetch(`${here.url}/account/points`, {
    headers: { authorization: `Bearer ${key}` },
  })
  ok(!(await points.text()).includes(mika.email)) // on pages the holder of a key is a guest

  await page.reload()
  equal(await page.getByText(key).count(), 0)
  await page.getByText('Last used').waitFor()
  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Web shop is revoked.').waitFor()
  equal((await program(listCreatedAssets, {})).error?.code, 'api_key_invalid')
  await page.getByRole('heading', { name: 'Your keys' }).waitFor({ state: 'detached' })
})

test('AK-01 a code whose call got no answer is sent again at a press, and the new key takes the focus', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const page = await tab(mika)
  await page.goto('/account/api_keys')
  await page.getByLabel('Name').fill('Web shop')
  await page.getByLabel('Read the marketplace and your titles').check()
  const make = page.getByRole('button', { name: 'Make a key' })
  await make.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await eventuallyEqual(() => make.evaluate((one) => one === document.activeElement), true)
  await make.click()
  let tries = 0
  await page.route('**/api_keys', (route) => {
    const isFirst = route.request().method() === 'POST' && ++tries === 1
    return isFirst ? route.abort() : route.fallback()
  })
  await confirmByCode(here, page, mika)
  await page.getByText('We could not connect.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('group', { name: 'Your new key. Copy it now' }).waitFor()
  await page
    .locator(':focus')
    .getByText(/^renban_/)
    .waitFor()
  await assertAccessible(page)
  equal(tries, 2)
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { createTitle } from '../titles.ts'

test('FO-01 a person keeps a title and a number, follows a brand, and removes one with an undo', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 300, title: 'Tide Table' })
  await mika.call(createBrand, { name: 'Kita Films', account: 'kita-films' })
  const page = await tab(ren, PHONE)
  await page.goto('/account/following')
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor()
  await page.getByRole('heading', { name: 'You follow no brands yet' }).waitFor()
  await assertAccessible(page)

  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await page.getByText('It is in your favourites.').waitFor()
  const number = page.getByRole('button', { name: 'Add No. 2 to favourites' })
  await number.focus()
  await page.keyboard.press('Enter')
  await number.waitFor({ state: 'detached' })
  equal(await page.getByRole('button', { name: 'In your favourites', pressed: true }).count(), 2)
  await assertAccessible(page)
  await page.goto('/brand/kita-films')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'You follow this brand', pressed: true }).waitFor()
  await assertAccessible(page)

  await page.goto('/account/following')
  await page.getByRole('link', { name: 'Kita Films' }).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.getByRole('button', { name: 'Remove No. 2 of “Tide Table”' }).click()
  await page.getByText('It is no longer in your favourites.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('It is in your favourites.').waitFor()
  await page.getByRole('link', { name: 'No. 2 of “Tide Table”' }).click()
  await page.waitForURL(`**/asset/${film.kid}?no=2`)

  const mikas = await tab(mika)
  await mikas.goto(`/asset/${film.kid}`)
  await mikas.getByText('A favourite of 1 person').waitFor()
  equal(await mikas.getByRole('button', { name: 'Add to favourites' }).count(), 0)
  await mikas.goto('/brand/kita-films')
  await mikas.getByText('1 follower').waitFor()
  await assertAccessible(mikas)
})

test('FO-01 a guest who wants a favourite signs in and comes back to the title', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, title: 'Tide Table' })
  const page = await tab()
  await page.goto(`/asset/${film.kid}`)
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await page.getByRole('dialog').waitFor()
  await signInAt(page, here, 'eve@example.test', { stay: true })
  await page.waitForURL(`**/asset/${film.kid}`)
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await page.getByText('It is in your favourites.').waitFor()
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { createTitle, listForSale, orderSeveral } from '../titles.ts'

const spinesOf = (page: Page) =>
  page.getByRole('region', { name: 'Shelf of Ren' }).locator('a > .sr-only').allInnerTexts()
const nameOf = (number: number) => `Tide Table, No. ${number} of 20`

test('SF-01 SF-02 a person chooses copies, a guest sees exactly these, and a sold one is gone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('collector-0123456789', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  await ren.call(updateCurrentAccount, { first_name: 'Kanaria' })
  const film = await createTitle(here, mika, { copies: 20, price: 300, title: 'Tide Table' })
  await ren.call(purchaseForFree, orderSeveral(film, [7, 8, 9], 900))

  const page = await tab(ren, PHONE)
  await page.goto('/asset')
  await page.getByRole('link', { name: 'Public shelf' }).click()
  await page.getByRole('heading', { name: 'What should we call you?' }).waitFor()
  await page.getByRole('textbox', { name: 'Username' }).fill('Ren')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const number of [7, 8, 9])
    await page.getByRole('button', { name: `Add No. ${number} of “Tide Table”` }).click()
  await page.getByRole('button', { name: 'Remove No. 8 of “Tide Table”' }).click()
  const up = page.getByRole('button', { name: 'Move No. 9 of “Tide Table” up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Show my shelf to everyone' }).check()
  await page.getByRole('checkbox', { name: 'Show how many numbers I own' }).check()
  await page.getByRole('textbox', { name: 'A line about you' }).fill('Films by the sea')
  const preview = page.getByRole('region', { name: 'What others see' })
  await preview.getByText('3 numbers collected').waitFor()
  await preview.getByText('Films by the sea').waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.getByRole('button', { name: 'Save the shelf' }).click()
  await page.getByText('Your shelf was saved.').waitFor()
  await page.getByRole('link', { name: 'Open your shelf' }).click()
  await page.getByRole('link', { name: 'Edit your shelf' }).waitFor()

  const guest = await tab()
  await guest.goto('/shelf/Ren')
  await guest.getByRole('heading', { name: 'Ren', level: 1 }).waitFor()
  deepEqual(await spinesOf(guest), [nameOf(9), nameOf(7)])
  await assertAccessible(guest)
  await assertFitsScreen(guest)
  const html = await guest.content()
  for (const secret of ['Kanaria', ren.email, nameOf(8)]) ok(!html.includes(secret), secret)
  equal(await guest.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  equal(await guest.locator('link[rel=canonical]').getAttribute('href'), `${here.url}/shelf/Ren`)
  const picture = await guest.locator('meta[property="og:image"]').getAttribute('content')
  const { width, height, format } = await sharp(await (await fetch(picture!)).bytes()).metadata()
  deepEqual([width, height, format], [1_200, 630, 'png'])

  await listForSale(here, ren, [film.tokens.get(9)!], 300)
  const order = { ...film.order(9, 300), owner_account_id: ren.account_id }
  equal((await aoi.call(purchaseForFree, order)).error, undefined)
  await guest.reload()
  await guest.getByRole('heading', { name: 'Ren', level: 1 }).waitFor()
  deepEqual(await spinesOf(guest), [nameOf(7)])

  await page.goto('/account/shelf')
  await page.getByRole('checkbox', { name: 'Show my shelf to everyone' }).uncheck()
  await page.getByRole('button', { name: 'Save the shelf' }).click()
  await page.getByText('Your shelf was saved.').waitFor()
  equal((await guest.goto('/shelf/Ren'))?.status(), 404)
  equal((await fetch(picture!)).status, 404)
})

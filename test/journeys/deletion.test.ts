import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const PRICE = 500

test('AC-03 AC-04 AC-05 a person settles what stands in the way, deletes the account and signs up anew', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: PRICE })
  const film = await createTitle(here, mika, { copies: 2, price: PRICE, title: 'Tide Table' })
  const page = await tab(ren, PHONE)
  await page.goto('/account/security')
  await page.getByText('¥500 is in your sales balance.').waitFor()
  equal(await page.getByRole('button', { name: 'Delete account' }).count(), 0)
  await assertAccessible(page)

  await ren.call(purchaseForFree, film.order(1, PRICE))
  await page.reload()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You own 1 copy.').waitFor()
  const next = dialog.getByRole('button', { name: 'Continue' })
  equal(await next.isDisabled(), true)
  await assertAccessible(page)
  await assertFitsScreen(page)
  await dialog.getByText('I give up my copy.').click()
  await next.click()
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  const field = dialog.getByLabel('6-digit code')
  await field.waitFor()
  const codes = async () => (await here.inbox(ren.email)).filter(({ code }) => code !== null)
  const [mail] = await waitUntil(codes, (mails) => mails.length > 0)
  await assertAccessible(page)
  await field.fill(mail!.code!)
  await page.waitForURL('**/account/deleted')
  await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
  await assertAccessible(page)

  equal((await page.goto('/account/settings'))!.status(), 401)
  await signInAt(page, here, ren.email)
  await page.goto('/asset')
  await page.getByRole('heading', { name: 'My collection' }).waitFor()
  equal(await page.getByText('Tide Table').count(), 0)

  const owner = await tab(mika)
  await owner.goto(`/asset/${film.kid}?no=1`)
  await owner.getByText('Tide Table').first().waitFor()
  equal(await owner.getByText('Ren', { exact: true }).count(), 0)
})

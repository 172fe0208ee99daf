import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { createTitle } from '../titles.ts'

test('AC-02 a buyer without a username is asked for one once, and may leave it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 4, price: 500 })
  const buyer = async (name: string, number: number) => {
    const person = await here.person(name, { balance: 2_000 })
    const { purchase_id } = await person.call(purchaseForFree, film.order(number, 500))
    return { person, path: `/payment/purchase/success/-?purchase=${purchase_id}` }
  }
  const heading = { name: 'What should we call you?' }

  const ren = await buyer('Ren', 1)
  const chosen = await tab(ren.person)
  await chosen.goto(ren.path)
  await chosen.getByRole('heading', { name: 'No. 1 is yours' }).waitFor()
  equal(await chosen.getByRole('heading', heading).count(), 0)

  const sora = await buyer('collector-0123456789', 2)
  const page = await tab(sora.person, PHONE)
  await page.goto(sora.path)
  await page.getByRole('heading', heading).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  const field = page.getByRole('textbox', { name: 'Username' })
  equal(await field.inputValue(), '')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await page.getByText('Start with a letter or digit').waitFor()
  await field.fill('ren')
  await save.click()
  await page.getByText('This username is taken. Choose another.').waitFor()
  await field.fill('Sora')
  await save.click()
  await page.getByRole('heading', heading).waitFor({ state: 'hidden' })
  equal((await sora.person.call(getCurrentAccount, {})).username, 'Sora')

  const aoi = await buyer('collector-abcdef0123', 3)
  const other = await tab(aoi.person)
  await other.goto(aoi.path)
  await other.getByRole('button', { name: 'Not now' }).click()
  await other.getByRole('heading', heading).waitFor({ state: 'hidden' })
  await other.reload()
  await other.getByRole('heading', { name: 'No. 3 is yours' }).waitFor()
  equal(await other.getByRole('heading', heading).count(), 0)
  const account = await aoi.person.call(getCurrentAccount, {})
  equal(account.username, 'collector-abcdef0123')
  equal(account.name_asked, true)
})

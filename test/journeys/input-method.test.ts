import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { appWithTab } from '../app-with-tab.ts'
import { eventuallyEqual } from '../chromium.ts'
import { type TestApp, waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const REN = 'ren@example.test'

/** Types into the focused field as a Japanese input method does, which underlines the text until `commit`. */
async function compose(page: Page, text: string) {
  const session = await page.context().newCDPSession(page)
  for (let end = 1; end <= text.length; end++) {
    await session.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
    await page.evaluate(() => new Promise(requestAnimationFrame)) // React may set the value
  }
  return { commit: (chosen = text) => session.send('Input.insertText', { text: chosen }) }
}

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** Asks for a code with a new address, and returns it once its field has the focus. */
async function askForCode(here: TestApp, page: Page): Promise<string> {
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Email' }).fill(REN)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.locator('#code:focus').waitFor()
  const [mail] = await waitUntil(
    () => here.inbox(REN),
    (mails) => mails.length > 0,
  )
  return mail!.code!
}

test('SH-07 a code typed with a Japanese keyboard is sent once it is committed, and signs in', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab()
  const typed = fullWidth(await askForCode(here, page))
  const { commit } = await compose(page, typed)
  equal(await page.getByLabel('6-digit code').inputValue(), typed)
  equal(await page.getByRole('button', { name: 'Sign in' }).last().isDisabled(), true)
  await commit()
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
})

test('SH-07 a code that an input method composes in ASCII is sent once it is complete', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab()
  await compose(page, await askForCode(here, page))
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
})

test('a part of the price, a bank and an account number are typed with a Japanese keyboard', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 2_400 })
  const page = await tab(ren)
  await page.goto(`/payment/purchase/${film.kid}?no=1`)
  const amount = page.getByLabel('Amount')
  await amount.fill('')
  await amount.focus()
  const price = await compose(page, '１２００')
  equal(await amount.inputValue(), '１２００')
  await price.commit()
  await eventuallyEqual(() => amount.inputValue(), '1200')
  await amount.press('Enter')
  await page.getByText('¥1,200').first().waitFor()
  await amount.fill('')
  await compose(page, '８００')
  await page.getByRole('heading', { level: 1 }).click() // ends the composition
  await eventuallyEqual(() => amount.inputValue(), '800')
  await page.getByText('¥800').first().waitFor()

  await page.goto('/bank/register')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Bank').focus()
  const bank = await compose(page, 'みずほ')
  await page.getByRole('button', { name: /^0001\s*みずほ/ }).waitFor() // found before it is committed
  await bank.commit()
  await field('Bank').fill('')
  await (await compose(page, '０００１')).commit()
  await eventuallyEqual(() => field('Bank').inputValue(), '0001')
  await page.locator('output', { hasText: 'みずほ' }).waitFor()
  await field('Account number').focus()
  await (await compose(page, '１２３４５６７')).commit()
  await eventuallyEqual(() => field('Account number').inputValue(), '1234567')
})

import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getBank } from '#src/finance/bank-account/bank.shared.ts'
import { eventuallyEqual } from '../chromium.ts'
import type { Page } from 'playwright-core'
import { appWithTab } from '../app-with-tab.ts'
import { waitUntil } from '../test-app.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika')
  const page = await tab(mika)
  await page.goto('/bank/register')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const hasFocus = (name: string) => field(name).evaluate((it) => it === document.activeElement)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const confirm = async () => {
    await press('Send me a code')
    const mails = await waitUntil(
      () => here.inbox(mika.email),
      (letters) => letters.length > 0,
    )
    await page.getByLabel('6-digit code').fill(mails[0]!.code!)
    await page.getByText('Your bank account is registered.').waitFor()
  }
  return { here, mika, page, field, hasFocus, press, confirm }
}

test('RT-32 MN-06 a bank is found by name, the holder’s name is converted, and the account is registered with a code', async (t) => {
  const { mika, page, field, hasFocus, press, confirm } = await openFixtures(t)
  await field('Bank').fill('みずほ')
  await press(/^0001\s*みずほ/)
  await eventuallyEqual(() => field('Bank').inputValue(), '0001')
  await eventuallyEqual(() => hasFocus('Bank'), true)
  await field('Branch').fill('100')
  await page.getByText('本店').waitFor()
  await page.getByRole('radio', { name: 'Checking 当座' }).check()
  await field('Account number').fill('１２３４５６７')
  await field('Account holder').fill('オカダ　キョウコ')
  await field('Account holder').blur()
  await page.getByText('Banks do not accept these characters: full-width space, ョ').waitFor()
  await press('Use オカダ キヨウコ')
  await eventuallyEqual(() => hasFocus('Account holder'), true)
  await page.getByText('Banks receive it as ｵｶﾀﾞ ｷﾖｳｺ').waitFor()

  await confirm()

  await page.getByText('****567').waitFor()
  const { holder, branch_name, deposit_type } = await mika.call(getBank, {})
  equal(`${holder}, ${branch_name}, ${deposit_type}`, 'オカダ キヨウコ, 本店, checking')
})

test('RT-32 the numbers of a Japan Post passbook fill in the account', async (t) => {
  const { mika, page, field, press, confirm } = await openFixtures(t)
  await page.getByText('fill in from your passbook').click()
  await field('Symbol (記号)').fill('10180')
  await field('Number (番号)').fill('12345670')
  await press('Fill in the account')
  await page.getByText('This is not a valid symbol and number').waitFor()
  await field('Number (番号)').fill('12345671')
  await press('Fill in the account')
  await page.getByText('〇一八').waitFor()
  await eventuallyEqual(() => field('Account number').inputValue(), '1234567')
  await field('Account holder').fill('オカダ アキ')

  await confirm()

  const { bank_name, branch_code } = await mika.call(getBank, {})
  equal(`${bank_name} ${branch_code}`, 'ゆうちょ 018')
})

test('RT-32 a search of banks that failed says so, and is made again at a press', async (t) => {
  const { page, field, press } = await openFixtures(t)
  const isFailing = await failingSearch(page)
  await field('Bank').fill('0001')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await press('Send me a code')
  equal(await page.getByText('Choose your bank from the list.').count(), 0)
  isFailing.value = false
  await press('Try again')
  await page.locator('output[for=bank_code]').waitFor()
})

/** Cuts the connection of searches in the bank directory as long as `value` is true. */
async function failingSearch(page: Page) {
  const isFailing = { value: true }
  await page.route('**/banks?**', (route) => (isFailing.value ? route.abort() : route.continue()))
  return isFailing
}

test('RT-32 missing fields are named, and nothing is sent', async (t) => {
  const { here, mika, page, hasFocus, press } = await openFixtures(t)
  await press('Send me a code')
  await page.getByRole('link', { name: 'Choose your bank from the list.' }).waitFor()
  await page.getByRole('link', { name: 'Enter an account number of 7 digits.' }).click()
  await eventuallyEqual(() => hasFocus('Account number'), true)
  await page.getByText('Enter the account holder.').waitFor()
  equal((await here.inbox(mika.email)).length, 0)
})

test('RT-32 a code whose call got no answer is sent again by the Enter key', async (t) => {
  const { here, mika, page, field, hasFocus, press } = await openFixtures(t)
  await field('Bank').fill('みずほ')
  await press(/^0001\s*みずほ/)
  await field('Branch').fill('100')
  await page.getByText('本店').waitFor()
  await field('Account number').fill('1234567')
  await field('Account holder').fill('オカダ アキ')
  await page.route('**/bank', (route) => route.abort(), { times: 1 })
  const begin = page.getByRole('button', { name: 'Send me a code' })
  await begin.click()
  await press('Back to the account details')
  await eventuallyEqual(() => begin.evaluate((one) => one === document.activeElement), true)
  await begin.click()
  const mails = await waitUntil(
    () => here.inbox(mika.email),
    (letters) => letters.length > 0,
  )
  await page.getByLabel('6-digit code').fill(mails[0]!.code!)
  await page.getByText('We could not connect.').waitFor()
  await eventuallyEqual(() => hasFocus('6-digit code'), true)
  await page.keyboard.press('Enter')
  await page.getByText('Your bank account is registered.').waitFor()
})

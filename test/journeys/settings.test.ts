import { equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator } from 'playwright-core'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { waitUntil } from '../test-app.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const ren = await here.person('Ren')
  const page = await tab(ren)
  await page.goto('/settings')
  return { here, tab, ren, page }
}

test('RT-22 names are saved, and a taken one is refused beside its field', async (t) => {
  const { here, ren, page } = await openFixtures(t)
  await here.person('Aoi')
  const username = page.getByRole('textbox', { name: 'Username' })
  await username.fill('Aoi')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('This username is taken.').waitFor()

  await username.fill('Ren of Kobe')
  await page.getByRole('textbox', { name: 'First name' }).fill('蓮')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').waitFor()

  const account = await ren.call(getCurrentAccount, {})
  equal(`${account.username}, ${account.first_name}`, 'Ren of Kobe, 蓮')
  await page.getByRole('button', { name: 'Account of Ren of Kobe' }).waitFor()
  await page.getByText(account.wallet_address).waitFor()
})

test('EN-01 the Japanese form asks for the family name first', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab(await here.person('Aoi'), { locale: 'ja' })
  await page.goto('/account/settings')
  const [family, given] = ['last_name', 'first_name'].map((name) => page.locator(`[name=${name}]`))
  const [one, other] = [await family!.boundingBox(), await given!.boundingBox()]
  ok(one!.x < other!.x)
})

test('RT-22 EN-03 a person shows their name in the history of copies, once it is not the generated one', async (t) => {
  const { here, ren, page } = await openFixtures(t)
  const generated = { username: 'collector-0123456789' }
  await here.app.db.updateTable('account').set(generated).where('id', '=', ren.account_id).execute()
  await page.reload()
  const shown = page.getByRole('checkbox', { name: /Show my username on all my copies/ })
  equal(await shown.isChecked(), false)
  await shown.press('Space')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Choose your own first.').waitFor()

  await page.getByRole('textbox', { name: 'Username' }).fill('Ren of Kobe')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').waitFor()
  equal((await ren.call(getCurrentAccount, {})).has_public_name, true)
  await page.reload()
  equal(await shown.isChecked(), true)
})

test('RT-22 a new e-mail address is saved once the code sent to it is entered', async (t) => {
  const { here, ren, page } = await openFixtures(t)
  await page.getByRole('textbox', { name: 'Email' }).fill('kobe@example.test')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByText('We sent a code to').waitFor()
  equal((await ren.call(getCurrentAccount, {})).email, ren.email)

  const inbox = await waitUntil(
    () => here.inbox('kobe@example.test'),
    (mails) => mails.length > 0,
  )
  await page.getByLabel('6-digit code').fill(inbox[0]!.code!)
  await page.getByText('Email changed. We will send emails to kobe@example.test').waitFor()

  equal((await ren.call(getCurrentAccount, {})).email, 'kobe@example.test')
})

test('RT-22 a code for a new address is sent again at a press, or another code is, and the field has the focus again', async (t) => {
  const { here, page } = await openFixtures(t)
  const field = page.getByRole('textbox', { name: 'Email' })
  const hasFocus = () => field.evaluate((one) => one === document.activeElement)
  await field.fill('kobe@example.test')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByText('You can request another code in').waitFor()
  await page.getByRole('button', { name: 'Keep my current address' }).click()
  await eventuallyEqual(hasFocus, true)
  await page.getByRole('button', { name: 'Change email' }).click()

  let tries = 0
  await page.route('**/accounts/current', (route) => {
    const isFirst = route.request().method() === 'PATCH' && ++tries === 1
    return isFirst ? route.abort() : route.fallback()
  })
  const inbox = await waitUntil(
    () => here.inbox('kobe@example.test'),
    (mails) => mails.length > 0,
  )
  await page.getByLabel('6-digit code').fill(inbox[0]!.code!)
  await page.getByText('We could not connect.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Email changed. We will send emails to kobe@example.test').waitFor()
  await eventuallyEqual(hasFocus, true)
})

test('SH-08 a session on another device can be ended', async (t) => {
  const { here, ren, page } = await openFixtures(t)
  const at = here.clock.now.toISOString()
  await here.app.db
    .insertInto('session')
    .values({
      token_hash: 'elsewhere',
      account_id: ren.account_id,
      created_at: at,
      seen_at: at,
      expires_at: '2099-01-01T00:00:00Z',
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/605.1',
    })
    .execute()
  await page.reload()
  await page.getByRole('button', { name: 'Sign out Safari, iPhone' }).click()
  await page.getByText('Safari, iPhone').waitFor({ state: 'detached' })
  await page.locator('li:focus').getByText('This browser').waitFor()
})

test('RT-08 an unknown account page is not found', async (t) => {
  const { page } = await openFixtures(t)
  equal((await page.goto('/account/settings'))?.status(), 200)
  equal((await page.goto('/account/nothing'))?.status(), 404)
  await eventuallyEqual(() => page.getByRole('heading', { level: 1 }).innerText(), 'Page not found')
})

test('RT-22 a profile is locked while it is saved, stays typed when it changes elsewhere, and is not left by a language unasked', async (t) => {
  const { ren, page } = await openFixtures(t)
  const [username, first, last] = ['Username', 'First name', 'Last name'].map((name) =>
    page.getByRole('textbox', { name }),
  ) as [Locator, Locator, Locator]
  const save = page.getByRole('button', { name: 'Save profile' })
  const answer = Promise.withResolvers<void>()
  await page.route('**/accounts/current', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise
    await route.fallback()
  })
  await username.fill('Ren of Kobe')
  await username.press('Enter')
  await eventuallyEqual(() => username.isDisabled(), true)
  await eventuallyEqual(() => first.isDisabled(), true)
  answer.resolve()
  await page.getByText('Profile saved.').waitFor()
  await eventuallyEqual(() => username.evaluate((it) => it === document.activeElement), true)
  equal(await save.isDisabled(), true)

  await first.fill('蓮')
  await ren.call(updateCurrentAccount, { username: 'Ren of Nara', last_name: '森' })
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.getByRole('button', { name: 'Save currency' }).click()
  await eventuallyEqual(() => last.inputValue(), '森')
  equal(await username.inputValue(), 'Ren of Nara')
  equal(await first.inputValue(), '蓮')

  const asked = page.waitForEvent('dialog')
  const press = page
    .getByRole('main')
    .getByRole('button', { name: 'Deutsch' })
    .click({ noWaitAfter: true })
  const dialog = await asked
  equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await press
  equal(await first.inputValue(), '蓮')
  await save.click()
  await eventuallyEqual(async () => (await ren.call(getCurrentAccount, {})).first_name, '蓮')
})

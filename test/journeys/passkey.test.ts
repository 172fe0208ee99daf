import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { getBank } from '#src/finance/bank-account/bank.shared.ts'
import { listPasskeys } from '#src/accounts/account/passkey.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { confirmByCode } from '../enter-code.ts'
import { waitUntil } from '../test-app.ts'

/** Opens the security page of a person whose browser has a device that makes passkeys. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika')
  const page = await tab(mika)
  const device = await addDevice(page)
  await page.goto('/account/security')
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  return { here, mika, page, device, press }
}

/** Adds Chromium's virtual authenticator, which recognises its person while `sees` is on. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answers: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    recognises: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function addPasskey(
  { here, mika, page, press }: Awaited<ReturnType<typeof openFixtures>>,
  name = 'My phone',
) {
  await press('Add a passkey')
  await confirmByCode(here, page, mika)
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill(name)
  await press('Create the passkey')
  await page.getByText('Passkey added.').waitFor()
}

test('RO-10 RO-11 RO-12 a person adds a passkey, signs in with it, confirms with it and removes it', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, device, press } = opened
  await addPasskey(opened)
  await page.getByText('My phone').waitFor()
  await assertAccessible(page)
  await waitUntil(
    () => here.inbox(mika.email),
    (mails) => mails[0]!.subject === 'A passkey was added',
  )

  await device.answers(false) // or the e-mail field would sign in by itself
  await press(/^Account of/)
  await press('Sign out')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login?next=/account/security')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.waitFor()
  await assertAccessible(page)
  await device.answers(true)
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText(/last used/).waitFor()

  await press('Remove the passkey My phone')
  const step = page.getByText('Confirm first that it’s you.')
  equal(await step.evaluate((one) => one === document.activeElement), true, 'keeps the focus')
  await press('Use a passkey')
  await page.getByText('Passkey removed.').waitFor()
  await page.getByText('My phone').waitFor({ state: 'detached' })
})

test('RO-10 the focus stays in the steps of a new passkey, and returns to the button that began them', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, press } = opened
  const begin = page.getByRole('button', { name: 'Add a passkey' })
  const hasFocus = (one: ReturnType<Page['getByRole']>) => () =>
    one.evaluate((element) => element === document.activeElement)
  await begin.click()
  await press('Cancel')
  await eventuallyEqual(hasFocus(begin), true)
  await begin.click()
  await confirmByCode(here, page, mika)
  await eventuallyEqual(hasFocus(page.getByRole('textbox', { name: 'Name of the passkey' })), true)
  await press('Create the passkey')
  await page.getByText('Passkey added.').waitFor()
  await eventuallyEqual(hasFocus(begin), true)
})

test('RO-11 browsers offer a passkey in the list of the e-mail field', async (t) => {
  const opened = await openFixtures(t)
  const { page } = opened
  await addPasskey(opened)
  await page.context().clearCookies()

  // Chromium's device picks the passkey in the list at once.
  await page.goto('/login?next=/account/security')

  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText('My phone').waitFor()
})

test('RO-11 a device that does not recognise its person does not sign in, and the code still does', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, device } = opened
  await addPasskey(opened)
  await page.context().clearCookies()
  await device.recognises(false)

  await page.goto('/login?next=/account/security')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await dialog.getByText('Your device gave no passkey.').waitFor()
  equal((await mika.call(listPasskeys, {})).items[0]!.used_at, null)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(mika.email)
  await dialog.getByRole('button', { name: 'Send the code' }).waitFor()
  equal((await here.inbox(mika.email)).length > 0, true)
})

test('RO-12 a bank account is registered with a passkey instead of a code', async (t) => {
  const opened = await openFixtures(t)
  const { mika, page, press } = opened
  await addPasskey(opened)
  await page.goto('/bank/register')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Bank').fill('みずほ')
  await press(/^0001\s*みずほ/)
  await field('Branch').fill('100')
  await page.getByText('本店').waitFor()
  await page.getByRole('radio', { name: 'Checking 当座' }).check()
  await field('Account number').fill('1234567')
  await field('Account holder').fill('オカダ キヨウコ')
  await press('Continue')
  await assertAccessible(page)
  await press('Use a passkey')
  await page.getByText('Your bank account is registered.').waitFor()
  equal((await mika.call(getBank, {})).account_number, '****567')
})

test('RO-12 a new address is confirmed with its code and a passkey, again after a call without an answer', async (t) => {
  const opened = await openFixtures(t)
  const { here, page, press } = opened
  await addPasskey(opened, 'Phone')
  await page.goto('/account/settings')
  await page.getByRole('textbox', { name: 'Email' }).fill('kobe@example.test')
  await press('Change email')
  const inbox = await waitUntil(
    () => here.inbox('kobe@example.test'),
    (mails) => mails.length > 0,
  )
  await page.getByLabel('6-digit code').fill(inbox[0]!.code!)
  await assertAccessible(page)
  let tries = 0
  await page.route('**/accounts/current', (route) => {
    const isFirst = route.request().method() === 'PATCH' && ++tries === 1
    return isFirst ? route.abort() : route.fallback()
  })
  await press('Use a passkey')
  await page.getByText('We could not connect.').waitFor()
  await press('Use a passkey')
  await page.getByText('Email changed.').waitFor()
})

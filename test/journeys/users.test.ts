import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { CODE_AGAIN_SECONDS, getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { builtPages } from '#src/app.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { assertFitsScreen, assertAccessible, eventuallyEqual, openChromium } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { testApp, waitUntil } from '../test-app.ts'

const pages = await builtPages()

async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const mika = await here.person('Mika')
  return { here, sora, mika, tab: await openChromium(here) }
}

test('RT-36 RO-04 an administrator finds a person and makes her a creator', async (t) => {
  const { sora, mika, tab } = await openFixtures(t)
  const page = await tab(sora)
  await page.goto('/admin/users')
  await page.getByText('No email domains set').waitFor()
  await page.getByText('2 people have accounts.').waitFor()
  await assertAccessible(page)

  const domains = { company_domains: 'example.test', version: 0, reason: 'ours' }
  equal((await sora.call(changeSettings, domains)).error, undefined)
  await page.reload()
  await page.getByRole('searchbox', { name: 'Username or email' }).fill('mika@')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=mika/)
  await page.getByText('sora@example.test').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByText('sora@example.test').waitFor()
  await eventuallyEqual(() => page.getByRole('searchbox').last().inputValue(), '')
  await page.goForward()
  await page.getByText('sora@example.test').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Make a creator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Mika a creator?' })
  await dialog.getByRole('button', { name: 'Make a creator' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('makes films')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Make a creator' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove creator role' }).waitFor()
  equal((await mika.call(getCurrentAccount, {})).role, 'ORH')

  await page.getByRole('button', { name: 'Remove creator role' }).click()
  await page.getByRole('dialog').getByText('makes films').waitFor()
  await assertAccessible(page)
})

test('RT-36 a search on the page of people keeps the other searches and the page', async (t) => {
  const { sora, tab } = await openFixtures(t)
  const page = await tab(sora)
  await page.goto('/admin/users?page=1&lost=mika@example.test')
  await page.getByRole('searchbox', { name: 'Exact name or email', exact: true }).fill('sora@')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('who') === 'sora@')
  const { searchParams } = new URL(page.url())
  deepEqual(
    ['lost', 'page', 'q'].map((name) => searchParams.get(name)),
    ['mika@example.test', '1', null],
  )
})

test('SU-01 an administrator suspends a person of any domain, who cannot sign in, and lifts it again', async (t) => {
  const { here, sora, tab } = await openFixtures(t)
  const email = 'ren@example.test'
  const rens = await tab()
  await signInAt(rens, here, email)
  const page = await tab(sora)
  await page.goto('/admin/users')
  await page.getByText('No account is suspended.').waitFor()
  const search = page.getByRole('searchbox', { name: 'Exact name or email', exact: true })
  await search.fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/who=ren/)
  await page.getByRole('button', { name: /^Suspend account/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Suspend collector-/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('copied films')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('They are signed out on every device and cannot sign in.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rens.goto('/settings')
  await rens.getByText('You were signed out.').waitFor()
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 suspended account' }).click()
  await page.getByText('copied films').waitFor()
  await assertAccessible(page)

  here.clock.now = addSeconds(here.clock.now, CODE_AGAIN_SECONDS)
  await rens.goto('/login')
  await rens.getByRole('textbox', { name: 'Email' }).fill(email)
  await rens.getByRole('button', { name: 'Send the code' }).click()
  const codes = async () => (await here.inbox(email)).filter(({ subject }) => /code/.test(subject))
  const [mail] = await waitUntil(codes, (mails) => mails.length > 1)
  await rens.getByLabel('6-digit code').fill(mail!.code!)
  await rens.getByText('This account is suspended.').waitFor()

  await page.getByRole('button', { name: /^Lift suspension/ }).click()
  const lift = page.getByRole('dialog', { name: /^Lift the suspension of collector-/ })
  await lift.getByRole('textbox', { name: 'Reason' }).fill('cleared')
  await lift.getByRole('button', { name: 'Continue' }).click()
  await lift.getByRole('button', { name: 'Lift suspension' }).click()
  await page.getByText('No account is suspended.').waitFor()
})

test('RT-36 RO-04 the page of users fits a phone, and only administrators can open it', async (t) => {
  const { sora, mika, tab } = await openFixtures(t)
  const domains = { company_domains: 'example.test', version: 0, reason: 'ours' }
  await sora.call(changeSettings, domains)
  const phone = {
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
    locale: 'ja',
  } as const
  const page = await tab(sora, phone)
  await page.goto('/admin/users')
  await page.getByText('mika@example.test').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  const closed = await tab(mika)
  equal((await closed.goto('/admin/users'))?.status(), 403)
  const guest = await tab()
  equal((await guest.goto('/admin/users'))?.status(), 401)
  await guest.getByRole('dialog').waitFor()
})

import { equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { inTx } from '#core/database/db.ts'
import { codeLinkMail } from '#src/accounts/account/code-link-mail.shared.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { endSession, listSessions, sendSignInCode } from '#src/accounts/account/account.shared.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { caller } from '../call.ts'
import { waitUntil, type TestApp } from '../test-app.ts'

const REN = 'ren@example.test'
const DAY = 86_400_000

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  return { here, tab }
}

/** Returns the newest code in a mailbox, once there are `count` mails. */
async function codeFor(here: TestApp, email: string, mails = 1): Promise<string> {
  const inbox = await waitUntil(
    () => here.inbox(email),
    (letters) => letters.length >= mails,
  )
  return inbox[0]!.code!
}

async function askForCode(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill(REN)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByRole('dialog', { name: 'Enter the code' }).waitFor()
  equal(await page.evaluate(focusedAfterTwoFrames), 'code')
}

/** Returns the id of the element with the focus, once the dialog no longer moves it. */
const focusedAfterTwoFrames = () =>
  new Promise<string | undefined>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement?.id)))
  })

const enter = (page: Page, code: string) => page.getByLabel('6-digit code').fill(code)

async function signIn(here: TestApp, page: Page) {
  await askForCode(page)
  await enter(page, await codeFor(here, REN))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('SH-07 SH-11 without a network the sign-in says so at once, and goes on when it is tried again', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(REN)
  const ask = page.getByRole('button', { name: 'Send the code' })
  await page.context().setOffline(true)
  await ask.click()
  const failure = page.getByText(/We could not connect/)
  await failure.waitFor()
  await page.context().setOffline(false)
  equal(await failure.count(), 1) // it does not go on unasked
  await ask.click()
  await page.getByRole('dialog', { name: 'Enter the code' }).waitFor()
  await page.context().setOffline(true)
  await enter(page, await codeFor(here, REN))
  await failure.waitFor()
})

test('SH-04 SH-07 a guest at a members’ page signs in with a mailed code and sees the page', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()

  const answer = await page.goto('/settings')

  equal(answer?.status(), 401)
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await page.getByText('You are not signed in').waitFor()
  await assertAccessible(page)
  await signIn(here, page)
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
  equal(new URL(page.url()).pathname, '/settings')
  await eventuallyEqual(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), REN)
  await assertAccessible(page)
})

test('SH-07 the link mailed to an address lets its browser request a code, however many others did', async (t) => {
  const { here, tab } = await openFixtures(t)
  const at = here.clock.now
  const unused = Array.from({ length: 40 }, (_, i) => ({
    email: REN,
    browser: `b${i}`,
    ip: `n${i}`,
    purpose: 'sign_in',
    hmac: 'none',
    created_at: at.toISOString(),
    expires_at: at.toISOString(),
  }))
  await here.app.db.insertInto('sign_in_code').values(unused).execute()
  await inTx(here.app, (tx) =>
    enqueueMails(tx, codeLinkMail, [{ email: REN, lang: 'en', at: at.toISOString() }]),
  )
  const [mail] = await waitUntil(
    () => here.inbox(REN),
    ({ length }) => length > 0,
  )
  const page = await tab()

  await page.goto(/\S+\/login#\S+/.exec(mail!.text)![0])

  equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), REN)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByRole('dialog', { name: 'Enter the code' }).waitFor()
  await enter(page, await codeFor(here, REN, 2))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('SH-07 when many codes are requested, the browser solves a task, says so, and gets a code', async (t) => {
  const { here, tab } = await openFixtures(t)
  const at = here.clock.now.toISOString()
  const unused = Array.from({ length: 6 }, (_, i) => ({
    email: REN,
    browser: `b${i}`,
    ip: `n${i}`,
    purpose: 'sign_in',
    hmac: 'none',
    created_at: at,
    expires_at: at,
  }))
  await here.app.db.insertInto('sign_in_code').values(unused).execute()
  const page = await tab()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(REN)
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Your browser is running a check' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('dialog', { name: 'Enter the code' }).waitFor()
  await enter(page, await codeFor(here, REN))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('SH-03 SH-07 the mail with the code is in the language of the page or of the program', async (t) => {
  const { here, tab } = await openFixtures(t)
  const subjectFor = async (email: string) => {
    const [mail] = await waitUntil(
      () => here.inbox(email),
      (mails) => mails.length > 0,
    )
    return mail?.subject.replace(mail.code ?? '', '000000')
  }
  const subjects = { en: '000000 · Your sign-in code', ja: '000000 · ログインコード' }
  for (const lang of ['en', 'ja'] as const) {
    const page = await tab(undefined, { locale: lang })
    await page.goto('/login')
    await page.locator('input[name=email]').fill(`page-${lang}@example.test`)
    await page.keyboard.press('Enter')
    equal(await subjectFor(`page-${lang}@example.test`), subjects[lang])

    const asks: Record<string, string>[] = [{ 'accept-language': lang }, { cookie: `lang=${lang}` }]
    for (const [n, headers] of asks.entries()) {
      const email = `program-${lang}-${n}@example.test`
      await caller(here.url, headers)(sendSignInCode, { email })
      equal(await subjectFor(email), subjects[lang])
    }
  }
})

test('SH-05 the sign-in dialog of a members’ page closes only by signing in or leaving the page', async (t) => {
  const { tab } = await openFixtures(t)
  const page = await tab()
  await page.goto('/login?fixed=true&next=/settings')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.waitFor()

  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)

  await eventuallyEqual(() => dialog.getByRole('button', { name: 'Close' }).count(), 0)
  await dialog.waitFor()

  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
})

test('SH-05 signing in leads only to paths of this site', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto(`/login?next=${encodeURIComponent('https://evil.example/')}`)
  await signIn(here, page)
  await page.waitForURL(`${here.url}/`)

  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    equal(page.url(), `${here.url}/`, next)
  }
  await page.goto('/login?next=/settings')
  equal(page.url(), `${here.url}/settings`)
})

test('SH-07 a wrong code is reported, a pasted one signs in, and a new one can be requested later', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto('/login')
  await askForCode(page)
  const code = await codeFor(here, REN)
  const wrong = code === '000000' ? '111111' : '000000'

  await enter(page, wrong)
  await page.getByRole('alert').filter({ hasText: 'Wrong code.' }).waitFor()
  await page.getByText(/No email\? You can request another code in \d:\d\d/).waitFor()
  await assertAccessible(page)

  await enter(page, `${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('SH-07 the next code is typed in place of a wrong one', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto('/login')
  await askForCode(page)
  const code = await codeFor(here, REN)
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.getByRole('alert').filter({ hasText: 'Wrong code.' }).waitFor()
  await page.keyboard.type(code)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('SH-07 after five wrong codes the sixth attempt is told to request a new code', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.goto('/login')
  await askForCode(page)
  const code = await codeFor(here, REN)
  const guesses = ['000001', '000002', '000003', '000004', '000005', '000006']

  for (const guess of guesses.filter((one) => one !== code).slice(0, 5)) {
    await enter(page, '')
    const answered = page.waitForResponse(/wallet\/proofs/)
    await enter(page, guess)
    await answered
  }
  await enter(page, '')
  await enter(page, code)

  await page.getByText('Too many wrong codes. Request a new one.').waitFor()
})

test('SH-08 signing out leaves no personal data in the browser', async (t) => {
  const { here, tab } = await openFixtures(t)
  const ren = await here.person('Ren')
  const page = await tab(ren)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Account of Ren' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${here.url}/`)

  await page.goBack()
  await page.getByText('You are not signed in').waitFor()

  ok(!(await page.content()).includes(ren.email))
  equal((await ren.call(listSessions, {})).error?.code, 'session_expired')
})

test('SH-08 ER-01 an expired session says so, and signing in leads back to the page', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab(await here.person('Somebody'))
  here.clock.now = new Date(here.clock.now.getTime() + 91 * DAY)

  await page.goto('/settings?from=mail')

  await page.getByText('You were signed out. Sign in again to continue.').waitFor()
  await signIn(here, page)
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
  match(page.url(), /\/settings\?from=mail$/)
})

test('SH-11 a call after the session has ended asks to sign in on the same page', async (t) => {
  const { here, tab } = await openFixtures(t)
  const ren = await here.person('Ren')
  const page = await tab(ren)
  await page.goto('/settings')
  const { items } = await ren.call(listSessions, {})
  await ren.call(endSession, { id: items[0]!.id })

  await page.getByRole('textbox', { name: 'First name' }).fill('Ren')
  await page.getByRole('button', { name: 'Save profile' }).click()

  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await eventuallyEqual(() => page.locator('#first_name').inputValue(), 'Ren') // the entered text is still there

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('You are not signed in').waitFor()
  equal(await page.getByRole('button', { name: /^Account of/ }).count(), 0)
  equal(await page.locator('#first_name').count(), 0)
})

test('SH-09 if preparing a new account fails, the person can retry', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  const initialize = '**/accounts/initialize'
  await page.route(initialize, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'bug', params: { reference: 'X' } } } }),
  )
  await page.goto('/settings')
  await askForCode(page)
  await enter(page, await codeFor(here, REN))
  await page.getByRole('dialog', { name: 'Not signed in yet' }).waitFor()
  await assertAccessible(page)
  await page.unroute(initialize)

  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
})

test('SH-09 a person who gives up preparing the account is signed out', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab()
  await page.route('**/accounts/initialize', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/settings')
  await askForCode(page)
  await enter(page, await codeFor(here, REN))
  await page.getByRole('dialog', { name: 'Not signed in yet' }).waitFor()

  const out = page.waitForResponse(/\/logout$/)
  await page.getByRole('button', { name: 'Close' }).click()
  equal((await out).status(), 204)

  equal((await page.reload())?.status(), 401)
})

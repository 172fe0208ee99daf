import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { builtPages } from '#src/house.ts'
import { soon, world, type World } from '../world.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The built pages in a real browser. `complaints` holds what consoles say, CSP included. */
export async function chromiumWorld(t: TestContext, options: { now?: Date } = {}) {
  const here = await world(t, { pages: await builtPages(), now: new Date(), ...options })
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS })
  t.after(() => browser.close())
  const complaints: string[] = []
  const visitor = (locale = 'en') => openPage(browser, here, locale, complaints)
  /** Somebody with a browser of their own who signed in with the mailed code. */
  const signedIn = async (email: string, locale = 'en') => {
    const page = await visitor(locale)
    await page.goto('/login')
    await signInAt(page, here, email)
    return page
  }
  return { here, visitor, signedIn, complaints }
}

async function openPage(browser: Browser, here: World, locale: string, complaints: string[]) {
  const context = await browser.newContext({
    baseURL: here.url,
    locale,
    viewport: { width: 1_280, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return page
}

/** Goes through the sign-in dialog that is open. */
export async function signInAt(page: Page, here: World, email: string) {
  const before = (await here.inbox(email)).length
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const mails = await soon(
    () => here.inbox(email),
    (letters) => letters.length > before,
  )
  const code = page.locator('input[autocomplete="one-time-code"]')
  await code.waitFor()
  await code.fill(mails[0]!.code!)
  await code.waitFor({ state: 'detached' })
}

import { deepEqual } from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { EXECUTABLE } from './executable.ts'
import type { Somebody } from './people.ts'
import type { TestApp } from './test-app.ts'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
/** Answers that are not 200, of which the pages speak themselves, and fetches cut off by leaving. */
const EXPECTED = /^Failed to (load resource|fetch manifest patches)/
const CUT_OFF = /Failed to fetch dynamically imported module/
const LOOK_MS = 25
const PATIENCE_MS = 30_000

/** What makes a tab a phone's. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let opened: Promise<Browser> | undefined
after(async () => (await opened)?.close())

/**
 * A real browser, one for all tests of a file. `tab` opens a tab of its own for a person, or for a
 * guest; a page that throws, breaks the content policy or does not match what the server sent fails
 * the test.
 */
export async function openChromium({ url, atTheEnd }: Pick<TestApp, 'url' | 'atTheEnd'>) {
  opened ??= chromium.launch({ executablePath: EXECUTABLE, args: QUIET })
  const browser = await opened
  const contexts: BrowserContext[] = []
  const faults: string[] = []
  atTheEnd(async () => {
    const found = [...faults] // what a page says while it is being closed is not its fault
    for (const context of contexts) await context.close()
    deepEqual(found, [])
  })
  return async function tab(who?: Somebody, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: url, locale: 'en', ...options })
    contexts.push(context)
    if (who) await context.addCookies([{ name: 'session', value: who.token, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    if (options.javaScriptEnabled !== false) waitForScripts(page)
    page.on('pageerror', (error) => CUT_OFF.test(String(error)) || faults.push(String(error)))
    page.on('response', (response) => {
      const lost = response.status() >= 400 && response.url().startsWith(`${url}/built/`)
      if (lost) faults.push(`${response.status()} ${response.url()}`)
    })
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !EXPECTED.test(text)) faults.push(text)
    })
    return page
  }
}

/** From now on a page that was gone to is there when a press on it is heard (`entry.client.tsx`). */
function waitForScripts(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const alive = async <T>(answer: T) => {
    const isOurs = await page.locator('script[type=module]').count()
    if (isOurs > 0) await page.locator('html[data-alive]').waitFor({ state: 'attached' })
    return answer
  }
  page.goto = async (...to) => alive(await goto(...to))
  page.reload = async (...how) => alive(await reload(...how))
}

/** Two presses before the page can show that it heard the first. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Looks until it sees this: what a press or a navigation leaves comes when it is ready. */
export async function becomes<T>(look: () => Promise<T>, wanted: T) {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const seen = await look().catch((error: unknown) => error) // it may be replaced while it is read
    if (isDeepStrictEqual(seen, wanted) || Date.now() > end) return deepEqual(seen, wanted)
    await sleep(LOOK_MS)
  }
}

/** Nothing on the page is wider than the screen. */
export const fits = (page: Page) =>
  becomes(
    () => page.evaluate<number>('document.documentElement.scrollWidth'),
    page.viewportSize()!.width,
  )

/** Nothing that axe knows to be in a disabled reader's way. */
export async function isAccessible(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode() // without frames one page says it all
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
    [],
  )
}

import { deepEqual } from 'node:assert/strict'
import { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import axe, { type AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { CHROMIUM_PATH } from './chromium-path.ts'
import { pauseAfter } from './pause.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
/** Console errors that are no fault: error responses, which pages show, and fetches aborted by leaving. */
const EXPECTED = /^Failed to (load resource|fetch manifest patches)/
const CUT_OFF = /Failed to fetch dynamically imported module/
const PATIENCE_MS = 30_000

/** Browser options of a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let opened: Promise<Browser> | undefined
after(async () => (await opened)?.close())

/**
 * Opens Chromium, once for all tests of a file, and returns a function that opens a tab with its own
 * cookies, for a person or a guest. A page that throws, violates the content security policy or fails
 * to hydrate fails the test.
 */
export async function openChromium({ url, beforeClose }: Pick<TestApp, 'url' | 'beforeClose'>) {
  opened ??= chromium.launch({ executablePath: CHROMIUM_PATH, args: QUIET })
  const browser = await opened
  const contexts: BrowserContext[] = []
  const faults: string[] = []
  beforeClose(async () => {
    const found = [...faults] // errors while pages are being closed do not count
    for (const context of contexts) await context.close()
    deepEqual(found, [])
  })
  return async function tab(who?: Person, options: BrowserContextOptions = {}): Promise<Page> {
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

/** Makes `goto` and `reload` wait until the page reacts to presses (`entry.client.tsx`). */
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

/** Presses a button twice before the page can react to the first press. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Reads a value repeatedly until it equals `wanted`. Throws the difference after 30 seconds. */
export async function eventuallyEqual<T>(look: () => Promise<T>, wanted: T) {
  const end = Date.now() + PATIENCE_MS
  for (let looks = 0; ; looks++) {
    const seen = await look().catch((error: unknown) => error) // the element may be replaced while it is read
    if (isDeepStrictEqual(seen, wanted) || Date.now() > end) return deepEqual(seen, wanted)
    await pauseAfter(looks)
  }
}

/** Asserts that nothing on the page is wider than the screen. */
export const assertFitsScreen = (page: Page) =>
  eventuallyEqual(
    () => page.evaluate<number>('document.documentElement.scrollWidth'),
    page.viewportSize()!.width,
  )

let haveStylesPassed = false
/**
 * Asserts that axe finds no accessibility violation on the page. Style sheets, which all pages share,
 * are checked on the first page of a process only.
 */
export async function assertAccessible(page: Page) {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  if (!isLoaded) await page.evaluate(axe.source)
  const options = JSON.stringify({ resultTypes: ['violations'], preload: !haveStylesPassed })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
    [],
  )
  haveStylesPassed = true
}

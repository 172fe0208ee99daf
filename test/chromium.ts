import { deepEqual } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Somebody } from './people.ts'
import type { World } from './world.ts'

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium'
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
/** Answers that are not 200, of which the pages speak themselves, and fetches cut off by leaving. */
const EXPECTED = /^Failed to (load resource|fetch manifest patches)/
const CUT_OFF = /Failed to fetch dynamically imported module/

/**
 * A real browser for one test. `tab` opens a tab of its own for a person, or for a guest; a page
 * that throws, breaks the content policy or does not match what the server sent fails the test.
 */
export async function openChromium(t: TestContext, { url }: Pick<World, 'url'>) {
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: QUIET })
  const faults: string[] = []
  t.after(async () => {
    const found = [...faults] // what a page says while it is being closed is not its fault
    await browser.close()
    deepEqual(found, [])
  })
  return async function tab(who?: Somebody, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: url, locale: 'en', ...options })
    if (who) await context.addCookies([{ name: 'session', value: who.token, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
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

/** Nothing that axe knows to be in a disabled reader's way. */
export async function isAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
    [],
  )
}

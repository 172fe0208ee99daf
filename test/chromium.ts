import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { CHROMIUM_PATH } from './chromium-path.ts'
import { pauseAfter, timeLimit } from './pause.ts'
import type { Person } from './people.ts'
import type { TestApp } from './test-app.ts'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
/** Optimizing compilers of V8: pages live too briefly in tests for their work to pay. */
const NO_OPTIMIZERS = '--js-flags=--no-turbofan,--no-maglev'
/** Console errors that are no fault: error responses, which pages show, and fetches aborted by leaving. */
const EXPECTED = /^Failed to (load resource|fetch manifest patches)/
const CUT_OFF = /Failed to fetch dynamically imported module/
const PATIENCE_SECONDS = 90 // a busy machine takes this long, too
/** Within it a page shows what others do: sooner than it refreshes grids, but not than a busy machine allows. */
export const SEEN_MS = 20_000

/** Browser options of a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let opened: Promise<Browser> | undefined
let usedBy = 0 // test apps
let closing: NodeJS.Timeout | undefined
/**
 * Closes Chromium once no test has used it for a while: it would keep the process alive. A hook after
 * all tests is called too early, when quick tests end before slow files have registered theirs.
 */
function closeWhenUnused() {
  closing = setTimeout(() => {
    void opened?.then((browser) => browser.close())
    opened = undefined
    unused.splice(0)
  }, UNUSED_MS)
}

/**
 * Tabs that tests have put away, with their options, the longest unused first: a page in a used tab costs
 * half of one in a new tab.
 */
const unused: { key: string; page: Page }[] = []
const UNUSED_MAX = 8
const UNUSED_MS = 3_000
/** Tabs that keep what a test did to them, such as their clock. They are closed after it. */
const marked = new WeakSet<Page>()
/** The size of each tab when it was opened. */
const sizes = new WeakMap<Page, { width: number; height: number } | null>()
/** The characters that are printed of a page whose test failed. */
const TEXT_SHOWN = 1_000
/** Events that tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'request',
  'requestfinished',
  'response',
]

/**
 * Opens Chromium, once for all tests of a process, and returns a function that opens a tab with its own
 * cookies, for a person or a guest. A page that throws, violates the content security policy or fails
 * to hydrate fails the test.
 */
export async function openChromium({ url, beforeClose }: Pick<TestApp, 'url' | 'beforeClose'>) {
  opened ??= chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...QUIET, NO_OPTIMIZERS],
  })
  clearTimeout(closing)
  usedBy++
  const browser = await opened
  const pages: [key: string, page: Page][] = []
  const faults: string[] = []
  beforeClose(async (hasFailed) => {
    if (hasFailed) for (const [, page] of pages) await describePage(page)
    const found = [...faults] // errors while pages are being closed do not count
    try {
      for (const [key, page] of pages) await putAway(key, page, url)
    } finally {
      if (--usedBy === 0) closeWhenUnused()
    }
    deepEqual(found, [])
  })
  async function tab(who?: Person, options: BrowserContextOptions = {}): Promise<Page> {
    // Without motion axe never measures a shade half-way between two.
    const usual = { locale: 'en', reducedMotion: 'reduce', serviceWorkers: 'block' } as const
    const all = { baseURL: url, ...usual, ...options }
    const key = JSON.stringify(all)
    const known = unused.findLastIndex((one) => one.key === key)
    const page = unused.splice(known, known < 0 ? 0 : 1)[0]?.page ?? (await openTab(browser, all))
    pages.push([key, page])
    if (who) await page.context().addCookies([{ name: 'session', value: who.token, url }])
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
  /** Gives a tab back before the test ends. The next with its options may be the same. */
  async function leave(page: Page) {
    const [place] = pages.splice(
      pages.findIndex(([, one]) => one === page),
      1,
    )
    await putAway(place![0], page, url)
  }
  return Object.assign(tab, { leave })
}

async function openTab(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_SECONDS * 1_000)
  if (options.javaScriptEnabled !== false) context.on('page', waitForScripts)
  const page = await context.newPage()
  sizes.set(page, page.viewportSize())
  markOn(page, page, 'addInitScript')
  markOn(page, page, 'emulateMedia')
  markOn(page, page.clock, 'install')
  markOn(page, page.clock, 'pauseAt')
  markOn(page, context, 'setOffline')
  markOn(page, context, 'newCDPSession')
  return page
}

/** Prints what a page of a failed test shows. */
async function describePage(page: Page) {
  if (page.isClosed()) return
  const text = await page.innerText('body', { timeout: 1_000 }).catch(String)
  console.log(`${page.url()} shows:\n${text.slice(0, TEXT_SHOWN)}`)
}

/** Marks the page once the named method of an object is called. */
function markOn<N extends string>(
  page: Page,
  object: Record<N, (...args: never[]) => unknown>,
  name: N,
) {
  const method = object[name].bind(object)
  object[name] = (...args) => {
    marked.add(page)
    return method(...args)
  }
}

/** Makes a tab as good as new for the next test with the same options, or closes it. */
async function putAway(key: string, page: Page, url: string) {
  const context = page.context()
  // A handler may still be at work, and would fail once the page is closed.
  const quietly = { behavior: 'ignoreErrors' } as const
  if (!page.isClosed()) await Promise.all([page.unrouteAll(quietly), context.unrouteAll(quietly)])
  if (page.isClosed() || marked.has(page)) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of EVENTS) for (const one of [page, context]) one.removeAllListeners(event)
  await forget(page, url)
  marked.delete(page) // which clearing it has marked
  unused.push({ key, page })
  if (unused.length > UNUSED_MAX) await unused.shift()!.page.context().close()
}

/**
 * Clears cookies and stores of the origin, but no cached scripts. Leaves the page for another of the
 * same origin, because Chromium starts a new process for `about:blank`.
 */
async function forget(page: Page, url: string) {
  page.once('dialog', (dialog) => void dialog.accept()) // asks before work is lost
  await page.goto(`${url}/healthz`)
  page.removeAllListeners('dialog')
  const size = sizes.get(page)
  if (size && !isDeepStrictEqual(page.viewportSize(), size)) await page.setViewportSize(size)
  const session = await page.context().newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb'
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes })
  await session.detach()
  await page.evaluate('sessionStorage.clear()')
  await page.context().clearCookies()
}

/** Makes `goto` and `reload` wait until the page reacts to presses (`entry.client.tsx`). */
function waitForScripts(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const alive = async <T>(answer: T) => {
    const isOurs = await page.locator('script:is([type=module], [type=late])').count()
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

/** Reads a value repeatedly until it equals `wanted`. Throws the difference if that takes too long. */
export async function eventuallyEqual<T>(look: () => Promise<T>, wanted: T) {
  const isOver = timeLimit(PATIENCE_SECONDS)
  for (let looks = 0; ; looks++) {
    const seen = await look().catch((error: unknown) => error) // the element may be replaced while it is read
    if (isDeepStrictEqual(seen, wanted) || isOver()) return deepEqual(seen, wanted)
    await pauseAfter(looks)
  }
}

/** Asserts that nothing on the page is wider than the screen. */
export const assertFitsScreen = (page: Page) =>
  eventuallyEqual(
    () => page.evaluate<number>('document.documentElement.scrollWidth'),
    page.viewportSize()!.width,
  )

/** The program of axe, which each page parses: without comments it is half as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
let haveStylesPassed = false
/**
 * Asserts that axe finds no accessibility violation on the page. Style sheets, which all pages share,
 * are checked on the first page of a process only.
 */
export async function assertAccessible(page: Page) {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  if (!isLoaded) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], preload: !haveStylesPassed })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
    [],
  )
  haveStylesPassed = true
}

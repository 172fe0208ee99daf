// Visits all pages of a running demo world to which links lead, on a phone, as each of four people in
// each of three languages: `npm run screens`. Keeps a picture of each page in `build/screens`, and
// prints what is wrong with it: status, title, errors, width, accessibility.
import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { direction, type Locale } from '#src/i18n/locale.ts'
import { CHROMIUM_PATH } from './chromium-path.ts'
import { crawl } from './crawl.ts'

const URL_OF_DEMO = `http://localhost:${process.env.PORT ?? 3_000}`
const PEOPLE = {
  guest: undefined,
  buyer: 'ren@renban.test',
  creator: 'mika@renban.test',
  administrator: 'sora@renban.test',
}
const LANGUAGES: readonly Locale[] = ['en', 'ja', 'ar']
const WIDTHS = [320, 390] // CSS pixels
const HEIGHT = 844
const HEIGHT_MAX = 4_000 // of a picture
const CODE_MS = 15_000

const browser = await chromium.launch({ executablePath: CHROMIUM_PATH })
try {
  let pages = 0
  let faulty = 0
  for (const [name, email] of Object.entries(PEOPLE)) {
    const session = email && (await signIn(browser, email))
    const { visited, refused } = await crawl(URL_OF_DEMO, session, { perRoute: 2 })
    for (const address of refused) console.log(`${name} · ${address}`)
    for (const lang of LANGUAGES) {
      const folder = `build/screens/${name}/${lang}`
      mkdirSync(folder, { recursive: true })
      const page = await openPage(browser, lang, session)
      for (const [route, address] of visited) {
        const picture = `${folder}/${route.replaceAll(/[^\w.-]+/g, '-')}.jpg`
        const faults = await faultsOf(page, address, lang, picture)
        for (const fault of faults) console.log(`${name} · ${lang} · ${address} · ${fault}`)
        pages++
        if (faults.length > 0) faulty++
      }
      await page.context().close()
    }
  }
  console.log(`${pages} pages, ${faulty} with faults`)
  process.exitCode = faulty > 0 ? 1 : 0
} finally {
  await browser.close()
}

/** Signs a person of the demo in with the code from the inbox. Returns the token of the session. */
async function signIn(of: Browser, email: string): Promise<string> {
  const context = await of.newContext({ baseURL: URL_OF_DEMO, locale: 'en' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  const before = await codesTo(email)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /code/i }).first()
  await field.waitFor()
  const endsAt = Date.now() + CODE_MS
  let codes = before
  while (codes.length === before.length && Date.now() < endsAt) {
    await page.waitForTimeout(200)
    codes = await codesTo(email)
  }
  await field.fill(codes[0] ?? '')
  await page.waitForURL((to) => to.pathname !== '/login')
  const session = (await context.cookies()).find((cookie) => cookie.name === 'session')
  await context.close()
  if (!session) throw new Error(`${email} was not signed in`)
  return session.value
}

async function codesTo(email: string): Promise<string[]> {
  const response = await fetch(`${URL_OF_DEMO}/dev/inbox.json?to=${encodeURIComponent(email)}`)
  const mails = (await response.json()) as { code: string | null }[]
  return mails.flatMap(({ code }) => (code ? [code] : []))
}

async function openPage(of: Browser, lang: Locale, session: string | undefined): Promise<Page> {
  const context = await of.newContext({
    baseURL: URL_OF_DEMO,
    locale: lang,
    viewport: { width: 390, height: HEIGHT },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  if (session) await context.addCookies([{ name: 'session', value: session, url: URL_OF_DEMO }])
  return context.newPage()
}

/** Opens a page and keeps its picture. Returns what is wrong with it, as lines to print. */
async function faultsOf(page: Page, address: string, lang: Locale, picture: string) {
  const faults: string[] = []
  const note = (text: string) => void faults.push(text)
  page.on('pageerror', (error) => note(String(error)))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  const answer = await page.goto(address)
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  if (!answer || (!answer.ok() && answer.status() !== 409)) note(`status ${answer?.status()}`)
  if ((await page.title()) === '') note('no title')
  const root = await page.evaluate<[string, string]>(
    '[document.documentElement.lang, document.documentElement.dir]',
  )
  if (root.join() !== [lang, direction(lang)].join()) note(`language and direction ${root.join()}`)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wide > width) note(`${wide} px wide on ${width} px`)
  }
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: { id: string }[] }>(
    "axe.run({ resultTypes: ['violations'] })",
  )
  for (const { id } of violations) note(`axe: ${id}`)
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: WIDTHS.at(-1)!, height: Math.min(height, HEIGHT_MAX) })
  await page.screenshot({ path: picture, type: 'jpeg', quality: 70 })
  page.removeAllListeners('pageerror')
  page.removeAllListeners('console')
  return faults
}

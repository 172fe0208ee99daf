import { equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { becomes, isAccessible, openChromium } from '../chromium.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const PATHS = [
  '/about',
  '/company',
  '/interview',
  '/dvt',
  '/help',
  '/support',
  '/contact',
  '/terms',
]
const LAW = ['/legal', '/personal_information', '/security']

test('SH-02 RT-02 RT-33 every page about the house is there, in Japanese and in English', async (t) => {
  const { url } = await testApp(t, { pages })
  for (const path of [...PATHS, ...LAW]) {
    const [en, ja] = await Promise.all(['en', 'ja'].map((lang) => textOf(url + path, lang)))
    ok(en!.length > 150, `${path} in English`)
    ok(/[ぁ-ん]/.test(ja!), `${path} in Japanese`)
    notEqual(en, ja)
  }
})

/** What a reader of a language sees in the page's main part, without scripts. */
async function textOf(address: string, lang: string): Promise<string> {
  const response = await fetch(address, { headers: { 'accept-language': lang } })
  equal(response.status, 200, address)
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(await response.text()) ?? []
  return main.replaceAll(/<[^>]+>/g, ' ').trim()
}

test('SH-02 each entry of the footer leads to a page that anybody can read', async (t) => {
  const here = await testApp(t, { pages })
  const tab = await openChromium(here)
  const page = await tab()
  await page.goto('/about')
  const entries = page.getByRole('contentinfo').getByRole('link')
  await becomes(() => entries.count(), 8)
  const names = await entries.allInnerTexts()
  for (const name of names) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await isAccessible(page)
  }
})

test('RT-28 ER-01 the error page names the code it was given and leads back to the market', async (t) => {
  const here = await testApp(t, { pages })
  const page = await (await openChromium(here))()
  await page.goto('/error?code=card_unavailable')
  await page.getByText('card_unavailable').waitFor()
  await page.getByRole('heading', { name: 'That did not work', level: 1 }).waitFor()
  equal(await page.getByRole('link', { name: 'Try again' }).count(), 0, 'it would say the same')
  await isAccessible(page)
  await page.getByRole('link', { name: 'Back to the marketplace' }).click()
  await page.waitForURL(`${here.url}/`)
})

test('an address with what can be no id says that there is nothing', async (t) => {
  const { url } = await testApp(t, { pages })
  for (const path of ['/asset/last-train', '/asset/rental/7', '/draws/x', '/group/x']) {
    const response = await fetch(url + path)
    equal(response.status, 404, path)
    match(await response.text(), /There is nothing here/, path)
  }
})

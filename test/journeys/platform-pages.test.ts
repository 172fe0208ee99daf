import { equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
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
  '/developers',
  '/terms',
]
const LAW = ['/legal', '/personal_information', '/security']

test('SH-02 RT-02 RT-33 every page about the platform exists in Japanese and in English', async (t) => {
  const { url } = await testApp(t, { pages })
  for (const path of [...PATHS, ...LAW]) {
    const [en, ja] = await Promise.all(['en', 'ja'].map((lang) => textOf(url + path, lang)))
    ok(en!.length > 150, `${path} in English`)
    ok(/[ぁ-ん]/.test(ja!), `${path} in Japanese`)
    notEqual(en, ja)
  }
})

/** Returns the main text of a page in a language, without scripts. */
async function textOf(address: string, lang: string): Promise<string> {
  const response = await fetch(address, { headers: { 'accept-language': lang } })
  equal(response.status, 200, address)
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(await response.text()) ?? []
  return main.replaceAll(/<[^>]+>/g, ' ').trim()
}

/** Each entry of the footer by its path: its name and the heading of its page, in two languages. */
// oxfmt-ignore
const FOOTER = {
  '/about': [['About Renban', 'About Renban'], ['Renbanについて', 'Renbanについて']],
  '/dvt': [['How it works', 'How it works'], ['Renbanのしくみ', 'Renbanのしくみ']],
  '/help': [['Help centre', 'Help centre'], ['ヘルプセンター', 'ヘルプセンター']],
  '/support': [['Support', 'Support'], ['サポート', 'サポート']],
  '/verify': [['Check a file', 'Check a file'], ['ファイルの確認', 'ファイルの確認']],
  '/contact': [['Contact', 'Contact'], ['お問い合わせ', 'お問い合わせ']],
  '/interview': [['Interviews', 'Interviews'], ['インタビュー', 'インタビュー']],
  '/company': [['Company', 'Company'], ['会社情報', '会社情報']],
  '/developers': [['For developers', 'For developers'], ['開発者の方へ', '開発者の方へ']],
  '/legal': [['Legal notices', 'Legal notices'], ['特定商取引法に基づく表記', '特定商取引法に基づく表記']],
  '/terms': [['Terms', 'Terms of use'], ['利用規約', '利用規約']],
  '/personal_information': [['Privacy', 'Personal information'], ['個人情報の取り扱い', '個人情報の取り扱い']],
  '/security': [['Security policy', 'Security policy'], ['セキュリティ方針', 'セキュリティ方針']],
} as const

for (const [place, locale] of [
  [0, 'en'],
  [1, 'ja'],
] as const)
  // oxfmt-ignore
  test(`SH-02 each entry of the footer leads to the page that it names, in ${locale}`, async (t) => {
    const here = await testApp(t, { pages })
    const page = await (await openChromium(here))(undefined, { locale })
    await page.goto('/about')
    const entries = page.getByRole('contentinfo').getByRole('link')
    const named = Object.values(FOOTER).map((names) => names[place][0])
    await eventuallyEqual(() => entries.allInnerTexts(), named)
    for (const [path, names] of Object.entries(FOOTER)) {
      const [name, heading] = names[place]
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(here.url + path)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      ok((await page.locator('main').innerText()).length > 100, path)
      await assertAccessible(page)
    }
  })

test('RT-28 ER-01 the error page shows the given code and leads back to the market', async (t) => {
  const here = await testApp(t, { pages })
  const page = await (await openChromium(here))()
  await page.goto('/error?code=card_unavailable')
  await page.getByText('card_unavailable').waitFor()
  await page.getByRole('heading', { name: 'Something went wrong', level: 1 }).waitFor()
  equal(await page.getByRole('link', { name: 'Try again' }).count(), 0, 'it would say the same')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Back to the marketplace' }).click()
  await page.waitForURL(`${here.url}/`)
})

test('an address with an invalid id is not found', async (t) => {
  const { url } = await testApp(t, { pages })
  for (const path of ['/asset/last-train', '/asset/rental/7', '/draws/x', '/group/x']) {
    const response = await fetch(url + path)
    equal(response.status, 404, path)
    match(await response.text(), /Page not found/, path)
  }
})

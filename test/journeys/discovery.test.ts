import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addSeconds } from '#core/clock.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { PAGES } from '#src/sales/discovery/sitemap.ts'
import { locales } from '#src/i18n/locale.ts'
import { appWithTab } from '../app-with-tab.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { HOSTILE } from '../hostile.ts'
import { pagePaths } from '../page-paths.ts'
import { createTitle, orderSeveral } from '../titles.ts'
import { builtPages } from '#src/app.ts'

const pages = await builtPages()

/** Pages without an id that guests can open, but that nobody should find by searching. */
// oxfmt-ignore
const UNLISTED = [
  '/account/deleted', '/error', '/login', '/manifest.webmanifest', '/offline', '/payment/rent/success',
  '/recovery',
]

test('DS-03 the sitemap has every page without an id that guests can open', async (t) => {
  const { here } = await appWithTab(t)
  const paths = ['/', ...pagePaths.filter((path) => !/[:*]/.test(path)).map((path) => `/${path}`)]
  const open: string[] = []
  for (const path of paths) {
    const { status } = await fetch(here.url + path, { redirect: 'manual' })
    if (status === 200) open.push(path)
  }
  deepEqual(open.toSorted(), [...PAGES, ...UNLISTED].toSorted())
})

test('DS-02 DS-06 every public page has its address in ten languages, and a card for other sites', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 1, { pages })
  const { encrypted_id } = await make('Winter Set', kids)
  await mika.call(updateAsset, { kid: kids[0]!, title: 'Last Train' })
  const sale_starting_at = addSeconds(here.clock.now, 7_200).toISOString()
  const sale = await createTitle(here, mika, { copies: 1, price: 300, sale_starting_at, waiting_room: true }) // oxfmt-ignore
  const told = [
    `/asset/${kids[0]}`,
    '/brand/kita-eiga',
    `/group/${encrypted_id}`,
    '/airport-anifes',
    `/waiting/${sale.kid}`,
  ]
  for (const path of [...PAGES, ...told]) {
    const { head, lang } = await pageAt(`${here.url}${path}?lang=de&utm_source=x`)
    equal(lang, 'de', path)
    const bare = here.url + path
    deepEqual(linksIn(head, 'canonical'), [`${bare}?lang=de`], path)
    const addresses = [bare, ...locales.map((locale) => `${bare}?lang=${locale}`)]
    deepEqual(linksIn(head, 'alternate', 'hrefLang'), addresses, path)
    for (const name of ['og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt', 'twitter:card']) // oxfmt-ignore
      match(head, new RegExp(`<meta (?:name|property)="${name}" content="[^"]+"/>`), `${path} ${name}`) // oxfmt-ignore
    equal(head.match(/<meta name="description"/g)?.length, 1, path)
    const { head: english, lang: plain } = await pageAt(bare)
    deepEqual([plain, linksIn(english, 'canonical')], ['en', [bare]], path)
  }
})

test('DS-02 each page of a list has its own address, and linked data names that of its subject', async (t) => {
  const { here } = await brandFixtures(t, 1, { pages })
  for (const [path, canonical, subject] of [
    ['/?page=2', '/?page=2', '/'],
    ['/?q=train&page=2', '/', '/'],
    ['/brand/kita-eiga/group', '/brand/kita-eiga/group', '/brand/kita-eiga'],
    ['/airport-anifes?page=1', '/airport-anifes?page=1', '/airport-anifes'],
  ] as const) {
    const { head } = await pageAt(here.url + path)
    deepEqual(linksIn(head, 'canonical'), [here.url + canonical], path)
    const [about] = await thingsAt(here.url + path)
    equal(about!.url, here.url + subject, path)
  }
})

test('SH-03 DS-02 the language of an address stays while one reads on, and gives way to a choice', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab()
  await page.goto('/about?lang=de')
  const lang = () => page.evaluate<string>('document.documentElement.lang')
  equal(await lang(), 'de')
  await page.getByRole('link', { name: 'So funktioniert es' }).first().click()
  await page.waitForURL('**/dvt')
  equal(await lang(), 'de')
  await page.goto('/about?lang=fr')
  equal(await lang(), 'de')
  await page.getByRole('button', { name: '日本語' }).click()
  await page.waitForURL('**/about')
  await page.goto('/about?lang=fr')
  equal(await lang(), 'ja')
  const paper = await fetch(`${here.url}/statements/2030-01.pdf?lang=ja`, { redirect: 'manual' })
  equal(paper.headers.get('set-cookie'), null)
})

test('DS-01 UP-14 linked data says what a title is, who made it, what it costs and where it stands', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 1, { pages })
  const credits = 'Director: Mika Okada'
  const about = { kid: kids[0]!, title: 'Last Train', description: 'A **snowy** film', credits }
  await mika.call(updateAsset, about)
  const page = `${here.url}/asset/${kids[0]}`
  const [product, work, way] = await thingsAt(page)
  deepEqual([product!['@type'], product!.name, product!.url], ['Product', 'Last Train', page])
  deepEqual(product!.offers, {
    '@type': 'Offer',
    price: 500,
    priceCurrency: 'JPY',
    availability: 'https://schema.org/InStock',
    url: page,
  })
  const { '@type': kind, name, description, uploadDate } = work!
  deepEqual([kind, name, description, uploadDate], ['VideoObject', 'Last Train', 'A snowy film', here.clock.now.toISOString()]) // oxfmt-ignore
  equal(work!.creditText, credits)
  const steps = way!.itemListElement as { name: string; item: string }[]
  deepEqual(
    steps.map((step) => [step.name, step.item.replace(here.url, '')]),
    [['Marketplace', '/'], ['Kita Eiga', '/brand/kita-eiga'], ['Last Train', `/asset/${kids[0]}`]], // oxfmt-ignore
  )
  const kinds = { audio: 'MusicRecording', image: 'ImageObject', unknown: 'CreativeWork' } as const
  for (const [media_type, wanted] of Object.entries(kinds)) {
    const other = await createTitle(here, mika, { media_type, brand_id: brand.id })
    const [only] = await thingsAt(`${here.url}/asset/${other.kid}`)
    equal(only!['@type'], wanted, 'without a copy for sale there is no offer')
  }
  const later = { sale_starting_at: '2030-01-05T00:00:00Z', sale_ending_at: '2030-01-06T00:00:00Z' }
  equal((await mika.call(updateAsset, { kid: kids[0]!, ...later })).error, undefined)
  const offer = (await thingsAt(page))[0]!.offers as Record<string, unknown>
  deepEqual([offer.availability, offer.availabilityStarts], ['https://schema.org/PreOrder', '2030-01-05T00:00:00.000Z']) // oxfmt-ignore
  here.clock.now = new Date('2030-01-07T00:00:00Z')
  equal((await thingsAt(page))[0]!['@type'], 'VideoObject', 'the sale is over')
})

test('DS-01 DS-04 no title leaves its linked data or its feed', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const bare = await tab(undefined, { javaScriptEnabled: false })
  for (const title of HOSTILE) {
    const { kid } = await createTitle(here, mika, { copies: 1, price: 100 })
    equal((await mika.call(updateAsset, { kid, title, description: title })).error, undefined)
    await bare.goto(`/asset/${kid}`)
    const data = await bare.locator('script[type="application/ld+json"]').allTextContents()
    equal(data.length, 1, title)
    const { '@graph': things } = JSON.parse(data[0]!) as { '@graph': { name?: string }[] }
    const shown = await bare.locator('h1').textContent()
    deepEqual([things[0]!.name, things[1]!.name], [shown, shown])
  }
  const page = await tab()
  await page.goto('/about')
  const titles = await page.evaluate<string[]>(`fetch('/feed.atom').then(async (response) => {
    const feed = new DOMParser().parseFromString(await response.text(), 'application/xml')
    if (feed.querySelector('parsererror')) throw new Error(feed.documentElement.textContent)
    return [...feed.querySelectorAll('entry > title')].map((title) => title.textContent)
  })`)
  deepEqual(new Set(titles), new Set(HOSTILE.map((title) => title.replaceAll(/[\u2028\u2029]/g, ' ').trim()))) // oxfmt-ignore
})

test('DS-05 another site shows a title in a frame, with its price as it is now, and can frame no other page', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  await mika.call(updateAsset, { kid: film.kid, title: 'Last Train' })
  const page = await tab()
  await page.clock.install()
  const player = await frameOn(t, page, `${here.url}/embed/asset/${film.kid}`)
  await player.getByRole('heading', { name: 'Last Train' }).waitFor()
  await player.getByText('¥500').waitFor()
  const link = player.getByRole('link')
  equal(await link.count(), 1, 'the player leads to one place, outside the frame')
  const opened = page.context().waitForEvent('page')
  await link.click()
  const outside = await opened
  await outside.waitForURL(`**/asset/${film.kid}`)
  await outside.close()

  equal((await ren.call(purchaseForFree, orderSeveral(film, [1, 2], 1_000))).error, undefined)
  await page.clock.fastForward('00:31')
  await player.getByText('Sold out').waitFor()

  const alone = await tab(undefined, PHONE)
  await alone.goto(`/embed/asset/${film.kid}?lang=ar`)
  equal(await alone.evaluate('document.documentElement.dir'), 'rtl')
  await assertAccessible(alone)
  await assertFitsScreen(alone)
  deepEqual(await alone.context().cookies(), [])

  const headersOf = async (path: string) => (await fetch(here.url + path)).headers
  const framed = await headersOf(`/embed/asset/${film.kid}`)
  match(framed.get('content-security-policy')!, /frame-ancestors \*$/)
  equal(framed.get('x-frame-options'), null)
  const missing = await headersOf('/embed/asset/00000000-0000-4000-8000-000000000000')
  match(missing.get('content-security-policy')!, /frame-ancestors \*$/)
  for (const path of ['/', `/asset/${film.kid}`, '/embed', '/oembed?url=x', '/feed.atom']) {
    const closed = await headersOf(path)
    equal(closed.get('x-frame-options'), 'SAMEORIGIN', path)
    ok(!closed.get('content-security-policy')?.includes('frame-ancestors *'), path)
  }
})

/** Opens a page of another site that frames an address, and returns the frame. */
async function frameOn(t: TestContext, page: Page, address: string) {
  const html = `<!doctype html><title>A blog</title><iframe src="${address}" width="640" height="456">`
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  t.after(() => site.close())
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  return page.frameLocator('iframe')
}

async function pageAt(url: string) {
  const response = await fetch(url)
  equal(response.status, 200, url)
  const html = await response.text()
  const [, lang] = /<html lang="([\w-]+)"/.exec(html)!
  return { html, head: html.slice(0, html.indexOf('</head>')), lang }
}

/** Returns the addresses of the links of a kind, of those only that also have the attribute `with`. */
const linksIn = (head: string, rel: string, having = '') =>
  [...head.matchAll(/<link [^>]+>/g)]
    .map(([link]) => link)
    .filter((link) => link.includes(`rel="${rel}"`) && link.includes(having))
    .map((link) => /href="([^"]+)"/.exec(link)![1]!.replaceAll('&amp;', '&'))

/** Returns the linked data of a page. */
async function thingsAt(url: string) {
  const { html } = await pageAt(url)
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)!
  return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
}

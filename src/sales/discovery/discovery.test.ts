import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import { putOwnShelf, shelfPath } from '#src/sales/shelf/shelf.shared.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { HOSTILE } from '../../../test/hostile.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { sitemap, sitemapIndex } from './sitemap.ts'

test('DS-03 the sitemaps name what guests may see, and robots.txt names them', async (t) => {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 3)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await createTitle(here, mika, { published_at: null, brand_id: brand.id })
  equal((await mika.call(withdrawAsset, { kid: kids[2]! })).error, undefined)
  const full = await make('Winter Set', kids.slice(0, 1))
  await make('Empty set')
  await mika.call(createBrand, { name: 'Nothing yet', account: 'nothing-yet' })
  const words = { en: { title: 'Harbour week', body: 'Films' } }
  for (const is_published of [true, false])
    await sora.call(createCampaign, {
      slug: is_published ? 'harbour_week' : 'hidden_week',
      words,
      is_published,
      kids: [],
      groups: [],
      accepts_codes: false,
    })

  const robots = await textOf(here.url, '/robots.txt')
  const [, index = ''] = /^Sitemap: (.+)$/m.exec(robots.text)!
  const files = locationsIn((await textOf(here.url, new URL(index).pathname)).text)
  const found = await Promise.all(
    files.map(async (file) => {
      const { type, text } = await textOf(here.url, new URL(file).pathname)
      equal(type, 'application/xml; charset=utf-8')
      return locationsIn(text).map((location) => location.replace(here.url, ''))
    }),
  )

  const names = files.map((file) => /(\w+)-1\.xml$/.exec(file)?.[1])
  deepEqual(names, ['pages', 'titles', 'groups', 'brands', 'campaigns'])
  const [pages, titles, groups, brands, campaigns] = found
  ok(pages!.includes('/') && pages!.includes('/about'))
  deepEqual(titles!.toSorted(), kids.slice(0, 2).map((kid) => `/asset/${kid}`).toSorted()) // oxfmt-ignore
  deepEqual(groups, [`/group/${full.encrypted_id}`])
  deepEqual(brands, ['/brand/kita-eiga'])
  deepEqual(campaigns!.toSorted(), ['/airport-anifes', '/august_my_heaven', '/harbour_week'])
})

test('DS-03 the sitemaps name public shelves whose owners let search engines find them, and no others', async (t) => {
  const here = await testApp(t)
  const shelfOf = async (name: string, choices: object = {}) => {
    const person = await here.person(name)
    const shelf = { is_public: true, is_indexed: true, shows_brands: false, shows_count: false, about: '', asset_token_ids: [], ...choices } // oxfmt-ignore
    equal((await person.call(putOwnShelf, shelf)).error, undefined)
    return person
  }
  const files = async () => locationsIn((await textOf(here.url, '/sitemap.xml')).text)
  await shelfOf('Hidden from robots', { is_indexed: false })
  await shelfOf('Private', { is_public: false })
  const gone = await shelfOf('Suspended')
  await here.app.pool.query('update account set suspended_at = now() where id = $1', [gone.account_id]) // oxfmt-ignore
  equal(
    (await files()).some((file) => file.includes('shelves')),
    false,
  )
  await shelfOf('Ren Sato')
  await shelfOf('蓮')
  here.clock.now = new Date(here.clock.now.getTime() + 3_600_000) // guests share answers for a time
  ok((await files()).includes(`${here.url}/sitemaps/shelves-1.xml`))
  const found = locationsIn((await textOf(here.url, '/sitemaps/shelves-1.xml')).text)
  deepEqual(found, [`${here.url}${shelfPath('Ren Sato')}`, `${here.url}${shelfPath('蓮')}`])
  for (const address of found)
    equal((await fetch(address.replace('/shelf/', '/api/2.0/shelves/'))).status, 200)
})

test('DS-03 a sitemap says when a title changed, and its tag lets robots ask again for nothing', async (t) => {
  const { here, mika, kids } = await brandFixtures(t, 1)
  here.clock.now = new Date('2030-01-02T00:00:00Z')
  await mika.call(updateAsset, { kid: kids[0]!, title: 'Renamed' })
  const path = '/sitemaps/titles-1.xml'
  const first = await fetch(here.url + path)
  match(await first.text(), /<lastmod>2030-01-02T00:00:00\.000Z<\/lastmod>/)
  const again = { 'if-none-match': first.headers.get('etag')! }
  equal((await fetch(here.url + path, { headers: again })).status, 304)
  for (const name of ['titles-2', 'titles-0', 'people-1', 'constructor-1', 'titles-1.xml.gz'])
    equal((await fetch(`${here.url}/sitemaps/${name}.xml`)).status, 404, name)
})

test('DS-03 an area with more addresses than one sitemap may have gets several', async (t) => {
  const { here, kids } = await brandFixtures(t, 5)
  const ctx = here.app.jobCtx('test')
  const index = locationsIn(await sitemapIndex(ctx, 2))
  deepEqual(
    index.filter((file) => file.includes('titles')),
    [1, 2, 3].map((n) => `${here.url}/sitemaps/titles-${n}.xml`),
  )
  const parts = await Promise.all([1, 2, 3].map((n) => sitemap(ctx, `titles-${n}.xml`, 2)))
  const found = parts.map(locationsIn)
  deepEqual(found.map(({ length }) => length), [2, 2, 1]) // oxfmt-ignore
  deepEqual(new Set(found.flat()), new Set(kids.map((kid) => `${here.url}/asset/${kid}`)))
})

test('DS-04 feeds name the newest titles of the marketplace and of a brand, and none that is withdrawn', async (t) => {
  const { here, mika, kids } = await brandFixtures(t, 2)
  await mika.call(updateAsset, { kid: kids[0]!, title: 'First', description: 'A **snowy** film' })
  here.clock.now = new Date('2030-01-02T00:00:00Z')
  const other = await createTitle(here, mika, { copies: 1, price: 100 })
  equal((await mika.call(withdrawAsset, { kid: kids[1]! })).error, undefined)

  const market = await textOf(here.url, '/feed.atom')
  equal(market.type, 'application/atom+xml; charset=utf-8')
  deepEqual(entriesIn(market.text), [`${here.url}/asset/${other.kid}`, `${here.url}/asset/${kids[0]}`]) // oxfmt-ignore
  const ofBrand = await textOf(here.url, '/brand/Kita-Eiga/feed.atom')
  deepEqual(entriesIn(ofBrand.text), [`${here.url}/asset/${kids[0]}`])
  match(ofBrand.text, /<title>Kita Eiga · Renban<\/title>/)
  match(ofBrand.text, /&lt;strong&gt;snowy&lt;\/strong&gt;/)
  match(market.text, /<updated>2030-01-02T00:00:00\.000Z<\/updated><author>/)
  equal((await fetch(`${here.url}/brand/nobody/feed.atom`)).status, 404)
})

test('DS-04 no title, text or name ends an element of a feed', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0)
  const all = HOSTILE.join(' ')
  await mika.call(updateBrand, { id: brand.id, name: HOSTILE[0]! })
  for (const title of HOSTILE) {
    const film = await createTitle(here, mika, { copies: 1, price: 100, brand_id: brand.id })
    const about = { kid: film.kid, title, description: `${all}\u0008` }
    equal((await mika.call(updateAsset, about)).error, undefined, title)
  }
  for (const path of ['/feed.atom', '/brand/kita-eiga/feed.atom']) {
    const { text } = await textOf(here.url, path)
    const tags = text.match(/<[^>]*>/g)!.filter((tag) => !/^<\/?(feed|id|title|updated|published|author|name|link|entry|content)\b/.test(tag)) // oxfmt-ignore
    deepEqual(tags, ['<?xml version="1.0" encoding="UTF-8"?>'])
    ok(!text.includes(']]>') && !text.includes('\u0008'))
    equal(entriesIn(text).length, HOSTILE.length)
  }
})

test('DS-05 oEmbed describes the player of a public title, and nothing else', async (t) => {
  const { here, mika, kids } = await brandFixtures(t, 2)
  await mika.call(updateAsset, { kid: kids[0]!, title: '"><script>hit()</script>' })
  equal((await mika.call(withdrawAsset, { kid: kids[1]! })).error, undefined)
  const ask = (url: string, more = '') =>
    fetch(`${here.url}/oembed?url=${encodeURIComponent(url)}${more}`)
  const page = `${here.url}/asset/${kids[0]}`

  const answer = await ask(`${page}?no=2`)
  equal(answer.headers.get('access-control-allow-origin'), '*')
  const { html, ...facts } = (await answer.json()) as Record<string, unknown>
  deepEqual(facts, {
    version: '1.0',
    type: 'rich',
    title: '"><script>hit()</script>',
    author_name: 'Kita Eiga',
    author_url: `${here.url}/brand/kita-eiga`,
    provider_name: 'Renban',
    provider_url: here.url,
    cache_age: 3_600,
    width: 640,
    height: 456,
  })
  match(String(html), new RegExp(`^<iframe src="${here.url}/embed/asset/${kids[0]}" title="&quot;`))
  ok(!String(html).includes('<script'))
  const small = (await (await ask(`${page}?lang=de`, '&maxwidth=320&maxheight=200')).json()) as Record<string, unknown> // oxfmt-ignore
  deepEqual([small.width, small.height], [320, 200])
  match(String(small.html), /\?lang=de"/)

  const unknown = [
    `${here.url}/asset/${kids[1]}`,
    `${here.url}/asset/00000000-0000-4000-8000-000000000000`,
    `https://elsewhere.example/asset/${kids[0]}`,
    `${here.url}/brand/kita-eiga`,
    'javascript:hit()',
    '',
  ]
  for (const url of unknown) equal((await ask(url)).status, 404, url)
  equal((await ask(page, '&format=xml')).status, 501)
})

async function textOf(site: string, path: string) {
  const response = await fetch(site + path)
  equal(response.status, 200, path)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

const locationsIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)

const entriesIn = (xml: string) =>
  [...xml.matchAll(/<entry><id>([^<]+)<\/id>/g)].map(([, url]) => url!)

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { builtPages } from '#src/app.ts'
import { openChromium } from '../chromium.ts'
import { brandFixtures } from '../brand-fixtures.ts'

const pages = await builtPages()

test('DS-06 the pages of brands, groups and titles have previews for other sites', async (t) => {
  const { here, mika, brand, kids, make } = await brandFixtures(t, 1, { pages })
  const bytes = await sharp({
    create: { width: 1_280, height: 640, channels: 3, background: '#20407c' },
  })
    .png()
    .toBuffer()
  const bare = await previewOf(`${here.url}/brand/kita-eiga`)
  equal(bare.meta['og:image'], `${here.url}/share.jpg`)
  equal((await fetch(bare.meta['og:image'])).headers.get('content-type'), 'image/jpeg')
  const hero_image = bytes.toString('base64')
  const description = 'Films from the **north coast** & “further”</script>'
  await mika.call(updateBrand, { id: brand.id, hero_image, description })
  const title = { kid: kids[0]!, title: 'Last <Train>', description: 'あ'.repeat(300) }
  await mika.call(updateAsset, title)
  const { encrypted_id } = await make('Winter Set', kids)
  const words = 'Films from the north coast & “further”</script>'

  const ofBrand = await previewOf(`${here.url}/brand/kita-eiga/sale?page=1`)
  equal(ofBrand.canonical, `${here.url}/brand/kita-eiga/sale?page=1`)
  deepEqual([ofBrand.meta['og:title'], ofBrand.meta['og:description']], ['Kita Eiga', words])
  deepEqual(
    [ofBrand.meta.description, ofBrand.meta['twitter:card']],
    [words, 'summary_large_image'],
  )
  deepEqual([ofBrand.meta['og:image:width'], ofBrand.meta['og:image:height']], ['1280', '640'])
  const picture = await fetch(String(ofBrand.meta['og:image']))
  deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
  const { '@type': kind, name, image } = ofBrand.thing
  deepEqual([kind, name, image], ['Brand', 'Kita Eiga', ofBrand.meta['og:image']])

  const ofTitle = await previewOf(`${here.url}/asset/${kids[0]}?no=2`)
  equal(ofTitle.canonical, `${here.url}/asset/${kids[0]}`)
  equal(ofTitle.meta['og:title'], 'Last <Train>')
  equal(ofTitle.meta['og:description'], `${'あ'.repeat(199)}…`)
  deepEqual([ofTitle.meta['og:image'], ofTitle.thing.image], [`${here.url}/share.jpg`, undefined])
  equal(ofTitle.meta['og:image:alt'], 'Renban')

  const ofGroup = await previewOf(`${here.url}/group/${encrypted_id}`)
  equal(ofGroup.meta['og:url'], `${here.url}/group/${encrypted_id}`)
  equal(ofGroup.meta['og:description'], 'Numbered copies of films, music and pictures.')
  equal(ofGroup.meta['og:image'], `${here.url}/share.jpg`)
  equal(ofGroup.thing['@type'], 'Collection')
})

test('one press copies a page’s link, without parameters that only change its view', async (t) => {
  const { here, kids, make } = await brandFixtures(t, 1, { pages })
  const { encrypted_id } = await make('Winter Set', kids)
  const tab = await openChromium(here)
  const page = await tab(undefined, { permissions: ['clipboard-read', 'clipboard-write'] })
  for (const [path, link] of [
    ['/brand/kita-eiga/sale', '/brand/kita-eiga'],
    [`/group/${encrypted_id}?page=0`, `/group/${encrypted_id}`],
    [`/asset/${kids[0]}?no=2`, `/asset/${kids[0]}`],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied.').waitFor()
    equal(await page.evaluate('navigator.clipboard.readText()'), here.url + link)
  }
})

/** Returns the link preview of a page, read without scripts. */
async function previewOf(url: string) {
  const html = await (await fetch(url)).text()
  const head = html.slice(0, html.indexOf('</head>'))
  const found = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const meta: Record<string, string | undefined> = {}
  for (const [, name, content] of found) meta[name!] = unescapeHtml(content!)
  const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(head)!
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)!
  const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] }
  return { meta, canonical: unescapeHtml(canonical), thing: things[0]! }
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

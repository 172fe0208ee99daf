import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { api } from '#src/api.ts'
import { type Endpoint, requestOf } from '#core/http/endpoint.ts'
import {
  createCampaign,
  getCampaign,
  listCampaignTitles,
} from '#src/catalog/campaign/campaign.shared.ts'
import { addFavourite, followBrand } from '#src/catalog/follow/follow.shared.ts'
import { getGroup, listBrandGroups, updateGroup } from '#src/catalog/group/group.shared.ts'
import { putSellerNotice } from '#src/catalog/seller-notice/seller-notice.shared.ts'
import { getSharedCopy, getShareAddress } from '#src/sales/share/share.shared.ts'
import { getDraw } from '#src/sales/draw/draw.shared.ts'
import { getWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import { type AccessFixtures, accessFixtures, tokenFor } from './access-fixtures.ts'
import { rows } from './access-rows.ts'
import { hide } from './hide.ts'
import { fetchAs } from './playback-fixtures.ts'
import { sellerNotice } from './seller-notices.ts'

const NAME = 'Quarantine of the Lighthouse'
const BRAND = 'Lampwright Pictures'
const GROUP = 'Beacons in winter'
const SLUG = 'lanterns'
const HERO = {
  base: 'brands/lampwright',
  widths: [320, 640],
  width: 640,
  height: 320,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
}

type Fixtures = Awaited<ReturnType<typeof fixturesOf>>
type Caller = 'guest' | 'aoi'
const things = ['title', 'brand'] as const

/**
 * Opens the fixtures with a title in a group, whose sale has a waiting room, and in a campaign. Aoi
 * follows the title and its brand; Ren shares a copy.
 */
async function fixturesOf(t: Parameters<typeof accessFixtures>[0]) {
  const fixtures = await accessFixtures(t, { pages: await builtPages() })
  const { here, film, brand, group, mika, aoi, ren, sora } = fixtures
  const { db } = here.app
  const { encrypted_id: id } = group
  await db.updateTable('asset').set({ title: NAME }).where('kid', '=', film.kid).execute()
  const looks = { name: BRAND, hero_picture: JSON.stringify(HERO) }
  await db.updateTable('brand').set(looks).where('id', '=', brand).execute()
  const sale = { sale_starting_at: '2040-01-01T00:00:00.000Z', waiting_room: true }
  const contents = { name: GROUP, sorted_contents: [film.kid] }
  equal((await mika.call(updateGroup, { id, ...contents, ...sale })).error, undefined)
  await mika.call(putSellerNotice, { id: brand, ...sellerNotice })
  const campaign = {
    slug: SLUG,
    words: { en: { title: 'Lights', body: '' } },
    kids: [film.kid],
    groups: [id],
    accepts_codes: false,
    is_published: true,
  }
  equal((await sora.call(createCampaign, campaign)).error, undefined)
  equal((await aoi.call(followBrand, { brand_id: brand })).error, undefined)
  equal((await aoi.call(addFavourite, { kid: film.kid, number: 20 })).error, undefined)
  const asset_token_id = film.tokens.get(28)!
  const shared = await ren.call(getShareAddress, { asset_token_id, show: 'name' })
  return { ...fixtures, shared }
}

/** Lists calls about what is not among the usual rows. */
const callsOf = ({ group, shared }: Fixtures): [Endpoint, Record<string, unknown>][] => [
  [getWaitingRoom, { id: group.encrypted_id }],
  [getCampaign, { slug: SLUG }],
  [listCampaignTitles, { slug: SLUG }],
  [getSharedCopy, { token: shared.path.replace('/copies/', '') }],
]

/** Lists what people read without the API. */
const pagesOf = ({ film: { kid, tokens }, account, group, shared, here }: Fixtures) => [
  '/',
  '/?q=Quarantine',
  '/feed.atom',
  `/${SLUG}`,
  '/account/following',
  '/account/wanted',
  `/asset/${kid}`,
  `/asset/rental/${kid}`,
  `/embed/asset/${kid}`,
  `/asset/${kid}/watch`,
  `/oembed?url=${encodeURIComponent(`${here.url}/asset/${kid}`)}`,
  `/brand/${account}`,
  `/brand/${account}/sale`,
  `/brand/${account}/group`,
  `/brand/${account}/seller`,
  `/brand/${account}/feed.atom`,
  `/group/${group.encrypted_id}`,
  `/group/${group.encrypted_id}/draw`,
  `/waiting/${kid}`,
  `/waiting/${group.encrypted_id}`,
  `/certificate/${tokens.get(28)}`,
  shared.path,
  shared.picture,
  ...['titles', 'brands', 'groups'].map((area) => `/sitemaps/${area}-1.xml`),
]

/** Tells if a text names what is hidden with a title or with its whole brand. */
function namer({ film, account, group }: AccessFixtures, thing: 'title' | 'brand') {
  const words = [NAME, `/asset/${film.kid}`, `/brand/${account}<`]
  const ofBrand = [BRAND, GROUP, HERO.base, `/brand/${account}`, `/group/${group.encrypted_id}`]
  if (thing === 'brand') words.push(...ofBrand)
  return (text: string) => words.some((word) => text.includes(word))
}

/** Returns the calls and pages that name the title, and those that name the brand, to a caller. */
async function naming(fixtures: Fixtures, caller: Caller) {
  const { here, shared } = fixtures
  const token = await tokenFor(fixtures, caller)
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const found = { title: [] as string[], brand: [] as string[] }
  const note = (path: string, text: string) => {
    for (const thing of things)
      if (path === shared.picture || namer(fixtures, thing)(text)) found[thing].push(path)
  }
  const free = new Set(
    api.filter(({ access }) => access !== 'admin').map(({ endpoint }) => endpoint),
  )
  const readable = rows
    .filter(({ endpoint }) => endpoint.method === 'GET' && free.has(endpoint))
    .map(({ endpoint, input }) => [endpoint, input(fixtures, caller)] as const)
  for (const [endpoint, input] of [...readable, ...callsOf(fixtures)]) {
    const answer = await fetch(here.url + requestOf(endpoint, input).url, { headers })
    note(endpoint.path, await answer.text())
  }
  for (const path of pagesOf(fixtures)) {
    const answer = await fetch(here.url + path, { headers, redirect: 'manual' })
    const text = await answer.text()
    if (answer.status === 200) note(path, text)
  }
  return { title: found.title.toSorted(), brand: found.brand.toSorted() }
}

test('MO-05 a hidden title or brand is found in no call, page, feed, sitemap, embed or shared picture', async (t) => {
  const fixtures = await fixturesOf(t)
  const { here, film, brand, account, group, mika, sora, shared } = fixtures
  const { encrypted_id: id } = group
  const callers = ['guest', 'aoi'] as const
  const before = { guest: await naming(fixtures, 'guest'), aoi: await naming(fixtures, 'aoi') }
  for (const path of [
    '/assets/listed',
    '/assets/{id}',
    '/',
    '/feed.atom',
    '/sitemaps/titles-1.xml',
    '/campaigns/{slug}/titles',
    '/copies/{token}',
    shared.picture,
    `/${SLUG}`,
  ])
    for (const caller of callers)
      ok(before[caller].title.includes(path), `${path} names it to ${caller} while it is public`)
  for (const path of [
    '/groups/{id}',
    '/brands/{id}/groups',
    '/waiting_rooms/{id}',
    '/groups/{id}/draw',
    `/group/${id}`,
    `/waiting/${id}`,
    `/waiting/${film.kid}`,
    '/sitemaps/groups-1.xml',
    `/brand/${account}/seller`,
    `/brand/${account}/group`,
    `/group/${id}/draw`,
  ])
    ok(before.guest.brand.includes(path), `${path} names the brand while it is public`)
  for (const path of ['/follows', '/account/following'])
    ok(before.aoi.brand.includes(path), `${path} names what Aoi follows`)

  for (const thing of things) {
    const restore = await hide(here, thing === 'title' ? film.kid : brand, thing, sora)
    for (const caller of callers)
      deepEqual((await naming(fixtures, caller))[thing], [], `${thing} hidden, ${caller}`)
    for (const who of [mika, sora]) {
      equal((await who.call(getGroup, { id })).name, GROUP)
      equal((await who.call(getDraw, { id })).name, GROUP)
      const { items } = await who.call(listBrandGroups, { id: brand })
      if (who === mika) deepEqual(items.map(({ name }) => name), [GROUP]) // oxfmt-ignore
      for (const path of [`/group/${id}`, `/brand/${account}`, `/asset/${film.kid}`])
        equal((await fetchAs(here, path, who)).status, 200, `${path} for ${who.name}`)
    }
    await restore()
  }
  for (const caller of callers) deepEqual(await naming(fixtures, caller), before[caller])
})

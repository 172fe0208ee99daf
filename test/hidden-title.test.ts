import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { decideCase, listCases } from '#src/admin/moderation/moderation.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { api } from '#src/api.ts'
import { requestOf } from '#core/http/endpoint.ts'
import { type AccessFixtures, accessFixtures, tokenFor } from './access-fixtures.ts'
import type { Row } from './access-row.ts'
import { rows } from './access-rows.ts'

const NAME = 'Quarantine of the Lighthouse'

/** Lists what guests read without the API. */
const pagesOf = ({ film: { kid }, account, here }: AccessFixtures) => [
  '/',
  '/?q=Quarantine',
  `/asset/${kid}`,
  `/asset/rental/${kid}`,
  `/embed/asset/${kid}`,
  `/oembed?url=${encodeURIComponent(`${here.url}/asset/${kid}`)}`,
  `/brand/${account}`,
  `/brand/${account}/sale`,
  '/feed.atom',
  `/brand/${account}/feed.atom`,
  '/sitemaps/titles-1.xml',
  '/sitemaps/brands-1.xml',
]

/** Returns the calls and pages that name the title to somebody with this token. */
async function naming(fixtures: AccessFixtures, caller: 'guest' | 'aoi') {
  const { here, film, account } = fixtures
  const token = await tokenFor(fixtures, caller)
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const names = (text: string) =>
    text.includes(NAME) ||
    text.includes(`/asset/${film.kid}`) ||
    text.includes(`/brand/${account}<`)
  const found = []
  const readable = rows.filter(({ endpoint }) => endpoint.method === 'GET')
  const free = new Set(
    api.filter(({ access }) => access !== 'admin').map(({ endpoint }) => endpoint),
  )
  for (const { endpoint, input } of readable.filter((row: Row) => free.has(row.endpoint))) {
    const { url } = requestOf(endpoint, input(fixtures, caller))
    const answer = await fetch(here.url + url, { headers })
    if (names(await answer.text())) found.push(endpoint.path)
  }
  for (const path of pagesOf(fixtures)) {
    const answer = await fetch(here.url + path, { headers })
    const text = await answer.text()
    if (answer.status === 200 && names(text)) found.push(path)
  }
  return found
}

test('MO-05 a hidden title is found in no call, page, feed, sitemap or embed', async (t) => {
  const fixtures = await accessFixtures(t, { pages: await builtPages() })
  const { here, film, brand, sora } = fixtures
  await here.app.db.updateTable('asset').set({ title: NAME }).where('kid', '=', film.kid).execute()
  const before = await naming(fixtures, 'guest')
  for (const path of [
    '/assets/listed',
    '/assets/{id}',
    '/',
    '/feed.atom',
    '/sitemaps/titles-1.xml',
  ])
    ok(before.includes(path), `${path} names it while it is public: ${before.join(' ')}`)
  for (const thing of ['title', 'brand'] as const) {
    const id = thing === 'title' ? film.kid : brand
    const about = { of: thing, id, reason: 'illegal', text: 'It is.' } as const
    equal((await here.call(createReport, about)).error, undefined)
    const [found] = (await sora.call(listCases, {})).items
    const decide = (decision: 'hide' | 'restore') =>
      sora.call(decideCase, { id: found!.id, decision, reason: 'as shown' })
    equal((await decide('hide')).error, undefined)
    for (const caller of ['guest', 'aoi'] as const)
      deepEqual(await naming(fixtures, caller), [], `${thing} hidden, ${caller}`)
    equal((await decide('restore')).error, undefined)
  }
  deepEqual((await naming(fixtures, 'guest')).toSorted(), before.toSorted())
})

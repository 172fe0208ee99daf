import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { locales } from '#src/i18n/locale.ts'
import { withdrawAsset } from '#src/sales/listing/listing.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { pagePaths } from '../../../test/page-paths.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { plainPicture } from '../../../test/uploads.ts'
import { sampleTeams } from '../../../test/teams.ts'
import { caller } from '../../../test/call.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  listCampaignTitles,
  listCurrentCampaigns,
  updateCampaign,
} from './campaign.shared.ts'

const words = { en: { title: 'Harbour week', body: 'Films about **harbours**.' } }
const fresh = {
  slug: 'harbour_week',
  words,
  kids: [],
  groups: [],
  accepts_codes: false,
  is_published: true,
}

async function adminFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  return { here, mika, sora }
}

test('RT-34 the two named campaigns are there, in all languages', async (t) => {
  const here = await testApp(t)
  for (const slug of ['airport-anifes', 'august_my_heaven'])
    for (const lang of locales) {
      const call = caller(here.url, { cookie: `lang=${lang}` })
      const campaign = await call(getCampaign, { slug })
      deepEqual([campaign.lang, campaign.groups], [lang, []])
      ok(campaign.title.length > 0 && campaign.body_html.startsWith('<p>'), `${slug} ${lang}`)
      const sentences = campaign.body_html.split(/[.。]/).length - 1
      equal(sentences, campaign.accepts_codes ? 2 : 1, 'the page says what appears on it')
    }
  equal((await here.call(getCampaign, { slug: 'airport-anifes' })).accepts_codes, true)
})

test('RT-34 a campaign shows its titles and groups in order, but none that is withdrawn or empty', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 3)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [full, empty] = [await make('Harbours', kids.slice(0, 1)), await make('Empty', [])]
  const campaign = await sora.call(createCampaign, {
    ...fresh,
    kids: kids.toReversed(),
    groups: [empty, full].map(({ encrypted_id }) => encrypted_id),
  })
  deepEqual(campaign.kids, kids.toReversed())
  const shown = async () => {
    const { items } = await here.call(listCampaignTitles, { slug: fresh.slug })
    return items.map(({ kid }) => kid)
  }
  deepEqual(await shown(), kids.toReversed())
  const { groups, body_html } = await here.call(getCampaign, { slug: fresh.slug })
  deepEqual([groups.map(({ key }) => key), body_html], [[full.key], '<p>Films about <strong>harbours</strong>.</p>\n']) // oxfmt-ignore
  equal((await mika.call(withdrawAsset, { kid: kids[1]! })).error, undefined)
  deepEqual(await shown(), [kids[2], kids[0]])
  const unpublished = { id: campaign.id, is_published: false, kids: campaign.kids }
  const changed = await sora.call(updateCampaign, unpublished)
  deepEqual([changed.error, changed.kids], [undefined, campaign.kids], 'it can still be changed')
  const other = await sora.call(createCampaign, { ...fresh, slug: 'other', kids })
  equal(other.error?.code, 'input_invalid')
})

test('RT-34 current campaigns are the published ones with a title or group to show, newest first', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 3)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const current = async (lang = 'en') => {
    const { items } = await caller(here.url, { cookie: `lang=${lang}` })(listCurrentCampaigns, {})
    return items.map(({ slug, title, titles_count, groups_count }) => [slug, title, titles_count, groups_count]) // oxfmt-ignore
  }
  deepEqual(await current(), [], 'the two named campaigns have no title yet')
  const [full, empty] = [await make('Harbours', kids.slice(0, 1)), await make('Empty', [])]
  const groups = [full.encrypted_id, empty.encrypted_id]
  const { id } = await sora.call(createCampaign, { ...fresh, kids: kids.slice(1), groups })
  here.clock.now = new Date(here.clock.now.getTime() + 1_000)
  const ja = { title: '冬の港', body: '' }
  const winter = { ...fresh, slug: 'winter', words: { ...words, ja }, kids: kids.slice(0, 1) }
  await sora.call(createCampaign, winter)
  const draft = { ...fresh, slug: 'draft', kids, is_published: false }
  await sora.call(createCampaign, draft)
  const harbour = ['harbour_week', 'Harbour week', 2, 1]
  deepEqual(await current('ja'), [['winter', '冬の港', 1, 0], harbour])
  equal((await mika.call(withdrawAsset, { kid: kids[0]! })).error, undefined)
  deepEqual(await current(), [['harbour_week', 'Harbour week', 2, 0]])
  await sora.call(updateCampaign, { id, is_published: false })
  deepEqual(await current(), [])
})

test('RT-34 a campaign may have a picture, which keeps one point in view', async (t) => {
  const { here, mika, kids } = await brandFixtures(t, 1)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const hero_image = (await plainPicture(900, 300)).bytes.toString('base64')
  const [point, other] = [
    { x: 0.2, y: 1 },
    { x: 0.4, y: 0.6 },
  ]
  const made = await sora.call(createCampaign, { ...fresh, kids })
  equal(made.hero_picture, null)
  const { id, slug, edited_at } = made
  const change = async (input: object) => (await sora.call(updateCampaign, { id, ...input })).hero_picture // oxfmt-ignore
  equal(await change({ hero_focal: point }), null, 'without a picture there is no focal point')
  const first = await change({ hero_image, hero_focal: point })
  deepEqual([first?.width, first?.height, first?.focal], [900, 300, point])
  ok(first!.thumbhash.length > 0 && first!.base.startsWith('campaigns/'))
  deepEqual((await change({ hero_focal: other }))?.focal, other)
  const shown = { ...first!, focal: other }
  deepEqual((await here.call(getCampaign, { slug })).hero_picture, shown)
  const { items } = await here.call(listCurrentCampaigns, {})
  deepEqual(items[0]?.picture, shown)
  const second = await change({ hero_image })
  deepEqual([second?.focal, second?.base === first?.base], [undefined, false])
  equal(await change({ hero_image: null, hero_focal: point }), null)
  equal((await here.call(getCampaign, { slug })).hero_picture, null)
  const third = await change({ hero_image })
  const { rows } = await sql<{ picture: string | null; picture_change: string | null }>`
    select facts->>'picture' as picture, facts->>'picture_change' as picture_change
    from audit_log where action = 'campaign' order by id
  `.execute(here.app.db)
  const { base } = first!
  deepEqual(
    rows.map(({ picture, picture_change }) => [picture, picture_change]),
    [
      [null, null],
      [null, null],
      [base, 'added'],
      [base, null],
      [second!.base, 'replaced'],
      [null, 'removed'],
      [third!.base, 'added'],
    ],
  )

  const refused = async (who: typeof sora, input: object) => {
    const { error } = await who.call(updateCampaign, { id, ...input })
    return error?.code
  }
  equal(await refused(sora, { hero_image: Buffer.from('words').toString('base64') }), 'media_unknown') // oxfmt-ignore
  equal(await refused(sora, { hero_image: 'A'.repeat(960_004) }), 'input_invalid')
  equal(await refused(sora, { hero_focal: { x: 1.1, y: 0 } }), 'input_invalid')
  equal(await refused(sora, { edited_at, hero_image }), 'changed_elsewhere')
  equal(await refused(mika, { hero_image }), 'admins_only')
  deepEqual((await here.call(getCampaign, { slug })).hero_picture, third)
})

test('RT-34 only administrators see a campaign before it is published', async (t) => {
  const { here, mika, sora } = await adminFixtures(t)
  const { slug } = await sora.call(createCampaign, { ...fresh, is_published: false })
  equal((await sora.call(getCampaign, { slug })).is_published, false)
  for (const { call } of [here, mika])
    for (const endpoint of [getCampaign, listCampaignTitles])
      equal((await call(endpoint, { slug })).error?.code, 'not_found')
})

test('RT-34 a campaign needs a free address, known titles and words', async (t) => {
  const { here, mika, sora } = await adminFixtures(t)
  const draft = await createTitle(here, mika, { copies: 1 })
  const create = async (change: object) => {
    const { error } = await sora.call(createCampaign, { ...fresh, ...change })
    return error ? `${error.code} ${error.params.field ?? ''}`.trim() : 'done'
  }
  equal(await create({ slug: 'airport-anifes' }), 'campaign_slug_reserved')
  equal(await create({ slug: 'august_my_heaven' }), 'campaign_slug_taken')
  equal(await create({ slug: 'admin' }), 'campaign_slug_reserved')
  for (const slug of ['', 'Harbour', 'har/bour', '-harbour', 'x'.repeat(61)])
    equal(await create({ slug }), 'input_invalid slug')
  for (const wrong of [{}, { xx: words.en }, { en: { title: '', body: '' } }])
    match(await create({ words: wrong }), /^input_invalid words/)
  equal(await create({ kids: [crypto.randomUUID()] }), 'input_invalid kids')
  equal(await create({ kids: [draft.kid, draft.kid] }), 'input_invalid kids')
  equal(await create({ groups: ['unknown'] }), 'input_invalid groups')
  equal(await create({ kids: [draft.kid] }), 'done')
  equal((await sora.call(listCampaigns, {})).total, 3)
})

test('RT-34 no campaign can have the first word of another page as its address', async (t) => {
  const { sora } = await adminFixtures(t)
  const first = pagePaths.map((path) => path.split('/')[0]!)
  const taken = new Set(first.filter((slug) => getCampaign.query.safeParse({ slug }).success))
  ok(taken.has('personal_information') && taken.size > 30)
  for (const slug of taken) {
    const { error } = await sora.call(createCampaign, { ...fresh, slug })
    equal(error?.code, 'campaign_slug_reserved', slug)
  }
})

test('RT-34 of ten changes of one version of a campaign one is made', async (t) => {
  const { here, sora } = await adminFixtures(t)
  const { id, edited_at, slug } = await sora.call(createCampaign, fresh)
  const change = (i: number) => {
    here.clock.now = new Date(here.clock.now.getTime() + 1)
    const title = `Harbour week ${i}`
    return sora.call(updateCampaign, { id, edited_at, words: { ja: { title, body: '' } } })
  }
  const changes = await whileLocked(here.app.db, {
    lock: sql`select from campaign where id = ${id} for no key update`,
    action: () => Promise.all(tenTimes(change)),
    waiters: 2,
  })
  const done = changes.filter(({ error }) => !error)
  equal(done.length, 1)
  const refused = changes.flatMap(({ error }) => (error ? [error.code] : []))
  deepEqual(new Set(refused), new Set(['changed_elsewhere']))
  equal((await here.call(getCampaign, { slug })).title, done[0]!.words.ja!.title)
})

test('RO-04 each change of a campaign is in the audit log', async (t) => {
  const { here, sora } = await adminFixtures(t)
  const { id } = await sora.call(createCampaign, fresh)
  await sora.call(updateCampaign, { id, is_published: false })
  const { rows } = await sql<{ account_id: string; facts: Record<string, unknown> }>`
    select account_id, facts from audit_log where action = 'campaign' order by id`.execute(
    here.app.db,
  )
  deepEqual(
    rows.map(({ account_id, facts }) => [account_id, facts.slug, facts.is_published]),
    [true, false].map((is_published) => [sora.account_id, fresh.slug, is_published]),
  )
})

test('CO-06 a campaign shows fifteen teams as groups, each of ten players’ titles', async (t) => {
  const { here, mika, brand, make } = await brandFixtures(t, 0)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const teams = sampleTeams(7)
  deepEqual(teams, sampleTeams(7))
  const groups: string[] = []
  for (const { name, players } of teams) {
    const kids: string[] = []
    for (const player of players) {
      const title = `${player.name} ${player.number}, ${name}`
      const fields = { copies: 1, title, brand_id: brand.id }
      kids.push((await createTitle(here, mika, fields)).kid)
    }
    groups.push((await make(name, kids)).encrypted_id)
  }
  await sora.call(createCampaign, { ...fresh, groups })
  const shown = (await here.call(getCampaign, { slug: fresh.slug })).groups
  deepEqual(
    shown.map(({ name, sorted_contents }) => [name, sorted_contents.length]),
    teams.map(({ name }) => [name, 10]),
  )
})

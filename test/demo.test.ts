import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { shares } from '#core/money.ts'
import { getAsset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { ratesFor } from '#src/sales/listing/profit.ts'
import { getChapters } from '#src/media/playback/playback.shared.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { settingsSchema } from '#src/platform/settings/settings.shared.ts'
import { brands } from '../demo/brands.ts'
import { cardDeals, holderOffers, pastDeals, resales } from '../demo/deals.ts'
import { fillDemo, jobTime } from '../demo/demo.ts'
import { distributions } from '../demo/distributions.ts'
import { draws } from '../demo/draws.ts'
import { extras } from '../demo/extras.ts'
import { groups } from '../demo/groups.ts'
import { people } from '../demo/people.ts'
import { forRent, rentals } from '../demo/rentals.ts'
import { parseRanges } from '../demo/works/work.ts'
import { pointsSpent } from '../demo/welcome.ts'
import { type WorkKey, works } from '../demo/works/works.ts'
import { waitUntil, testApp } from './test-app.ts'

const TITLES: WorkKey[] = ['fern', 'tide', 'swimmer', 'rower'] // a picture, a song, a film; one withdrawn
const DAY_MS = 86_400_000

test('the demo world has two dozen titles of three kinds, with all their files', () => {
  ok(works.size >= 24)
  deepEqual(
    new Set([...works.values()].map(({ kind }) => kind)),
    new Set(['film', 'song', 'picture']),
  )
  const needed = [...works].flatMap(([key, { kind, trailer, still = key, subtitles = [] }]) => [
    `art/${still}.webp`,
    ...(kind === 'picture' ? [] : [`media/${key}.${kind === 'film' ? 'mp4' : 'm4a'}`]),
    ...(trailer ? [`media/${key}-trailer.mp4`] : []),
    ...subtitles.map((language) => `media/${key}.${language}.vtt`),
  ])
  needed.push(...Object.values(extras).flatMap((all) => all.map(({ file }) => `extras/${file}`)))
  const missing = needed.filter((path) => !existsSync(join(import.meta.dirname, '../demo', path)))
  deepEqual(missing, [])
})

test('a demo group has titles of its own brand, each in one group', () => {
  for (const { brand, works: ofGroup } of groups)
    ok(ofGroup.every((key) => works.get(key)!.brand === brand))
  const all = groups.flatMap(({ works: ofGroup }) => ofGroup)
  equal(new Set(all).size, all.length)
})

test('no demo number is offered twice, and every demo buyer can pay', () => {
  const deals = [...pastDeals, ...cardDeals, ...resales]
  for (const [key, { copies, offers, days }] of works) {
    const offered = offers.flatMap(({ numbers }) => parseRanges(numbers))
    const sold = new Set(deals.filter(({ work }) => work === key).map(({ number }) => number))
    equal(new Set(offered).size, offered.length, key)
    deepEqual(
      offered.filter((number) => number > copies || sold.has(number)),
      [],
      key,
    )
    ok(
      deals.every((deal) => deal.work !== key || (deal.days ?? 0) < days),
      key,
    )
  }
  for (const { work, numbers } of forRent) {
    const { copies, offers } = works.get(work)!
    const taken = offers.flatMap((offer) => parseRanges(offer.numbers))
    const sold = deals.filter((deal) => deal.work === work).map(({ number }) => number)
    const lent = parseRanges(numbers)
    ok(
      lent.every((number) => number <= copies && ![...taken, ...sold].includes(number)),
      work,
    )
    const ofWork = rentals.filter((rental) => rental.work === work)
    ok(
      ofWork.every(({ number }) => lent.includes(number)),
      work,
    )
    const owner: string = brands[works.get(work)!.brand].owner
    ok(
      ofWork.every(({ renter }) => renter !== owner),
      work,
    )
  }
  for (const { work, numbers, invited, claimants } of distributions) {
    const { brand, copies, offers } = works.get(work)!
    const given = parseRanges(numbers)
    const lent = forRent.filter((one) => one.work === work)
    const sold = deals.filter((deal) => deal.work === work).map(({ number }) => number)
    const taken = [...[...offers, ...lent].flatMap((offer) => parseRanges(offer.numbers)), ...sold]
    ok(
      given.every((number) => number <= copies && !taken.includes(number)),
      work,
    )
    ok(claimants.length < given.length && !claimants.some((who) => who === brands[brand].owner))
    ok(invited.length === 0 || claimants.every((who) => invited.includes(who)), work)
  }
  const { holders, poor, yen } = settleDeals(deals)
  deepEqual(poor, [])
  for (const { group, buyer, copies, price } of draws) {
    const { brand, works: ofGroup } = groups.find(({ name }) => name === group)!
    ok(brands[brand].owner !== buyer)
    ok(ofGroup.every((key) => works.get(key)!.offers.every((offer) => offer.price === price)))
    const rents = rentals.filter(({ renter }) => renter === buyer)
    const lent = rents.reduce(
      (sum, { work }) => sum + forRent.find((one) => one.work === work)!.price,
      0,
    )
    ok((yen.get(buyer) ?? 0) >= lent + copies * price, `${buyer} draws`)
  }
  const taken = [...works].filter(([, { withdrawn }]) => withdrawn !== undefined)
  ok(taken.length > 0)
  ok(taken.every(([key]) => deals.every(({ work }) => work !== key)))
  ok(holderOffers.every(({ work, number }) => holders.has(`${work} ${number}`)))
})

/** Computes from the script of deals who owns what in the end, and who could not pay. */
function settleDeals(deals: typeof cardDeals) {
  const settings = settingsSchema.parse({})
  const yen = new Map<string, number>(pointsSpent())
  const give = (to: string, amount: number) => yen.set(to, (yen.get(to) ?? 0) + amount)
  const [holders, poor] = [new Map<string, string>(), [] as string[]]
  for (const { work, number, buyer, price, card } of deals) {
    const { brand, royalty: perCent } = works.get(work)!
    const [copy, creator] = [`${work} ${number}`, brands[brand].owner as string]
    const seller = holders.get(copy) ?? creator
    if (!card) give(buyer, -price)
    if (seller === buyer || (yen.get(buyer) ?? 0) < 0) poor.push(`${buyer}: ${copy}`)
    const parts = shares(price, ratesFor(settings, seller === creator, perCent * 100))
    give(seller, parts.net)
    give(creator, parts.royalty)
    holders.set(copy, buyer)
  }
  return { holders, poor, yen }
}

test('making the demo world continues after a stop, and a finished one is not made again', async (t) => {
  const now = new Date()
  const { app, config, call } = await testApp(t, { now, jobTime })
  // Every gift of the demo world must be confirmed, as those of dear copies are.
  const value = JSON.stringify({ gift_confirm_yen: 0 })
  const setting = { value, changed_at: now.toISOString(), reason: 'a strict market' }
  await app.db.insertInto('setting').values(setting).execute()
  const halt = new AbortController()
  const first = fillDemo(app, config, { titles: TITLES, signal: halt.signal })
  await waitUntil(
    () => call(listListedAssets, {}),
    ({ total }) => total > 0,
  )
  halt.abort()
  await rejects(first)

  equal(await fillDemo(app, config, { titles: TITLES }), TITLES.length)
  equal(await fillDemo(app, config, { titles: TITLES }), 0)
  const { items } = await call(listListedAssets, {})
  deepEqual(items.map(({ media_type }) => media_type).toSorted(), ['audio', 'image', 'video'])
  for (const { title, published_at } of items) {
    const [work] = [...works.values()].filter((one) => one.title === title)
    ok(Date.parse(published_at!) <= Date.now() - work!.days * DAY_MS, title)
  }
  const kidOf = (key: WorkKey) => items.find(({ title }) => title === works.get(key)!.title)!.kid
  const { chapters } = await call(getChapters, { id: kidOf('swimmer') })
  deepEqual(
    chapters.map(({ at_seconds }) => at_seconds),
    [0, 3, 7],
  )
  const { issues } = await call(getAsset, { id: kidOf('tide') })
  deepEqual(
    issues.map(({ first_number, copies }) => [first_number, copies]),
    [
      [1, 300],
      [301, 60],
    ],
  )
  const rower = await app.db
    .selectFrom('asset')
    .select(['withdrawn_at', 'published_at'])
    .where('title', '=', works.get('rower')!.title)
    .executeTakeFirstOrThrow()
  deepEqual([rower.withdrawn_at !== null, rower.published_at], [true, null])
  const groupRows = await app.db.selectFrom('title_group').select('name').execute()
  const { name } = groups.find((group) => group.works.includes('fern'))!
  deepEqual(groupRows, [{ name }]) // the only group with a published title
  const accounts = await app.db.selectFrom('account').select('email').execute()
  equal(accounts.length, Object.keys(people).length)
  const { company_domains, operator } = await settingsOf(app.db)
  const { invoice_number, ...shown } = operator
  deepEqual([Object.values(shown).includes(''), invoice_number], [false, '']) // receipts stay plain
  ok(accounts.every(({ email }) => email.endsWith(`@${company_domains}`)))
  await waitUntil(
    () => app.db.selectFrom('rental').select('status').orderBy('ends_at').execute(),
    (rows) => rows.map(({ status }) => status).join() === 'ended,active',
  )
  const claims = await app.db
    .selectFrom('distribution_copy')
    .innerJoin('distribution', 'distribution.id', 'distribution_id')
    .select(['distribution.status', 'distribution_copy.claimed_by'])
    .execute()
  const { numbers, claimants } = distributions.find(({ work }) => work === 'fern')!
  deepEqual(
    claims.map(({ status }) => status),
    parseRanges(numbers).map(() => 'done'),
  )
  equal(claims.filter(({ claimed_by }) => claimed_by !== null).length, claimants.length)
  deepEqual(await overdrawn(app.db), [])
  const settled = await app.db.selectFrom('purchase').selectAll().execute()
  ok(settled.every(({ status }) => status === 'settled'))
  equal(settled.filter(({ card_amount }) => card_amount > 0).length, 6) // one pays a fee
})

/** Returns the days on which a balance was below zero by the dates of its transfers. */
async function overdrawn(db: Db) {
  const { rows } = await sql<object>`
    select username, kind, day, running from (
      select username, account.kind, (at at time zone 'Asia/Tokyo')::date::text as day,
        sum(sum(case account.id when credit then amount else -amount end))
          over (partition by account.id order by (at at time zone 'Asia/Tokyo')::date) as running
      from ledger_account account join ledger_transfer on account.id in (debit, credit)
      join account person on person.id = account.account_id
      group by account.id, username, account.kind, (at at time zone 'Asia/Tokyo')::date
    ) as days where running < 0 order by day
  `.execute(db)
  return rows
}

test('an app that already has accounts gets no demo world', async (t) => {
  const { app, config, person, call } = await testApp(t)
  await person('Hana')
  equal(await fillDemo(app, config), 0)
  equal((await call(listListedAssets, {})).total, 0)
})

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import { getAsset, listListedAssets, listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createAppeal, getHiding } from '#src/catalog/moderation/case.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from '../../../test/people.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { addCaseNote, decideCase, getCase, listCases } from './moderation.shared.ts'

const PRICE = 500

/** Mika sells five copies of a title that Aoi reported; Ren owns No. 1, Sora is an administrator. */
async function setup(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 5, price: PRICE, title: 'Tide Table' })
  const buy = (who: Person, number: number) =>
    who.call(purchaseForFree, { ...film.order(number, PRICE), asset_sale_price: PRICE })
  equal((await buy(ren, 1)).error, undefined)
  const about = { of: 'title', id: film.kid, reason: 'rights', text: 'This is my film.' } as const
  const { number } = await aoi.call(createReport, about)
  const [found] = (await sora.call(listCases, {})).items
  const id = found!.id
  const decide = (decision: 'dismiss' | 'hide' | 'uphold' | 'restore', reason = 'as shown') =>
    sora.call(decideCase, { id, decision, reason })
  const subjects = async (to: string) => {
    await here.app.runDueJobs()
    return (await here.inbox(to)).map(({ subject }) => subject)
  }
  return { here, mika, ren, aoi, sora, film, buy, about, number, id, decide, subjects }
}

test('MO-03 administrators find cases, the first due first, with their clock and reports', async (t) => {
  const { here, mika, ren, sora, about, number, id } = await setup(t)
  const urgent = await createTitle(here, mika, { copies: 1, title: 'Blue Hour' })
  await ren.call(createReport, { ...about, id: urgent.kid, reason: 'minors' })
  const { items, total } = await sora.call(listCases, {})
  deepEqual([items.map(({ name }) => name), total], [['Blue Hour', 'Tide Table'], 2])
  deepEqual(items[1]!.reasons, ['rights'])
  for (const q of ['tide', 'Mika', String(number)])
    ok(
      (await sora.call(listCases, { q })).items.some((one) => one.id === id),
      q,
    )
  deepEqual((await sora.call(listCases, { show: 'closed' })).items, [])
  deepEqual((await sora.call(getOverview, {})).cases, { count: 2, overdue: 0 })
  here.clock.now = addSeconds(here.clock.now, 2 * DAY_SECONDS)
  deepEqual((await sora.call(getOverview, {})).cases, { count: 2, overdue: 1 })

  equal((await sora.call(addCaseNote, { id, text: 'Asked the creator.' })).error, undefined)
  const { reported, history } = await sora.call(getCase, { id })
  deepEqual(reported.map(({ by, text }) => [by, text]), [['Aoi', 'This is my film.']]) // oxfmt-ignore
  deepEqual(history.map(({ kind, by, text }) => [kind, by, text]), [['note', 'Sora', 'Asked the creator.']]) // oxfmt-ignore
})

test('MO-04 of ten decisions at once one counts, and it is in the audit log', async (t) => {
  const { sora, aoi, about, decide, subjects } = await setup(t)
  const answers = await Promise.all(tenTimes(() => decide('dismiss', 'They have the rights.')))
  const codes = answers.map(({ error }) => error?.code)
  equal(codes.filter((code) => code === undefined).length, 1)
  deepEqual(new Set(codes), new Set([undefined, 'case_changed']))
  const { items } = await sora.call(listAuditLog, { action: 'moderation' })
  deepEqual(items.map(({ by, reason, facts }) => [by, reason, facts.decision]), [['Sora', 'They have the rights.', 'dismiss']]) // oxfmt-ignore
  equal((await subjects(aoi.email)).filter((subject) => /is decided/.test(subject)).length, 1)
  deepEqual((await sora.call(listCases, {})).items, [])
  equal((await aoi.call(createReport, about)).error, undefined) // opens another case
  equal((await sora.call(listCases, {})).total, 1)
})

test('MO-05 a hidden title keeps its owners: they watch and hold it, and deals wait until it is shown again', async (t) => {
  const { here, mika, ren, aoi, film, buy, decide } = await setup(t)
  equal((await decide('hide')).error, undefined)
  for (const who of [ren, mika]) equal((await who.call(getAsset, { id: film.kid })).is_hidden, true)
  equal((await aoi.call(getAsset, { id: film.kid })).error?.code, 'not_found')
  equal((await here.call(getAsset, { id: film.kid })).error?.code, 'not_found')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  deepEqual((await here.call(listListedAssets, {})).items, [])
  equal((await buy(aoi, 2)).error?.code, 'not_found')
  const offer = { asset_token_ids: [film.tokens.get(1)!], sale_price: PRICE }
  const listed = await ren.call(listSerialsForSale, { ...offer, listing_type: 'sale' })
  match(JSON.stringify(listed), /title_hidden/)
  equal((await decide('restore')).error, undefined)
  equal((await buy(aoi, 2)).error, undefined)
  equal((await here.call(getAsset, { id: film.kid })).is_hidden, false)
})

test('MO-05 of a hiding and ten purchases at once, each is whole', async (t) => {
  const { here, film, decide } = await setup(t)
  const buyers = await Promise.all(tenTimes((i) => here.person(`Buyer ${i}`, { balance: PRICE })))
  const order = (i: number) => ({
    ...film.order(2 + (i % 4), PRICE),
    asset_sale_price: PRICE,
  })
  const [hidden, ...bought] = await Promise.all([
    decide('hide'),
    ...buyers.map((buyer, i) => buyer.call(purchaseForFree, order(i))),
  ])
  equal(hidden.error, undefined)
  const owned = await here.app.db
    .selectFrom('serial')
    .select('number')
    .where('kid', '=', film.kid)
    .where(
      'owner',
      'in',
      buyers.map(({ account_id }) => account_id),
    )
    .execute()
  equal(bought.filter(({ error }) => !error).length, owned.length)
  const late = await here.person('Late', { balance: PRICE })
  equal((await late.call(purchaseForFree, order(3))).error?.code, 'not_found')
})

test('MO-05 the titles of a hidden brand are hidden with it and cannot leave it', async (t) => {
  const { here, mika, sora, aoi, film, about } = await setup(t)
  const { brand_id } = await here.app.db
    .selectFrom('asset')
    .select('brand_id')
    .where('kid', '=', film.kid)
    .executeTakeFirstOrThrow()
  await aoi.call(createReport, { ...about, of: 'brand', id: brand_id! })
  const cases = (await sora.call(listCases, {})).items
  const { id } = cases.find(({ of }) => of === 'brand')!
  const decide = (decision: 'hide' | 'restore') =>
    sora.call(decideCase, { id, decision, reason: 'its name' })
  equal((await decide('hide')).error, undefined)
  equal((await here.call(getAsset, { id: film.kid })).error?.code, 'not_found')
  const leave = await mika.call(updateBrand, { id: brand_id!, kids: [] })
  equal(leave.error?.code, 'brand_hidden')
  const { hiding } = await mika.call(getHiding, { id: film.kid, of: 'title' })
  deepEqual([hiding?.of, hiding?.reason], ['brand', 'its name'])
  equal((await decide('restore')).error, undefined)
  equal((await here.call(getAsset, { id: film.kid })).error, undefined)
})

test('MO-06 the creator and the reporters read the reason of a decision, each once', async (t) => {
  const { here, mika, aoi, film, number, decide, subjects } = await setup(t)
  equal((await decide('hide', 'Shown without consent.')).error, undefined)
  await here.app.runDueJobs()
  for (const [who, subject] of [
    [mika, /“Tide Table” is hidden/],
    [aoi, new RegExp(`is decided, case ${number}`)],
  ] as const) {
    equal((await subjects(who.email)).filter((one) => subject.test(one)).length, 1)
    const mail = (await here.inbox(who.email)).find((one) => subject.test(one.subject))
    match(mail!.text, /Shown without consent\./)
    const { items } = await who.call(listNotifications, {})
    equal(items.filter((one) => subject.test(one.subject)).length, 1)
  }
  const { hiding } = await mika.call(getHiding, { id: film.kid, of: 'title' })
  deepEqual([hiding?.reason, hiding?.appeal], ['Shown without consent.', null])
  equal((await aoi.call(getHiding, { id: film.kid, of: 'title' })).hiding, null)
})

test('MO-07 the creator appeals once; the case is decided again and both sides hear of it', async (t) => {
  const { here, mika, aoi, sora, film, id, decide, subjects } = await setup(t)
  const appeal = (who: Person) => who.call(createAppeal, { id, text: 'The director agreed.' })
  equal((await appeal(mika)).error?.code, 'case_changed') // nothing is hidden yet
  await decide('hide')
  equal((await appeal(aoi)).error?.code, 'not_found')
  const answers = await Promise.all(tenTimes(() => appeal(mika)))
  equal(answers.filter(({ error }) => !error).length, 1)
  deepEqual((await sora.call(getOverview, {})).cases, { count: 1, overdue: 0 })
  const { history } = await sora.call(getCase, { id })
  deepEqual(history.map(({ kind }) => kind).toSorted(), ['appeal', 'hide'])
  equal((await decide('uphold', 'We asked them.')).error, undefined)
  const { hiding } = await mika.call(getHiding, { id: film.kid, of: 'title' })
  deepEqual([hiding?.reason, hiding?.is_waiting], ['We asked them.', false])
  equal((await appeal(mika)).error?.code, 'appealed_already')
  ok((await subjects(mika.email)).some((subject) => /stays hidden/.test(subject)))
  equal((await decide('restore', 'They have agreed now.')).error, undefined)
  ok((await subjects(mika.email)).some((subject) => /is shown again/.test(subject)))
  equal((await subjects(aoi.email)).filter((subject) => /is decided/.test(subject)).length, 3)
  equal((await here.call(getAsset, { id: film.kid })).error, undefined)
})

import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { inTx } from '#core/database/db.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { countOutcomes, waitUntil, tenTimes, testApp } from '../../../test/test-app.ts'
import { issueSerials } from './issue.ts'
import { readIssue } from './issue-mail.ts'
import { copyAsset, listCreatedSerials } from './serial.shared.ts'

/** Starts an app in which Mika has published a film with the numbers 5 to 7. */
async function fixtures(t: TestContext, options?: Parameters<typeof testApp>[1]) {
  const here = await testApp(t, options)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, first_number: 5, price: 300 })
  const { title: name } = await mika.call(getAsset, { id: film.kid })
  const order = { kid: film.kid, title: name, description: '', asset_type: 'video' as const }
  return { ...here, mika, film, order }
}

test('UP-10 further copies come after the last number, and the title lists both issues', async (t) => {
  const { mika, film, order, app, call, clock } = await fixtures(t)
  const words = { title: 'Second pressing', description: 'For those who came late.' }

  const issued = await mika.call(copyAsset, { ...order, ...words, copies_count: 2 })

  const numbers = { first_number: 8, last_number: 9 }
  deepEqual(issued, { kid: film.kid, n: 2, ...numbers, copies_count: 5 })
  const at = clock.now.toISOString()
  const { items } = await mika.call(listCreatedSerials, { id: film.kid })
  deepEqual(
    items.map(({ number, mine }) => [number, mine]),
    [5, 6, 7, 8, 9].map((number) => [number, true]),
  )
  const seen = await call(getAsset, { id: film.kid })
  deepEqual([seen.copies_count, seen.total_copies_count], [5, 5])
  deepEqual(seen.issues, [
    { n: 1, first_number: 5, copies: 3, title: null, description: null, at },
    { n: 2, first_number: 8, copies: 2, ...words, at },
  ])
  const { rows } = await app.pool.query(
    `select kind, count(*)::int as n from provenance_event where kind like '%issue' group by kind order by kind`,
  )
  deepEqual(rows, [
    { kind: 'additional_issue', n: 2 },
    { kind: 'issue', n: 3 },
  ])
})

test('UP-10 each owner gets one mail in their language, and nobody else does', async (t) => {
  const { mika, film, order, app, person, inbox } = await fixtures(t)
  const [ren, aoi, eve] = [
    await person('Ren', { balance: 1_000 }),
    await person('Aoi', { balance: 1_000 }),
    await person('Eve'),
  ]
  for (const number of [5, 6]) await ren.call(purchaseForFree, film.order(number, 300))
  await aoi.call(purchaseForFree, film.order(7, 300))
  await app.db.updateTable('account').set({ lang: 'ja' }).where('id', '=', aoi.account_id).execute()

  await mika.call(copyAsset, { ...order, copies_count: 50 })

  const issueMails = async (email: string) =>
    (await inbox(email)).filter(({ subject }) => /more copies|追加で発行/.test(subject))
  const [mail] = await waitUntil(
    () => issueMails(ren.email),
    (mails) => mails.length > 0,
  )
  match(mail!.subject, /^50 more copies of “Title /)
  match(mail!.text, /No\. 8 to 57\. .*now has 53 copies\.\n\nYou keep No\. 5, No\. 6\./)
  const [letter] = await waitUntil(
    () => issueMails(aoi.email),
    (mails) => mails.length > 0,
  )
  match(letter!.subject, /が50部追加で発行されました$/)
  match(letter!.text, /No\. 8〜57を.*合計53部.*\n\n.*No\. 7\n/)
  equal((await issueMails(ren.email)).length, 1)
  for (const { email } of [eve, mika]) deepEqual(await issueMails(email), [])
})

test('UP-10 an owner who has sold every copy meanwhile gets no mail', async (t) => {
  const { film, app, person } = await fixtures(t)
  const ren = await person('Ren', { balance: 300 })
  const about = { kid: film.kid, n: 1, account_id: ren.account_id }
  const read = () => readIssue(app.jobCtx('mail.send'), about)
  equal(await read(), undefined)
  await ren.call(purchaseForFree, film.order(5, 300))
  deepEqual((await read())?.facts.mine, [5])
})

test('UP-10 an impossible further issue is refused', async (t) => {
  const { mika, film, order, app, person } = await fixtures(t, { role: 'web' })
  const eve = await person('Eve', { role: 'ORH' })
  const one = { ...order, copies_count: 1 }
  const refusal = async (wrong: object) => (await mika.call(copyAsset, { ...one, ...wrong })).error
  equal((await refusal({ asset_type: 'image' }))?.params.field, 'asset_type')
  equal((await refusal({ copies_count: 0 }))?.params.field, 'copies_count')
  equal((await refusal({ copies_count: 10_001 }))?.params.field, 'copies_count')
  equal((await refusal({ kid: randomUUID() }))?.code, 'not_found')
  equal((await eve.call(copyAsset, one)).error?.code, 'forbidden')
  await app.db
    .updateTable('asset')
    .set({ published_at: null })
    .where('kid', '=', film.kid)
    .execute()
  equal((await refusal({}))?.code, 'title_not_out')
})

test('UP-10 ten issues at once each get numbers of their own', async (t) => {
  const { mika, film, order } = await fixtures(t, { role: 'web' })
  const answers = await Promise.all(
    tenTimes(() => mika.call(copyAsset, { ...order, copies_count: 4 })),
  )
  deepEqual(countOutcomes(answers), { done: 10 })
  deepEqual(
    answers.map(({ first_number }) => first_number).toSorted((a, b) => a - b),
    tenTimes((i) => 8 + 4 * i),
  )
  deepEqual(
    answers.map(({ n }) => n).toSorted((a, b) => a - b),
    tenTimes((i) => 2 + i),
  )
  const { copies_count, issues } = await mika.call(getAsset, { id: film.kid })
  deepEqual([copies_count, issues.length], [43, 11])
})

test('UP-10 an order sent ten times makes one issue', async (t) => {
  const { mika, film, order } = await fixtures(t, { role: 'web' })
  const key = randomUUID()
  const same = { ...order, copies_count: 4 }
  const answers = await Promise.all(tenTimes(() => mika.call(copyAsset, same, key)))
  deepEqual(new Set(answers.map(({ n }) => n)), new Set([2]))
  equal((await mika.call(getAsset, { id: film.kid })).copies_count, 7)
})

test('UP-09 EN-03 an issue that overlaps existing numbers is refused whole', async (t) => {
  const { app, mika, film, clock } = await fixtures(t)
  const issue = { kid: film.kid, creator: mika.account_id, copies: 3 }
  for (const first_number of [3, 5, 7]) {
    const again = { ...issue, first_number, subject_id: film.kid }
    const action = inTx(app, (tx) => issueSerials(tx, again, clock.now))
    await rejects(action, { code: 'serials_overlap' })
  }
  const { items } = await mika.call(listCreatedSerials, { id: film.kid })
  deepEqual(
    items.map(({ number }) => number),
    [5, 6, 7],
  )
})

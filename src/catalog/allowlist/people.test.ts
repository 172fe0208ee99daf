import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import * as schema from './allowlist.shared.ts'

test('a listed address waits until a person signs in with it, and then belongs to that account', async (t) => {
  const { here, mika, film, ids, reserve, add, statusOf, buy } = await allowlistFixtures(t)
  const { id } = await reserve({ asset_token_ids: ids([1, 2, 3]) })
  const review = await add(id, 'kai@example.test')
  deepEqual([review.counts.waiting, review.counts.added], [1, 0])
  const peopleOf = async () => (await mika.call(schema.listPeople, { id })).items
  deepEqual(
    (await peopleOf()).map(({ email, arrived }) => [email, arrived]),
    [['kai@example.test', false]],
  )

  const kai = await here.person('Kai', { balance: 900 })
  equal((await peopleOf())[0]!.arrived, true)
  equal(await statusOf(kai, 1), 'reserved_for_you')
  equal((await buy(kai, 1)).status, 'settled')

  const { db } = here.app
  const moved = { email: 'elsewhere@example.test' }
  await db.updateTable('account').set(moved).where('id', '=', kai.account_id).execute()
  await db
    .updateTable('account')
    .set({ username: 'Kai before' })
    .where('id', '=', kai.account_id)
    .execute()
  const other = await here.person('Kai', { balance: 900 })
  equal(await statusOf(other, 2), 'reserved_for_another')
  equal((await buy(other, 2)).error?.code, 'not_designated_acquirer')
  equal((await kai.call(purchaseForFree, film.order(2, 300))).status, 'settled')
})

test('people are added from lines or CSV, with a review first and a result for each line', async (t) => {
  const { here, mika, ren, aoi, reserve, add } = await allowlistFixtures(t)
  const { id } = await reserve()
  const text = `Email,Note\nREN@example.test,"a, b"\nnobody@example.test,\nnot an address@,x\n`
  const review = await add(id, text, { review: true })
  deepEqual(review.counts, { added: 1, already: 0, waiting: 1, unknown: 0, invalid: 1 })
  deepEqual(review.faults, [
    { line: 3, text: 'nobody@example.test', outcome: 'waiting' },
    { line: 4, text: 'not an address@', outcome: 'invalid' },
  ])
  deepEqual([review.people, (await mika.call(schema.listPeople, { id })).total], [2, 0])

  await add(id, text)
  const more = await add(id, `@AOI; ${aoi.account_id}\n${ren.email}\nNobody Ever, ${randomUUID()}`)
  deepEqual(more.counts, { added: 1, already: 2, waiting: 0, unknown: 2, invalid: 0 })
  equal(more.people, 3)

  const file = await fetch(`${here.url}/api/2.0/allowlists/${id}/export`, {
    headers: { authorization: `Bearer ${mika.token}` },
  })
  const exported = await file.text()
  deepEqual((await add(id, exported, { replace: true })).counts.already, 3)

  const replaced = await add(id, 'Ren', { replace: true })
  deepEqual([replaced.people, replaced.removed_count, replaced.counts.added], [1, 3, 1])
  const undone = await add(id, replaced.removed)
  deepEqual([undone.people, undone.counts.added, undone.counts.waiting], [4, 2, 1])
  const { items } = await mika.call(schema.listPeople, { id, q: 'aoi' })
  deepEqual(
    items.map(({ username, email }) => [username, email]),
    [['Aoi', null]],
  )
  const gone = await mika.call(schema.removePeople, { id, people: items.map((one) => one.id) })
  deepEqual(gone, { removed: aoi.account_id, removed_count: 1, places: '' })
})

test('an address that begins like a formula survives the way to a CSV file and back', async (t) => {
  const { here, mika, reserve, add } = await allowlistFixtures(t)
  const { id } = await reserve()
  await add(id, '+ren@example.test')
  const file = await fetch(`${here.url}/api/2.0/allowlists/${id}/export`, {
    headers: { authorization: `Bearer ${mika.token}` },
  })
  const replaced = await add(id, await file.text(), { replace: true })
  deepEqual([replaced.people, replaced.removed_count], [1, 0])
})

test('five thousand people are added to a list at once', async (t) => {
  const { mika, film, reserve, add } = await allowlistFixtures(t)
  const { id } = await reserve()
  const text = Array.from({ length: 5_000 }, (_, i) => `p${i}@example.test`).join('\n')
  equal((await add(id, text)).counts.waiting, 5_000)
  equal((await add(id, text)).counts.already, 5_000)
  const more = Array.from({ length: 15_001 }, (_, i) => `q${i}@example.test`).join('\n')
  deepEqual((await add(id, more)).error, { code: 'too_many_people', params: { limit: 20_000 } })
  const [list] = (await mika.call(schema.listAllowlists, { kid: film.kid })).items
  deepEqual([list!.people, list!.arrived], [5_000, 0])
})

test('a text with more lines than a list has places is refused', async (t) => {
  const { reserve, add } = await allowlistFixtures(t)
  const { id } = await reserve()
  const lines = (count: number) => Array.from({ length: count }, () => randomUUID()).join(',')
  equal((await add(id, lines(20_000), { review: true })).counts.unknown, 20_000)
  const refused = { code: 'too_many_people', params: { limit: 20_000 } }
  deepEqual((await add(id, lines(20_001), { review: true })).error, refused)
})

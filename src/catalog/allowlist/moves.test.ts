import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import { claim, distributionFixtures, draft, payByCard } from '../../../test/distributions.ts'
import { deleteWithCode } from '../../../test/deletions.ts'
import { mailAbout } from '../../../test/gifts.ts'
import { moveTo } from '../../../test/moves.ts'
import * as schema from './allowlist.shared.ts'

test('SL-06 RO-17 a place on a list stays with the person who was named by address and moves', async (t) => {
  const { here, mika, reserve, add, statusOf, buy, restrictionFor } = await allowlistFixtures(t)
  const { id } = await reserve()
  await add(id, 'kei@example.test')
  const kei = await here.person('Kei', { balance: 900 })
  const next = await here.person('Next', { balance: 900 })
  await moveTo(here, kei, 'kei@new.example')
  await moveTo(here, next, 'KEI@example.test')

  equal(await statusOf(kei, 1), 'reserved_for_you')
  equal(await statusOf(next, 1), 'reserved_for_another')
  equal((await restrictionFor(next, 1)).designated, false)
  equal((await buy(next, 1)).error?.code, 'not_designated_acquirer')
  await moveTo(here, kei, 'kei@newest.example')
  equal((await buy(kei, 1)).status, 'settled')
  const { items } = await mika.call(schema.listPeople, { id })
  deepEqual(
    items.map(({ email, username, account_id }) => [email, username, account_id]),
    [['kei@example.test', null, null]], // as the creator named them
  )
})

test('SL-06 a place by address that is removed and restored stays with its person', async (t) => {
  const { here, mika, ids, reserve, add, statusOf, buy } = await allowlistFixtures(t)
  const { id } = await reserve()
  await add(id, 'kei@example.test')
  const kei = await here.person('Kei')
  const next = await here.person('Next', { balance: 900 })
  const moved = await moveTo(here, kei, 'kei@new.example')
  await moveTo(here, next, 'kei@example.test')
  const removeAll = async () => {
    const { items } = await mika.call(schema.listPeople, { id })
    return mika.call(schema.removePeople, { id, people: items.map((one) => one.id) })
  }
  const restore = ({ removed, places }: { removed: string; places: string }, list = id) =>
    add(list, removed, { places })
  const theirs = async () => [await statusOf(kei, 1), await statusOf(next, 1)]

  const gone = await removeAll()
  deepEqual(await theirs(), ['reserved_for_another', 'reserved_for_another'])
  equal((await restore(gone)).people, 1)
  deepEqual(await theirs(), ['reserved_for_you', 'reserved_for_another'])
  const replaced = await add(id, 'ren', { replace: true })
  equal((await restore(replaced)).people, 2)
  deepEqual(await theirs(), ['reserved_for_you', 'reserved_for_another'])
  const { items } = await mika.call(schema.listPeople, { id })
  deepEqual(
    items.map(({ email, username, account_id }) => [email, username, account_id]).slice(1),
    [['kei@example.test', null, null]], // as the creator named them
  )

  for (const { places } of [gone, replaced])
    ok(!Buffer.from(places, 'base64').toString('latin1').includes(kei.account_id))
  const other = await reserve({ asset_token_ids: ids([9]) })
  equal((await restore(gone, other.id)).error?.code, 'input_invalid')
  const changed = `${gone.places.slice(0, -4)}AAAA`
  equal((await restore({ ...gone, places: changed })).error?.code, 'input_invalid')

  const last = await removeAll()
  equal((await deleteWithCode(here, moved)).error, undefined)
  equal((await restore(last)).people, 1, 'only Ren: the place went with its account')
  equal((await buy(next, 1)).error?.code, 'not_designated_acquirer')
})

test('a person whose two addresses are on one list moves from one to the other, and buys', async (t) => {
  const { here, reserve, add, statusOf, buy } = await allowlistFixtures(t)
  const { id } = await reserve()
  await add(id, 'kei@example.test\nkei@new.example')
  const kei = await here.person('Kei', { balance: 900 })
  await moveTo(here, kei, 'kei@new.example')
  await moveTo(here, kei, 'kei@newest.example')
  const next = await here.person('Next', { balance: 900 })
  const { db } = here.app
  await db
    .updateTable('account')
    .set({ email: 'kei@new.example' })
    .where('id', '=', next.account_id)
    .execute()
  equal(await statusOf(next, 1), 'reserved_for_another', 'the second place went to nobody')
  equal((await buy(next, 1)).error?.code, 'not_designated_acquirer')
  equal((await buy(kei, 1)).status, 'settled')
})

test('a person who is named in a distribution by address and moves is invited at the new one', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1], { allowed_asset_acquirers: ['kei@example.test'] })
  const kei = await here.person('Kei')
  await moveTo(here, kei, 'kei@new.example')
  const next = await here.person('Next')
  await moveTo(here, next, 'kei@example.test')
  await payByCard(mika, id)

  await mailAbout(here, 'kei@new.example', /reserved for you/)
  const old = await here.inbox('kei@example.test')
  deepEqual(
    old.filter(({ code }) => code === null).map(({ subject }) => subject),
    ['Your email address was changed'],
  )
  equal((await claim(next, id)).error?.code, 'not_designated_acquirer')
  equal((await claim(kei, id)).error, undefined)
})

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { allowlistFixtures } from '../../../test/allowlist-fixtures.ts'
import { claim, distributionFixtures, draft, payByCard } from '../../../test/distributions.ts'
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

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { listAllowlists, updateAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { CardDown } from '#src/integrations/card.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { controlProvider, payAt, silenceProvider } from '../../../test/card-purchase.ts'
import { distributionFixtures, draft, waitForStatus } from '../../../test/distributions.ts'
import { waitersAppear } from '../../../test/row-locks.ts'
import {
  countOutcomes,
  tenTimes,
  type TestApp,
  travelTo,
  waitUntil,
} from '../../../test/test-app.ts'
import {
  cancelDistribution,
  getDistribution,
  payDistribution,
  QUOTE_SECONDS,
} from './distribution.shared.ts'

const JOB = 'distribution.forget_drafts'
const OLD_SECONDS = QUOTE_SECONDS + DAY_SECONDS
const PEOPLE = { allowed_asset_acquirers: ['nao@example.test', 'sora@example.test'] }

/** Counts what is stored for drafts. */
async function countRows({ app: { db } }: TestApp) {
  const { rows } = await sql<{ n: number[] }>`
    select array[(select count(*) from distribution), (select count(*) from distribution_copy),
      (select count(*) from allowlist), (select count(*) from allowlist_copy),
      (select count(*) from allowlist_person)] as n
  `.execute(db)
  return rows[0]!.n.map(Number)
}

/** Sets the clock to so many seconds from now. */
const wait = (here: TestApp, seconds: number) => travelTo(here, addSeconds(here.clock.now, seconds))

test('a draft is deleted with its people a day after its quote has ended', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2], PEOPLE)
  await wait(here, OLD_SECONDS)
  await here.run(JOB)
  equal((await mika.call(getDistribution, { id })).error, undefined)
  await wait(here, 1)
  const later = await draft(mika, film, [1], PEOPLE)

  await here.run(JOB)

  equal((await mika.call(getDistribution, { id })).error?.code, 'not_found')
  equal((await mika.call(getDistribution, { id: later.id })).status, 'draft')
  deepEqual(await countRows(here), [1, 1, 1, 0, 2])
  const { error } = await mika.call(payDistribution, { id, balance_to_use: 0 })
  equal(error?.code, 'not_found')
})

test('old drafts are deleted in batches until none is left', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  await draft(mika, film, [1, 2], PEOPLE)
  await sql`
    insert into distribution (creator, kid, status, lang, copies, unit_fee, quoted_until, created_at)
    select creator, kid, status, lang, copies, unit_fee, quoted_until, created_at
    from distribution, generate_series(1, 120)
  `.execute(here.app.db)
  await wait(here, OLD_SECONDS + 1)

  await here.run(JOB)

  deepEqual(await countRows(here), [0, 0, 0, 0, 0])
})

test('a draft whose payment was cancelled is deleted with the copies of its list', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2], PEOPLE)
  const [paid, cancelled] = [crypto.randomUUID(), crypto.randomUUID()]
  const pay = () => mika.call(payDistribution, { id, balance_to_use: 0 }, paid)
  const cancel = () => mika.call(cancelDistribution, { id }, cancelled)
  const first = await pay()
  const reply = await cancel()
  deepEqual(await countRows(here), [1, 2, 1, 2, 2])
  await wait(here, OLD_SECONDS + 1)

  await here.run(JOB)

  deepEqual(await countRows(here), [0, 0, 0, 0, 0])
  deepEqual(await cancel(), reply)
  deepEqual(await pay(), first)
})

test('a list that its creator has taken up again stays when its draft is deleted', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { allowlist_id } = await draft(mika, film, [1, 2], PEOPLE)
  const asset_token_ids = [film.tokens.get(3)!]
  const resumed = { id: allowlist_id!, asset_token_ids, ended: false }
  equal((await mika.call(updateAllowlist, resumed)).error, undefined)
  await wait(here, OLD_SECONDS + 1)

  await here.run(JOB)

  deepEqual(await countRows(here), [0, 0, 1, 1, 2])
  const { items } = await mika.call(listAllowlists, { kid: film.kid })
  deepEqual(
    items.map(({ id, numbers }) => [id, numbers]),
    [[allowlist_id, '3']],
  )
})

test('a draft whose fee is paid, being paid or still to be refunded is not deleted', async (t) => {
  const { here, mika, film } = await distributionFixtures(t, { copies: 8 })
  const [paid, paying, owed] = [
    await draft(mika, film, [1], PEOPLE),
    await draft(mika, film, [2], PEOPLE),
    await draft(mika, film, [3], PEOPLE),
  ]
  const pay = (id: string) => mika.call(payDistribution, { id, balance_to_use: 0 })
  await payAt((await pay(paid.id)).url!, CARDS.pays)
  await waitForStatus(mika, paid.id, 'done')
  const { card } = here.integrations
  const { refund } = card
  card.refund = () => Promise.reject(new CardDown())
  const late = await pay(owed.id)
  await controlProvider(here, { do: 'pause' })
  await payAt(late.url!, CARDS.pays) // heard of too late
  const hear = await silenceProvider(here, 'expire')
  equal((await mika.call(cancelDistribution, { id: owed.id })).status, 'draft')
  await hear()
  await controlProvider(here, { do: 'resume' })
  const refundIs = (wanted: string) =>
    waitUntil(
      () => mika.call(getDistribution, { id: owed.id }),
      (one) => one.refund === wanted,
    )
  equal((await refundIs('owed')).refund, 'owed')
  await pay(paying.id)
  await wait(here, OLD_SECONDS + 1)

  await here.run(JOB)

  const statusOf = async ({ id }: { id: string }) =>
    (await mika.call(getDistribution, { id })).status
  const statuses = await Promise.all([paid, paying, owed].map(statusOf))
  deepEqual(statuses, ['done', 'awaiting_payment', 'draft'])

  card.refund = refund
  await here.run('purchase.sweep_owed')
  equal((await refundIs('done')).refund, 'done')
  await here.run(JOB)
  equal((await mika.call(getDistribution, { id: owed.id })).error?.code, 'not_found')
})

test('a draft whose payment begins while it becomes old is not deleted', async (t) => {
  const { here, mika, film } = await distributionFixtures(t)
  const { id } = await draft(mika, film, [1, 2], PEOPLE)
  const { db } = here.app
  const waiting = await db.transaction().execute(async (tx) => {
    await sql`select from serial where kid = ${film.kid} for no key update`.execute(tx)
    const payment = mika.call(payDistribution, { id, balance_to_use: 0 })
    equal(await waitersAppear(db, 1), true)
    await wait(here, OLD_SECONDS + 1)
    const job = here.run(JOB)
    equal(await waitersAppear(db, 2), true)
    return { payment, job }
  })
  const paid = await waiting.payment
  await waiting.job
  equal(paid.error, undefined)
  const { status, purchase_id, numbers } = await mika.call(getDistribution, { id })
  deepEqual([status, purchase_id, numbers], ['awaiting_payment', paid.purchase_id, '1-2'])
  deepEqual(await countRows(here), [1, 2, 1, 2, 2])
})

test('a creator has at most fifty open drafts, also when ten are made at once', async (t) => {
  const { here, mika, yuki, film } = await distributionFixtures(t)
  await draft(mika, film, [1])
  await sql`
    insert into distribution (creator, kid, status, lang, copies, unit_fee, quoted_until, created_at)
    select creator, kid, status, lang, copies, unit_fee, quoted_until, created_at
    from distribution, generate_series(1, 44)
  `.execute(here.app.db)

  const answers = await Promise.all(tenTimes(() => draft(mika, film, [1], PEOPLE)))

  deepEqual(countOutcomes(answers), { done: 5, too_many_drafts: 5 })
  const refused = answers.find(({ error }) => error)
  deepEqual(refused?.error?.params, { limit: 50 })
  equal((await draft(yuki, film, [1])).error?.code, 'not_owner') // not Yuki's limit
  await wait(here, QUOTE_SECONDS)
  equal((await draft(mika, film, [1])).error, undefined)
})

import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fail } from '#core/errors.ts'
import { armFailpoint } from '#core/failpoint.ts'
import { declineProposal } from '#src/sales/trade-offer/end-proposals.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { countDeadlocks, whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes, testApp } from '../../../test/test-app.ts'
import { accept, offer, ownersOf, traderTitle } from '../../../test/trades.ts'
import { agree, proposalOf, ringOf } from '../../../test/wishes.ts'
import { declineTradeProposal, listProposals } from './matching.shared.ts'

const NAMES = ['Ren', 'Aoi', 'Kai']

test('three people who accept at once, ten times each, swap once without a deadlock', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(NAMES.map((name) => here.person(name)))
  const { copies } = await ringOf(here, mika, people)
  await here.run('trade.find')
  const { id } = (await proposalOf(people[0]!))!

  const answers = await Promise.all(tenTimes((i) => agree(people[i % 3]!, id)))

  const { done, bug, trade_proposal_closed: late = 0 } = countOutcomes(answers)
  deepEqual([done! + late, bug], [10, undefined])
  equal(answers.filter(({ status }) => status === 'settled').length, 1)
  deepEqual(await ownersOf(here, ...copies), ['Kai', 'Ren', 'Aoi'])
  equal(await countDeadlocks(here.app.db), 0)
})

test('one acceptance sent ten times with one key settles once and repeats its reply', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(['Ren', 'Aoi'].map((name) => here.person(name)))
  await ringOf(here, mika, people)
  await here.run('trade.find')
  const { id } = (await proposalOf(people[0]!))!
  await agree(people[0]!, id)
  const key = randomUUID()
  const answers = await Promise.all(tenTimes(() => agree(people[1]!, id, key)))
  deepEqual(countOutcomes(answers), { done: 10 })
  for (const answer of answers) deepEqual(answer, answers[0])
})

test('ten searches at once propose each trade once', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  for (let i = 0; i < 3; i++)
    await ringOf(here, mika, await Promise.all(NAMES.map((name) => here.person(`${name}${i}`))))
  await Promise.all(tenTimes(() => here.run('trade.find')))
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from trade_proposal`.execute(here.app.db)
  equal(rows[0]!.n, 3)
})

test('a search that waits does not propose a trade again that another search has proposed meanwhile', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const { db } = here.app
  const mika = await here.person('Mika', { role: 'ORH' })
  await ringOf(here, mika, await Promise.all(NAMES.map((name) => here.person(name))))
  await here.run('trade.find')
  const { ring_key } = await db
    .selectFrom('trade_proposal')
    .select('ring_key')
    .executeTakeFirstOrThrow()
  // To the search the trade is new until it waits for the people.
  const ended_at = here.clock.now.toISOString()
  const lapsed = { ring_key: 'another', status: 'lapsed', ended_at }
  await db.updateTable('trade_proposal').set(lapsed).execute()
  await db.updateTable('trade_proposal_side').set({ ended_at }).execute()

  await whileLocked(db, {
    lock: sql`select from account for no key update`,
    action: () => here.run('trade.find'),
    change: (tx) => tx.updateTable('trade_proposal').set({ ring_key }).execute(),
  })

  const proposals = await db.selectFrom('trade_proposal').select('ring_key').execute()
  deepEqual(proposals, [{ ring_key }])
})

test('a proposal that is declined while its last acceptance waits is not settled', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(NAMES.map((name) => here.person(name)))
  const [ren, aoi, kai] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const { copies } = await ringOf(here, mika, people)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await agree(ren, id)
  await agree(aoi, id)
  const step = { account: aoi.account_id, at: here.clock.now }

  const answer = await whileLocked(here.app.db, {
    lock: sql`select from trade_proposal for no key update`,
    action: () => agree(kai, id),
    change: (tx) => declineProposal(tx, id, step),
  })

  equal(answer.error?.code, 'trade_proposal_closed')
  deepEqual(await ownersOf(here, ...copies), NAMES)
  equal(await countDeadlocks(here.app.db), 0)
})

test('the last acceptance, a refusal, a delisting and another trade at once have one outcome', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const seen = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const people = await Promise.all(NAMES.map((name) => here.person(`${name}${round}`)))
    const [ren, aoi, kai] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    const names = people.map(({ name }) => name)
    const { copies } = await ringOf(here, mika, people)
    const extra = await traderTitle(here, mika, [])
    await here.run('trade.find')
    const { id } = (await proposalOf(ren))!
    await agree(ren, id)
    await agree(aoi, id)
    await offer(extra.held(1), copies[0]!)
    const answers = await Promise.all([
      agree(kai, id),
      round % 2 ? aoi.call(declineTradeProposal, { id }) : undefined,
      aoi.call(delistSerials, { asset_token_ids: [copies[1]!.token] }),
      accept(extra.held(1), copies[0]!),
    ])
    ok(!answers.some((answer) => answer?.error?.code === 'bug'))
    const { items } = await ren.call(listProposals, { limit: 1 })
    const owners = await ownersOf(here, ...copies)
    const isSettled = items[0]!.status === 'settled'
    seen.add(items[0]!.status)
    if (isSettled) deepEqual(owners, [kai.name, ren.name, aoi.name])
    else deepEqual(owners, answers[3].error ? names : ['Mika', ...names.slice(1)])
    equal(isSettled && !answers[3].error, false)
  }
  t.diagnostic([...seen].join())
})

test('a server that fails before the end of a search or a settlement leaves nothing half done', async (t) => {
  const here = await testApp(t)
  t.after(() => armFailpoint(undefined, () => {}))
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(NAMES.map((name) => here.person(name)))
  const { copies } = await ringOf(here, mika, people)
  armFailpoint('trade.proposing', () => fail('unavailable'))
  await here.run('trade.find').catch(() => {})
  equal(await proposalOf(people[0]!), undefined)
  armFailpoint(undefined, () => {})
  await here.run('trade.find')
  const { id } = (await proposalOf(people[0]!))!
  await agree(people[0]!, id)
  await agree(people[1]!, id)
  armFailpoint('trade.settling', () => fail('unavailable'))
  equal((await agree(people[2]!, id)).error?.code, 'unavailable')
  deepEqual(await ownersOf(here, ...copies), NAMES)
  armFailpoint(undefined, () => {})
  equal((await agree(people[2]!, id)).status, 'settled')
})

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { setHidden } from '#src/catalog/asset/asset-lifecycle.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { listTransactions } from '#src/finance/transactions/history.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { addWish, listWishes, removeWish } from '#src/sales/wish/wish.shared.ts'
import { testApp, travelTo, waitUntil } from '../../../test/test-app.ts'
import { accept, offer, openToTrade, ownersOf, traderTitle } from '../../../test/trades.ts'
import { agree, proposalOf, ringOf, want } from '../../../test/wishes.ts'
import { declineTradeProposal, listProposals } from './matching.shared.ts'

/** Opens an app in which Ren, Aoi and Kai each want what the next one has open to trade. */
async function ring(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi'), await here.person('Kai')]
  const [ren, aoi, kai] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  return { here, mika, ren, aoi, kai, people, ...(await ringOf(here, mika, people)) }
}

test('three people who each want what the next one has swap once all have accepted', async (t) => {
  const { here, ren, aoi, kai, people, titles, copies } = await ring(t)
  await here.run('trade.find')
  const { id, sides, expires_at } = (await proposalOf(ren))!
  deepEqual(
    sides.map(({ gives }) => gives.owner_username),
    ['Ren', 'Kai', 'Aoi'], // Ren gives to Kai, who gives to Aoi, who gives to Ren
  )
  equal(expires_at, addSeconds(here.clock.now, 7 * 86_400).toISOString())
  const { items: wished } = await ren.call(listWishes, {})
  equal(wished[0]?.proposal_id, id)

  equal((await agree(ren, id)).status, 'open')
  equal((await agree(ren, id)).status, 'open') // twice is once
  equal((await agree(aoi, id)).status, 'open')
  deepEqual(await ownersOf(here, ...copies), ['Ren', 'Aoi', 'Kai'])
  const done = await agree(kai, id)

  deepEqual([done.error, done.status], [undefined, 'settled'])
  deepEqual(await ownersOf(here, ...copies), ['Kai', 'Ren', 'Aoi'])
  for (const who of people) {
    equal((await who.call(listWishes, {})).total, 0)
    const [entry] = (await who.call(listTransactions, { type: 'trade' })).items
    const place = sides.findIndex(({ gives }) => gives.owner_username === who.name)
    const got = sides.at(place - 1)!.gives // each gives to the next
    deepEqual(
      [entry!.kid, entry!.number, entry!.counterpart, entry!.amount],
      [got.kid, got.number, got.owner_username, 0],
    )
  }
  const { history, status } = await ren.call(getSerial, { id: titles[1]!.kid, number: 1 })
  deepEqual([status, history[0]?.kind], ['not_listed', 'trade'])
  for (const { email } of people) {
    const mails = await waitUntil(
      () => here.inbox(email),
      (all) => all.some(({ subject }) => subject.includes('is yours')),
    )
    ok(
      mails.some(({ subject }) => subject.startsWith('You can trade for No. 1')),
      email,
    )
    equal(mails.filter(({ subject }) => subject.includes('is yours')).length, 1)
  }
})

test('MO-05 a proposed trade waits while one of its titles is hidden', async (t) => {
  const { here, ren, aoi, kai, titles, copies } = await ring(t)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await agree(ren, id)
  const hide = (at: Date | null) => inTx(here.app, (tx) => setHidden(tx, titles[0]!.kid, at))
  await hide(here.clock.now)
  equal((await agree(aoi, id)).error?.code, 'title_hidden')
  await hide(null)
  equal((await agree(aoi, id)).status, 'open')
  equal((await agree(kai, id)).status, 'settled')
  deepEqual(await ownersOf(here, ...copies), ['Kai', 'Ren', 'Aoi'])
})

test('two people who want each other’s copies are proposed a trade of two', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [await here.person('Ren'), await here.person('Aoi')]
  const { copies } = await ringOf(here, mika, people)
  await here.run('trade.find')
  const { id, sides } = (await proposalOf(people[0]!))!
  equal(sides.length, 2)
  for (const who of people) equal((await agree(who, id)).error, undefined)
  deepEqual(await ownersOf(here, ...copies), ['Aoi', 'Ren'])
})

test('after a trade was made and undone, its people are proposed trades with others', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, kai] = [
    await here.person('Ren'),
    await here.person('Aoi'),
    await here.person('Kai'),
  ]
  const [mine, theirs] = [
    await traderTitle(here, mika, [ren]),
    await traderTitle(here, mika, [aoi, kai]),
  ]
  const [rens, aois, kais] = [mine.held(1), theirs.held(1), theirs.held(2)]
  const wish = async () => {
    await want(ren, theirs.kid)
    await want(aoi, mine.kid)
  }
  await openToTrade(here, rens, aois)
  await wish()
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  for (const who of [ren, aoi]) equal((await agree(who, id)).error, undefined)
  deepEqual(await ownersOf(here, rens, aois), ['Aoi', 'Ren'])

  const [back, forth] = [
    { ...aois, owner: ren },
    { ...rens, owner: aoi },
  ]
  await openToTrade(here, forth)
  equal((await offer(back, forth)).error, undefined)
  equal((await accept(back, forth)).error, undefined)
  deepEqual(await ownersOf(here, rens, aois), ['Ren', 'Aoi'])
  await openToTrade(here, rens, aois, kais)
  await wish()
  await travelTo(here, addSeconds(here.clock.now, 60))
  await want(kai, mine.kid)
  await here.run('trade.find')
  const proposed = [ren, kai, aoi].map(async (who) => (await proposalOf(who)) !== undefined)
  deepEqual(await Promise.all(proposed), [true, true, false])
})

test('if one of three declines, nothing moves, and the same trade is never proposed again', async (t) => {
  const { here, ren, aoi, kai, people, copies } = await ring(t)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await agree(ren, id)
  await agree(aoi, id)
  const declined = await kai.call(declineTradeProposal, { id })
  deepEqual([declined.status, declined.declined_by_me], ['declined', true])
  equal((await kai.call(declineTradeProposal, { id })).error, undefined) // a repeat
  equal((await agree(kai, id)).error?.code, 'trade_proposal_closed')
  equal((await ren.call(declineTradeProposal, { id })).error?.code, 'trade_proposal_closed')
  deepEqual(await ownersOf(here, ...copies), ['Ren', 'Aoi', 'Kai'])
  await here.run('trade.find')
  for (const who of people) equal(await proposalOf(who), undefined)
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (all) => all.some(({ text }) => text.includes('declined')),
  )
  match(mails.map(({ text }) => text).join(), /Another person declined/)
})

test('a person may decline after having accepted, until the trade is complete', async (t) => {
  const { here, ren, aoi } = await ring(t)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await agree(ren, id)
  equal((await ren.call(declineTradeProposal, { id })).status, 'declined')
  equal((await agree(aoi, id)).error?.code, 'trade_proposal_closed')
})

test('only the people of a proposed trade see and answer it', async (t) => {
  const { here, ren, mika } = await ring(t)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  equal((await mika.call(listProposals, {})).total, 0)
  equal((await agree(mika, id)).error?.code, 'not_found')
  equal((await mika.call(declineTradeProposal, { id })).error?.code, 'not_found')
})

test('a proposed trade is spoiled once a copy is delisted, traded or may not be traded', async (t) => {
  for (const spoil of ['delist', 'trade', 'forbid', 'forbid, then the job'] as const) {
    const { here, mika, ren, aoi, kai, titles, copies } = await ring(t)
    await here.run('trade.find')
    const { id } = (await proposalOf(ren))!
    await agree(ren, id)
    await agree(aoi, id)
    if (spoil === 'delist') await ren.call(delistSerials, { asset_token_ids: [copies[0]!.token] })
    if (spoil === 'trade') {
      const extra = await traderTitle(here, mika, [mika])
      await offer(extra.held(1), copies[0]!)
      equal((await accept(extra.held(1), copies[0]!)).status, 'accepted')
    }
    if (spoil.startsWith('forbid'))
      await mika.call(updateAsset, { kid: titles[0]!.kid, trade_enabled: false })
    if (spoil.endsWith('job')) await here.run('trade.end_proposals')
    const answer = await agree(kai, id)
    if (spoil === 'forbid') equal(answer.status, 'spoiled')
    else equal(answer.error?.code, 'trade_proposal_closed', spoil)
    const { items } = await ren.call(listProposals, { ended: 'true' })
    deepEqual(
      items.map(({ status }) => status),
      ['spoiled'],
    )
    deepEqual((await ownersOf(here, ...copies)).slice(1), ['Aoi', 'Kai'])
  }
})

test('a proposed trade lapses after its time, and who had accepted is told', async (t) => {
  const { here, ren, aoi, kai } = await ring(t)
  await here.run('trade.find')
  const { id, expires_at } = (await proposalOf(ren))!
  await agree(ren, id)
  await travelTo(here, expires_at)
  equal((await agree(aoi, id)).error?.code, 'trade_proposal_closed')
  await here.run('trade.end_proposals')
  await here.run('trade.end_proposals')
  const { items } = await kai.call(listProposals, {})
  deepEqual(
    items.map(({ status }) => status),
    ['lapsed'],
  )
  const mails = await waitUntil(
    () => here.inbox(ren.email),
    (all) => all.some(({ text }) => text.includes('in time')),
  )
  match(mails.map(({ text }) => text).join(), /Not everyone answered in time/)
  ok(!(await here.inbox(kai.email)).some(({ text }) => text.includes('in time')))
  await here.run('trade.find')
  equal(await proposalOf(ren), undefined)
})

test('holding limits hold for everyone in a proposed trade', async (t) => {
  const { here, mika, ren, aoi, kai, titles, copies } = await ring(t)
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await mika.call(updateAsset, { kid: titles[1]!.kid, holding_limit: 1 })
  const ownToo = titles[1]!.held(2) // Ren would hold two
  await here.app.db
    .updateTable('serial')
    .set({ owner: ren.account_id })
    .where('asset_token_id', '=', ownToo.token)
    .execute()
  equal((await agree(ren, id)).error?.code, 'max_holding_reached')
  equal((await agree(aoi, id)).status, 'spoiled')
  equal((await agree(kai, id)).error?.code, 'trade_proposal_closed')
  deepEqual(await ownersOf(here, ...copies), ['Ren', 'Aoi', 'Kai'])
})

test('who has reached a limit is proposed a copy of the title only for another of it', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const [film, song] = [
    await traderTitle(here, mika, [ren, aoi]),
    await traderTitle(here, mika, [ren]),
  ]
  await mika.call(updateAsset, { kid: film.kid, holding_limit: 1 })
  await openToTrade(here, song.held(1), film.held(2))
  await want(ren, film.kid, 2)
  await want(aoi, song.kid)
  await here.run('trade.find')
  equal(await proposalOf(ren), undefined)
  await want(aoi, film.kid, 1)
  await openToTrade(here, film.held(1))
  await here.run('trade.find')
  const { id, sides } = (await proposalOf(ren))!
  deepEqual(
    sides.map(({ gives }) => gives.number),
    [1, 2],
  )
  await agree(ren, id)
  equal((await agree(aoi, id)).status, 'settled')
})

test('the longest-waiting wish is fulfilled first, and a copy is in one open proposal', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, kai] = [
    await here.person('Ren'),
    await here.person('Aoi'),
    await here.person('Kai'),
  ]
  const film = await traderTitle(here, mika, [ren, ren, aoi])
  const song = await traderTitle(here, mika, [kai])
  await openToTrade(here, film.held(1), film.held(3), song.held(1))
  await want(aoi, song.kid)
  await travelTo(here, addSeconds(here.clock.now, 60))
  await want(ren, song.kid)
  await want(kai, film.kid)
  await here.run('trade.find')
  equal(await proposalOf(ren), undefined)
  const first = (await proposalOf(aoi))!
  await here.run('trade.find')
  equal((await aoi.call(listProposals, {})).total, 1)
  await aoi.call(declineTradeProposal, { id: first.id })
  await here.run('trade.find')
  ok(await proposalOf(ren))
})

test('SH-14 while trading is switched off, nothing is wanted, proposed or answered', async (t) => {
  const { here, ren, aoi, titles } = await ring(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await here.run('trade.find')
  const { id } = (await proposalOf(ren))!
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_enabled: false })
  const off = 'trade_unavailable'
  equal((await agree(ren, id)).error?.code, off)
  equal((await aoi.call(declineTradeProposal, { id })).error?.code, off)
  equal((await ren.call(addWish, { kid: titles[2]!.kid })).error?.code, off)
  equal((await ren.call(listProposals, {})).total, 0)
  equal((await ren.call(listWishes, {})).total, 0)
})

test('a wish is for a title or a number that its person does not own', async (t) => {
  const { here, mika, ren, titles } = await ring(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [mine, theirs] = [titles[0]!, titles[1]!]
  equal((await ren.call(addWish, { kid: mine.kid })).error?.code, 'own_serial')
  equal((await ren.call(addWish, { kid: mine.kid, number: 1 })).error?.code, 'own_serial')
  equal((await ren.call(addWish, { kid: theirs.kid, number: 99 })).error?.code, 'not_found')
  equal((await sora.call(addWish, { kid: theirs.kid })).error?.code, 'forbidden')
  await travelTo(here, addSeconds(here.clock.now, 60))
  const { id } = await want(ren, mine.kid, 2)
  equal((await want(ren, mine.kid, 2)).id, id)
  const { items } = await ren.call(listWishes, {})
  deepEqual(
    items.map(({ kid, number, open_count }) => [kid, number, open_count]),
    [
      [theirs.kid, null, 1],
      [mine.kid, 2, 0],
    ],
  )
  equal((await mika.call(removeWish, { id })).error?.code, 'not_found')
  equal((await ren.call(removeWish, { id })).error, undefined)
  equal((await ren.call(removeWish, { id })).error, undefined) // a repeat
  equal((await ren.call(listWishes, { kid: mine.kid })).total, 0)
  equal((await want(ren, mine.kid, 2)).id, id) // it is back in its place
  await mika.call(updateAsset, { kid: titles[2]!.kid, trade_enabled: false })
  equal((await ren.call(addWish, { kid: titles[2]!.kid })).error?.code, 'trade_disabled')
  await sora.call(changeSettings, { version: 0, reason: 'a trial', wishes_per_person: 2 })
  const extra = await traderTitle(here, mika, [])
  equal((await ren.call(addWish, { kid: extra.kid })).error?.code, 'too_many_wishes')
})

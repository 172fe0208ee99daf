import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { claim, give, giveOne, tokenOf } from '../../../test/gifts.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { offer, openToTrade } from '../../../test/trades.ts'
import { createTitle, peopleWithTitle } from '../../../test/titles.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { declineGift, withdrawGift } from './gift.shared.ts'

test('GF-01 of ten people who claim one gift at once, one gets the copy', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`)))
  const gift = await giveOne(mika, film, 1)
  const answers = await Promise.all(people.map((who) => claim(who, gift)))
  deepEqual(countOutcomes(answers), { done: 1, gift_closed: 9 })
})

test('one claim sent ten times with one key is one claim, and gets the same reply', async (t) => {
  const { mika, ren, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 1)
  const key = randomUUID()
  const answers = await Promise.all(tenTimes(() => claim(ren, gift, key)))
  deepEqual(countOutcomes(answers), { done: 10 })
  equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
})

test('GF-03 a copy that is given, listed, opened to trade and given again at once is in one deal', async (t) => {
  const { mika, film } = await peopleWithTitle(t)
  for (const number of [1, 2, 3, 4, 5]) {
    const asset_token_ids = [film.tokens.get(number)!]
    const answers = await Promise.all([
      give(mika, film, [number]),
      mika.call(listSerialsForSale, { listing_type: 'sale', sale_price: 500, asset_token_ids }),
      mika.call(listSerialsForSale, { listing_type: 'trade', asset_token_ids }),
      give(mika, film, [number]),
    ])
    deepEqual(countOutcomes(answers), { done: 1, already_listed: 3 })
  }
})

test('GF-03 a claim, a withdrawal, a refusal and a delisting at once have one outcome', async (t) => {
  const { here, mika, ren } = await peopleWithTitle(t)
  for (let round = 0; round < 8; round++) {
    const film = await createTitle(here, mika, { copies: 1 })
    const gift = await giveOne(mika, film, 1)
    const answers = await Promise.all([
      claim(ren, gift),
      mika.call(withdrawGift, { id: gift.id }),
      here.call(declineGift, { token: tokenOf(gift) }),
      mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] }),
    ])
    const outcomes = answers.map(({ error }) => error?.code ?? 'done')
    ok(!outcomes.includes('bug'), outcomes.join())
    const { owner } = await here.app.db
      .selectFrom('serial')
      .select('owner')
      .where('kid', '=', film.kid)
      .executeTakeFirstOrThrow()
    equal(owner === ren.account_id, outcomes[0] === 'done')
    const { status } = await here.app.db
      .selectFrom('gift')
      .select('status')
      .where('id', '=', gift.id)
      .executeTakeFirstOrThrow()
    equal(status === 'claimed', outcomes[0] === 'done')
  }
})

test('a claim that waits for a copy decides by what it finds then', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 1)
  const token = film.tokens.get(1)!
  const answer = await whileLocked(here.app.db, {
    lock: sql`select from serial where asset_token_id = ${token} for no key update`,
    action: () => claim(ren, gift),
    change: async (tx) => {
      await sql`update gift set status = 'withdrawn', ended_at = now() where id = ${gift.id}`.execute(
        tx,
      )
      await sql`update listing set status = 'delisted', closed_at = now() where asset_token_id = ${token}`.execute(
        tx,
      )
    },
  })
  equal(answer.error?.code, 'gift_closed')
})

test('a copy that is offered in a trade is not given, and a gift ends the offers for its copy', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  await claim(ren, await giveOne(mika, film, 1))
  const wanted = { token: film.tokens.get(2)!, owner: mika }
  await openToTrade(here, wanted)
  equal((await offer({ token: film.tokens.get(1)!, owner: ren }, wanted)).error, undefined)
  equal((await give(ren, film, [1])).error?.code, 'serial_offered_in_trade')
  equal((await give(mika, film, [2])).error?.code, 'already_listed')
})

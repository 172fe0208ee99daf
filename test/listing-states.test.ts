import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import type { Transitions } from '#core/database/transitions.ts'
import { rentalTransitions } from '#src/catalog/rental-period/rental-period.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { listingTransitions } from '#src/sales/listing/listing.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseTransitions } from '#src/sales/purchase/purchase.shared.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { tradeOfferTransitions } from '#src/sales/trade-offer/trade-offer.shared.ts'
import { acceptTrade, offerTrade } from '#src/sales/trade/trade.shared.ts'
import type { Person } from './people.ts'
import { tenTimes, testApp, travelTo } from './test-app.ts'
import { createTitle } from './titles.ts'

const ROUNDS = 120 // of ten calls at once
const ROUNDS_MAX = 600 // as long as some action has never succeeded
const [SALE, RENT, PERIOD] = [100, 50, 86_400]

/** Returns the next of a fixed sequence of numbers from 0 to `below` − 1 (Park and Miller, 1988). */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test('ST-06 whatever people ask for at once, listings, purchases, rentals and trades take allowed steps only', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = [
    mika,
    await here.person('Ren', { balance: 20_000 }),
    await here.person('Aoi', { balance: 20_000 }),
  ]
  const film = await createTitle(here, mika, {
    copies: 4,
    price: SALE,
    secondary_rental_enabled: true,
  })
  const seed = 1 + (Date.now() % 1_000_000)
  t.diagnostic(`seed ${seed}`)
  const random = randomOf(seed)
  const done: Record<string, number> = {}
  let owners = new Map<number, Person>()
  let openNumbers: number[] = [] // listed for trade
  let offers: [requested: number, submitted: number][] = []

  const actions = {
    sell: (number: number) => ({
      call: listSerialsForSale,
      input: {
        listing_type: 'sale',
        sale_price: SALE,
        reprice: random(2) === 0,
        asset_token_ids: [film.tokens.get(number)!],
      },
    }),
    rentOut: (number: number) => ({
      call: listSerialsForSale,
      input: {
        listing_type: 'rental',
        rent_price: RENT,
        rental_period_seconds: PERIOD,
        end_secondary: true,
        asset_token_ids: [film.tokens.get(number)!],
      },
    }),
    openToTrade: (number: number) => ({
      call: listSerialsForSale,
      input: { listing_type: 'trade', asset_token_ids: [film.tokens.get(number)!] },
    }),
    offerTrade: (number: number) => {
      const others = openNumbers.filter((open) => owners.get(open) !== owners.get(number))
      const wanted = others[random(others.length)] ?? 1 + random(4)
      return {
        call: offerTrade,
        input: {
          my_trading_serial_id: film.tokens.get(number)!,
          requested_serial_id: film.tokens.get(wanted)!,
          requested_serial_owner_account_id: owners.get(wanted)!.account_id,
        },
      }
    },
    acceptTrade: (number: number) => {
      const [asked, offered] = offers[random(offers.length)] ?? [number, 1 + random(4)]
      return {
        by: owners.get(asked)!,
        call: acceptTrade,
        input: {
          my_trading_asset_token_id: film.tokens.get(asked)!,
          offering_serial_token_id: film.tokens.get(offered)!,
          offering_serial_owner_account_id: owners.get(offered)!.account_id,
        },
      }
    },
    takeOff: (number: number) => ({
      call: delistSerials,
      input: { asset_token_ids: [film.tokens.get(number)!] },
    }),
    buy: (number: number) => ({ call: purchaseForFree, input: orderOf(number, SALE) }),
    buyByCard: (number: number) => ({ call: purchaseSerial, input: orderOf(number, 0) }),
    turnBack: (number: number) => ({
      call: cancelPurchase,
      input: { kid: film.kid, serial_number: number },
    }),
    rent: (number: number) => {
      const { asset_sale_price: _, ...order } = orderOf(number, RENT)
      const terms = { asset_rent_price: RENT, rental_period_seconds: PERIOD }
      return { call: rentForFree, input: { ...order, ...terms } }
    },
  }
  const orderOf = (number: number, balance: number) => ({
    ...film.order(number, balance),
    owner_account_id: owners.get(number)!.account_id,
  })

  const { openToTrade, offerTrade: offer, acceptTrade: accept } = actions
  // Trades need three actions in a row, so these come up more often.
  const trades = Object.entries({ openToTrade, offerTrade: offer, acceptTrade: accept })
  const chances = [...Object.entries(actions), ...trades, ...trades]
  const isDone = () => Object.keys(done).length === Object.keys(actions).length
  for (let round = 0; round < ROUNDS || (!isDone() && round < ROUNDS_MAX); round++) {
    const serials = await here.app.db.selectFrom('serial').select(['number', 'owner']).execute()
    owners = new Map(
      serials.map(({ number, owner }) => [
        number,
        people.find(({ account_id }) => account_id === owner)!,
      ]),
    )
    openNumbers = await numbersForTrade(here.app.db)
    offers = await openOffers(here.app.db)
    const answers = tenTimes(async () => {
      const [name, make] = chances[random(chances.length)]!
      const number = 1 + random(4)
      const made = make(number)
      const { call, input } = made
      const isOwners = !['buy', 'buyByCard', 'turnBack', 'rent'].includes(name)
      const owner = 'by' in made ? made.by : owners.get(number)!
      const who = isOwners ? owner : people[random(people.length)]!
      const { error } = await who.call(call as typeof purchaseForFree, input as never)
      if (!error) done[name] = (done[name] ?? 0) + 1
      return error?.code
    })
    ok(!(await Promise.all(answers)).includes('bug'))
    if (round % 5 === 4) await travelTo(here, addSeconds(here.clock.now, PERIOD / 2))
    const { items } = await here.call(listSerials, { id: film.kid })
    ok(items.every(({ sale_price, rent_price }) => sale_price === null || rent_price === null))
  }

  t.diagnostic(JSON.stringify(done))
  deepEqual(Object.keys(done).toSorted(), Object.keys(actions).toSorted())
  for (const transitions of [
    listingTransitions,
    purchaseTransitions,
    rentalTransitions,
    tradeOfferTransitions,
  ])
    await takesAllowedSteps(here.app.db, transitions)
})

/** Returns the numbers listed for trade. */
async function numbersForTrade(db: Db) {
  const listed = await db
    .selectFrom('listing')
    .innerJoin('serial', 'serial.asset_token_id', 'listing.asset_token_id')
    .select('number')
    .where('kind', '=', 'trade')
    .where('listing.status', '=', 'open')
    .execute()
  return listed.map(({ number }) => number)
}

/** Returns the numbers of open trade offers: requested and submitted. */
async function openOffers(db: Db) {
  const offers = await db
    .selectFrom('trade_offer')
    .innerJoin('serial as requested', 'requested.asset_token_id', 'trade_offer.requested')
    .innerJoin('serial as submitted', 'submitted.asset_token_id', 'trade_offer.submitted')
    .select(['requested.number as requested_number', 'submitted.number as submitted_number'])
    .where('trade_offer.status', '=', 'awaiting_acceptance')
    .execute()
  return offers.map((offer): [number, number] => [offer.requested_number, offer.submitted_number])
}

/** Asserts that each row's events are a chain of allowed transitions, from `new` to its status. */
async function takesAllowedSteps(db: Db, { table, steps }: Transitions) {
  const allowed = new Set(steps.map(([from, action, to, by]) => `${from} ${action} ${to} ${by}`))
  const { rows } = await sql<{ id: string; status: string; steps: string[]; chain: string[] }>`
    select row.id, row.status,
      array_agg(from_status || ' ' || act || ' ' || to_status || ' ' || by order by event.id) as steps,
      array_agg(from_status || ' ' || to_status order by event.id) as chain
    from ${sql.table(table)} row join event on subject_id = row.id and subject = ${table}
    group by row.id`.execute(db)
  ok(rows.length > 0, table)
  for (const row of rows) {
    deepEqual(
      row.steps.filter((step) => !allowed.has(step)),
      [],
      table,
    )
    const seen = row.chain.map((step) => step.split(' '))
    const reached = ['new', ...seen.map(([, to]) => to)]
    deepEqual(
      seen.map(([from]) => from),
      reached.slice(0, -1),
      `${table} ${row.id}`,
    )
    deepEqual(reached.at(-1), row.status, `${table} ${row.id}`)
  }
}

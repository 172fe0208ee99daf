import { ok } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { delistSerials, listSerialsForSale } from '#src/listing/listing.shape.ts'
import {
  cancelPayout,
  listPayouts,
  requestPayout,
  updatePayouts,
} from '#src/payout/payout.shape.ts'
import { cancelPurchase, purchaseForFree, purchaseSerial } from '#src/purchase/purchase.shape.ts'
import { registersBank } from './banks.ts'
import { booksAreInOrder } from './books.ts'
import type { Somebody } from './people.ts'
import { title } from './titles.ts'
import { ten, travel, world } from './world.ts'

const SECONDS = 30
const AT_ONCE = 8
const PRICE = 1_000
const COPIES = 40

test('MN-01 whatever people do at once, the books balance and nobody owes', async (t) => {
  const here = await world(t, { now: new Date('2030-01-10T03:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH', balance: 20_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const buyers = await Promise.all(
    ten((i) => here.person(`P${i}`, { balance: 20_000, points: 3_000 })),
  )
  const people = [mika, ...buyers]
  for (const who of people.slice(0, 5)) await registersBank(here, who)
  const film = await title(here, mika, { copies: COPIES, price: PRICE })
  const done = new Map<string, number>()
  const end = Date.now() + SECONDS * 1_000

  const acts = actsOn(film, people, sora)
  for (let day = 0; Date.now() < end; day++) {
    await Promise.all(
      Array.from({ length: AT_ONCE * 4 }, async () => {
        const [name, act] = one(Object.entries(acts))
        const answer = (await act()) as { error?: { code: string } } | undefined
        ok(answer?.error?.code !== 'bug', name)
        if (!answer?.error) done.set(name, (done.get(name) ?? 0) + 1)
      }),
    )
    if (day % 5 === 4) await booksAreInOrder(here.house.db)
    await travel(here, new Date(here.clock.now.getTime() + randomInt(40) * 86_400_000))
    await here.run(one(['payout.end_lots', 'purchase.expire_holds', 'payout.warn_of_deadlines']))
  }

  for (const name of Object.keys(acts)) ok(done.has(name), `nobody could ${name}`)
})

/** What anybody may try at any moment; most of it is refused for good reasons. */
function actsOn(
  film: Awaited<ReturnType<typeof title>>,
  people: Somebody[],
  sora: Somebody,
): Record<string, () => Promise<unknown>> {
  const number = () => randomInt(COPIES) + 1
  const mine = new Map<Somebody, string>()
  return {
    'buy from balance': () => one(people).call(purchaseForFree, film.order(number(), PRICE)),
    'buy by card': () => one(people).call(purchaseSerial, film.order(number(), randomInt(900))),
    'turn back': () => one(people).call(cancelPurchase, { kid: film.kid, serial_number: number() }),
    'sell on': () =>
      one(people).call(listSerialsForSale, {
        listing_type: 'sale',
        asset_token_ids: [film.tokens.get(number())!],
        sale_price: PRICE,
      }),
    'take back': () =>
      one(people).call(delistSerials, { asset_token_ids: [film.tokens.get(number())!] }),
    'ask for a payout': async () => {
      const who = one(people.slice(0, 5))
      const answer = await who.call(requestPayout, { amount: 1_000 + randomInt(3_000) })
      if (!answer.error) mine.set(who, answer.id)
      return answer
    },
    'cancel a payout': () => {
      const [who, id] = [...mine].at(randomInt(Math.max(1, mine.size))) ?? []
      return who && id ? who.call(cancelPayout, { id }) : Promise.resolve({ error: { code: '' } })
    },
    'end payouts': async () => {
      const { items } = await sora.call(listPayouts, { all: 'true', status: 'reserved' })
      const ids = items.map(({ id }) => id)
      const status = one(['processed', 'failed', 'failed_and_charged'] as const)
      return ids.length > 0
        ? sora.call(updatePayouts, { ids, status, reason: 'so the bank' })
        : { error: { code: '' } }
    },
  }
}

const one = <T>(of: readonly T[]): T => of[randomInt(of.length)]!

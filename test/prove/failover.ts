import { deepEqual, equal } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { countsByTask } from '#core/job-queue.ts'
import { sendMail } from '#src/platform/mail/send.ts'
import { assertBooksBalance } from '../books.ts'
import { placeOrders } from '../order-stream.ts'
import { createTitle } from '../titles.ts'
import { within } from './engine.ts'
import type { Product } from './product.ts'
import type { Stand, Shop } from './stand.ts'
import type { Claim } from './table.ts'

const PRICE = 1_000
const BUYERS = 8
const EACH = 40
const PATIENCE_MS = 180_000
const AWAY_MS = 1_500
const MAIL_SECONDS = 120

/** Proves that a failover to the synchronous standby loses nothing, and needs nobody. */
export async function proveFailover(stand: Stand, product: Product, shop: Shop, claim: Claim) {
  await claim(
    'failover',
    'a synchronous standby is promoted under orders: none lost or doubled, processes go on by themselves',
    async () => {
      const mika = await shop.person('Over-Mika', { role: 'ORH' })
      const film = await createTitle(shop, mika, { copies: BUYERS * EACH, price: PRICE })
      const people = await Promise.all(
        Array.from({ length: BUYERS }, (_, i) =>
          shop.person(`Over-P${i}`, { balance: EACH * PRICE }),
        ),
      )
      const pids = product.all.map(({ child }) => child.pid)
      const orders = placeOrders(people, film, {
        each: EACH,
        price: PRICE,
        patienceMs: PATIENCE_MS,
      })
      while (orders.acknowledged.size < BUYERS * 3) await sleep(5)
      await stand.postgres.killPrimary()
      const lostAt = performance.now()
      await sleep(AWAY_MS)
      const before = orders.acknowledged.size
      await stand.postgres.promote()
      while (orders.acknowledged.size === before) await sleep(5)
      const took = Math.round((performance.now() - lostAt) / 100) / 10
      await orders.done
      equal(orders.acknowledged.size, BUYERS * EACH)
      const stored = await shop.db
        .selectFrom('purchase')
        .select(['id', 'status'])
        .where('kid', '=', film.kid)
        .execute()
      const ids = (all: Iterable<string>) => [...all].toSorted()
      deepEqual(ids(stored.map(({ id }) => id)), ids(orders.acknowledged.values()))
      equal(stored.filter(({ status }) => status !== 'settled').length, 0)
      deepEqual(await Promise.all(people.map((who) => who.balance())), people.map(() => 0)) // oxfmt-ignore
      await within(MAIL_SECONDS, async () => {
        const mails = (await countsByTask(shop.db)).find(({ name }) => name === sendMail.name)
        equal(mails?.waiting ?? 0, 0)
      })
      await assertBooksBalance(shop.db)
      deepEqual(
        product.all.map(({ child }) => [child.pid, child.exitCode]),
        pids.map((pid) => [pid, null]),
      )
      return `${stored.length} orders acknowledged, ${stored.length} stored; orders again after ${took} s`
    },
  )
}

import { equal, match } from 'node:assert/strict'
import { sql } from 'kysely'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { openPgBouncer } from '../pgbouncer.ts'
import { tenTimes } from '../test-app.ts'
import { createTitle } from '../titles.ts'
import type { Ends } from './engine.ts'
import { within } from './engine.ts'
import { openLive } from './live.ts'
import { type Env, failedStart, openProduct } from './product.ts'
import { openShop, type Stand } from './stand.ts'
import type { Claim } from './table.ts'

const PRICE = 1_000
const SESSIONS = 110 // by session, one for each connection of the processes
const HEARD_SECONDS = 10
const MAIL_SECONDS = 30

/** Proves that the product works behind PgBouncer by session and by transaction, and says if it cannot. */
export async function provePoolers(stand: Stand, ends: Ends, claim: Claim) {
  const { folder, postgres, env } = stand
  /** Lets ten buy in an empty database behind a pooler, with processes that know these addresses. */
  const ordersBehind = async (
    mode: 'session' | 'transaction',
    environmentOf: (directUrl: string, poolerUrl: string) => Env,
  ) => {
    const directUrl = await postgres.database(`by_${mode}`)
    const pooler = await openPgBouncer(directUrl, mode, mode === 'session' ? SESSIONS : undefined)
    const product = await openProduct(folder, environmentOf(directUrl, pooler.url))
    try {
      return await checkOrders(stand, directUrl, ends)
    } finally {
      await product.stop()
      await pooler.stop()
    }
  }
  await claim(
    'poolers',
    'behind PgBouncer by session an empty database is migrated, ten buy, a page hears of it',
    () => {
      const { DATABASE_DIRECT_URL: _, ...rest } = env
      return ordersBehind('session', (_direct, DATABASE_URL) => ({ ...rest, DATABASE_URL }))
    },
  )
  await claim(
    'poolers',
    'behind PgBouncer by transaction, with DATABASE_DIRECT_URL, the same',
    () =>
      ordersBehind('transaction', (DATABASE_DIRECT_URL, DATABASE_URL) => ({
        ...env,
        DATABASE_URL,
        DATABASE_DIRECT_URL,
      })),
  )
  await claim(
    'poolers',
    'by transaction without DATABASE_DIRECT_URL a process ends with one line that names it',
    async () => {
      const { DATABASE_DIRECT_URL: _, ...rest } = env
      const said = await failedStart(folder, rest)
      match(said, /Set DATABASE_DIRECT_URL to PostgreSQL itself/)
      return 'ended'
    },
  )
}

async function checkOrders(stand: Stand, directUrl: string, ends: Ends): Promise<string> {
  await stand.useProxy('haproxy')
  const shop = openShop(directUrl, ends)
  const mika = await shop.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => shop.person(`P${i}`, { balance: PRICE })))
  const film = await createTitle(shop, mika, { copies: 10, price: PRICE })
  const live = await openLive(film.kid)
  const began = performance.now()
  const bought = await Promise.all(
    people.map((who, i) => who.call(purchaseForFree, film.order(i + 1, PRICE))),
  )
  const took = Math.round(performance.now() - began)
  equal(bought.filter(({ status }) => status === 'settled').length, 10)
  await live.changed(HEARD_SECONDS)
  await within(MAIL_SECONDS, async () => {
    equal((await stand.exim.inbox(people[9]!.email)).length > 0, true, 'no mail')
  })
  const { rows } = await sql`select from migration`.execute(shop.db)
  return `10 bought in ${took} ms, heard, mailed; ${rows.length} migrations`
}

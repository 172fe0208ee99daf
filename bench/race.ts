import { randomUUID } from 'node:crypto'
import { rounded } from './figures.ts'
import {
  openBenchDatabase,
  createTitleOnSale,
  createPeople,
  createSessions,
} from './bench-database.ts'
import { serve } from './server.ts'

const PEOPLE = 200
const COPIES = 50
const PRICE = 1_000

/** Measures 200 people who buy 50 copies over HTTP at the same moment, four for each copy. */
export async function race() {
  const database = await openBenchDatabase()
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const [seller] = await createPeople(database, 1, 0)
    const copies = await createTitleOnSale(database, seller!, { copies: COPIES, price: PRICE })
    const buyers = await createPeople(database, PEOPLE, PRICE)
    const tokens = await createSessions(database, buyers)
    const startedAt = performance.now()
    const statuses = await Promise.all(
      tokens.map(async (token, i) => {
        const { kid, asset_token_id, seller: owner_account_id } = copies[i % COPIES]!
        const order = { kid, asset_token_id, owner_account_id, lang: 'en' as const }
        const response = await fetch(`${server.url}/api/2.0/assets/purchase_for_free`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify({ ...order, asset_sale_price: PRICE, balance_to_use: PRICE }),
        })
        await response.text()
        return response.status
      }),
    )
    const seconds = rounded((performance.now() - startedAt) / 1_000)
    const count = (status: number) => statuses.filter((one) => one === status).length
    const [sold, refused] = [count(200), count(409)]
    return { sold, refused, errors: PEOPLE - sold - refused, seconds }
  } finally {
    await server.stop()
    await database.close()
  }
}

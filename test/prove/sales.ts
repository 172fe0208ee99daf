import { deepEqual, equal } from 'node:assert/strict'
import {
  getPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { asPerson } from '../call.ts'
import { CARDS } from '../card-fixtures.ts'
import { payAt } from '../card-purchase.ts'
import type { Person } from '../people.ts'
import { countOutcomes } from '../test-app.ts'
import { createTitle } from '../titles.ts'
import { within } from './engine.ts'
import type { Product, Server } from './product.ts'
import type { Shop } from './stand.ts'
import type { Claim } from './table.ts'

const PRICE = 1_000
const COPIES = 10
const BUYERS = 30
const SETTLED_SECONDS = 30

/** Proves that sales are the same through every web process. */
export async function proveSales({ web }: Product, shop: Shop, claim: Claim) {
  const [first, second, third] = web as [Server, Server, Server]
  const mika = await shop.person('Sales-Mika', { role: 'ORH' })
  await claim(
    'web processes',
    'two buyers settle through different processes, by card and from balance; a third shows both',
    async () => {
      const film = await createTitle(shop, mika, { copies: 2, price: PRICE })
      const ren = await shop.person('Sales-Ren')
      const aoi = await shop.person('Sales-Aoi', { balance: PRICE })
      const byCard = await through(first, ren)(purchaseSerial, film.order(1, 0))
      equal(byCard.error, undefined)
      const fromBalance = await through(second, aoi)(purchaseForFree, film.order(2, PRICE))
      equal(fromBalance.error, undefined)
      await payAt(byCard.url, CARDS.pays)
      const seen = [
        { who: ren, id: byCard.purchase_id },
        { who: aoi, id: fromBalance.purchase_id },
      ]
      await within(SETTLED_SECONDS, async () => {
        for (const { who, id } of seen)
          equal((await through(third, who)(getPurchase, { id })).status, 'settled')
      })
      return '2 settled'
    },
  )
  await claim(
    'web processes',
    'of three buyers of each copy at once, through three processes, one gets it',
    async () => {
      const film = await createTitle(shop, mika, { copies: COPIES, price: PRICE })
      const people = await Promise.all(
        Array.from({ length: BUYERS }, (_, i) => shop.person(`Race${i}`, { balance: PRICE })),
      )
      const answers = await Promise.all(
        people.map((who, i) =>
          through(web[i % web.length]!, who)(
            purchaseForFree,
            film.order(1 + Math.floor(i / web.length), PRICE),
          ),
        ),
      )
      const { done, ...refused } = countOutcomes(answers)
      equal(done, COPIES)
      const owners = await shop.db
        .selectFrom('serial')
        .select(['number', 'owner'])
        .where('kid', '=', film.kid)
        .orderBy('number')
        .execute()
      const winners = answers
        .map((answer, i) => (answer.error ? [] : [people[i]!.account_id]))
        .flat()
      deepEqual(
        owners.map(({ owner }) => owner),
        winners,
      )
      return `${done} sold, refused: ${JSON.stringify(refused)}`
    },
  )
}

const through = ({ url }: Server, { token }: Person) => asPerson(url, token)

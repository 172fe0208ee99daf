import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import type { Person } from './people.ts'
import type { Title } from './titles.ts'

const PAUSE_MS = 100

interface Options {
  /** The number of copies that each person orders. */
  each: number
  price: number
  /** The time after which orders that were not acknowledged are given up. */
  patienceMs: number
}

/**
 * Lets people order one copy after another from their balance, all at once. Each repeats an order with
 * its key until it is acknowledged, as pages do.
 */
export function placeOrders(people: Person[], film: Title, { each, price, patienceMs }: Options) {
  /** The ids of acknowledged purchases by the request's key. */
  const acknowledged = new Map<string, string>()
  /** The codes of refusals. */
  const refused: string[] = []
  const isOver = AbortSignal.timeout(patienceMs)

  async function order(buyer: Person, number: number) {
    const key = randomUUID()
    while (!acknowledged.has(key) && !isOver.aborted) {
      const answer = await buyer
        .call(purchaseForFree, film.order(number, price), key)
        .catch(() => undefined) // cut off, or the page of a proxy
      if (answer && !answer.error) {
        acknowledged.set(key, answer.purchase_id)
        continue
      }
      if (answer) refused.push(answer.error!.code)
      await sleep(PAUSE_MS)
    }
  }

  const done = Promise.all(
    people.map(async (buyer, i) => {
      for (let n = 0; n < each; n++) await order(buyer, i * each + n + 1)
    }),
  )
  return { acknowledged, refused, done }
}

import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { listGroups } from '#src/catalog/group/group.shared.ts'
import { brands } from './brands.ts'
import { groups } from './groups.ts'
import type { DemoClient } from './client.ts'
import type { PersonKey } from './people.ts'

/** A purchase of copies drawn at random from a group, for `price` yen each, from balance. */
interface DemoDraw {
  days: number
  group: string
  buyer: PersonKey
  copies: number
  price: number
}

export const draws: DemoDraw[] = [
  { days: 3, group: 'Two for the Small Hours', buyer: 'kazuo', copies: 2, price: 2_200 },
]

/** Draws the copies if the group exists. A repeated call draws nothing again. */
export async function draw(
  client: DemoClient,
  { days, group: name, buyer, copies, price }: DemoDraw,
) {
  const { brand } = groups.find((one) => one.name === name)!
  const { items } = await client.call(brands[brand].owner, listGroups, { limit: 100 })
  const group = items.find((one) => one.name === name)
  if (!group) return
  const body = { group_id: group.encrypted_id, number_of_purchases: copies, price }
  await client.call(
    buyer,
    randomlyPurchase,
    { ...body, balance_to_use: copies * price, client_seed: 'small-hours' },
    { at: client.daysAgo(days), key: `demo draw ${name} ${buyer}` },
  )
}

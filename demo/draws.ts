import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { listGroups } from '#src/catalog/group/group.shared.ts'
import { brands } from './brands.ts'
import { groups } from './groups.ts'
import type { Host } from './host.ts'
import type { PersonKey } from './people.ts'

/** Copies that somebody drew out of a group, for `price` yen each, all from balance. */
interface Drawn {
  days: number
  group: string
  buyer: PersonKey
  copies: number
  price: number
}

export const draws: Drawn[] = [
  { days: 3, group: 'Two for the Small Hours', buyer: 'kazuo', copies: 2, price: 2_200 },
]

/** Draws where the group is there; done before, nothing is drawn again. */
export async function draw(host: Host, { days, group: name, buyer, copies, price }: Drawn) {
  const { brand } = groups.find((one) => one.name === name)!
  const { items } = await host.ask(brands[brand].owner, listGroups, { limit: 100 })
  const group = items.find((one) => one.name === name)
  if (!group) return
  const body = { group_id: group.encrypted_id, number_of_purchases: copies, price }
  await host.ask(
    buyer,
    randomlyPurchase,
    { ...body, balance_to_use: copies * price, client_seed: 'small-hours' },
    { at: host.daysAgo(days), key: `demo draw ${name} ${buyer}` },
  )
}

import {
  claimCoupon,
  createCoupons,
  getBatch,
  listBatches,
  occupyCoupon,
} from '#src/sales/coupon/coupon.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { brands } from './brands.ts'
import type { DemoClient } from './client.ts'
import type { PublishedTitle } from './trade.ts'
import { type WorkKey, works } from './works/works.ts'

const DAYS = 60

/** A batch of festival codes: some used, one claimed by somebody who has not signed in yet. */
export const festival = {
  name: 'Opening night',
  work: 'plough' as WorkKey,
  numbers: [70, 71, 72, 73, 74, 75],
  users: ['jun', 'emi'] as const,
}

/** Creates the codes of a festival and has people use them. Does nothing if there is a batch already. */
export async function holdFestival(client: DemoClient, { kid }: PublishedTitle) {
  const { owner } = brands[works.get(festival.work)!.brand]
  if ((await client.call(owner, listBatches, {})).total > 0) return
  const { items } = await client.call(undefined, listSerials, { id: kid })
  const batch = {
    name: festival.name,
    festival: true,
    expires_at: new Date(Date.now() + DAYS * 86_400_000).toISOString(),
    asset_token_ids: items
      .filter(({ number }) => festival.numbers.includes(number))
      .map(({ asset_token_id }) => asset_token_id),
  }
  const { id } = await client.call(owner, createCoupons, batch, { key: 'demo festival' })
  const codes = (await client.call(owner, getBatch, { id })).items.map(({ code }) => code)
  for (const [i, who] of festival.users.entries())
    await client.call(who, occupyCoupon, { id: codes[i]! }, { key: `demo festival ${who}` })
  const claim = { id: codes[festival.users.length]!, email: 'visitor@renban.test' }
  await client.call(undefined, claimCoupon, claim, { key: 'demo festival claim' })
}

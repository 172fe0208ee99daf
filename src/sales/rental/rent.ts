import { sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { Refusal } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { windowOf } from '#src/catalog/rental-period/rental-period.shared.ts'
import { assetRows } from '#src/catalog/asset/asset-rows.ts'
import { payByCard, refuseOtherAmount } from '#src/sales/purchase/checkout.ts'
import { placeOrder } from '#src/sales/purchase/order.ts'
import type { rentForFree, rentSerial } from './rental.shared.ts'

type Body = BodyOf<typeof rentSerial>

/** Pays everything from balance: the rental begins at once. */
export async function rentFromBalance(ctx: Ctx, body: BodyOf<typeof rentForFree>) {
  const { purchase_id } = await orAllRented(ctx, body, () =>
    placeOrder(ctx, body, orderFrom(body, true)),
  )
  return { rental_id: purchase_id, status: 'active' }
}

/** Holds the copy and the balance part, then opens a card checkout for the rest. */
export async function rentByCard(ctx: Ctx, body: Body) {
  const paying = () => payByCard(ctx, body, orderFrom(body, false))
  const { purchase_id: rental_id, ...page } = await orAllRented(ctx, body, paying)
  return { rental_id, ...page }
}

function orderFrom(body: Body, isPaidFromBalance: boolean) {
  const { kid, asset_token_id, owner_account_id, asset_rent_price: price } = body
  const copies = [{ kid, asset_token_id, owner_account_id, price }]
  refuseOtherAmount(body, copies)
  return {
    deal: 'rental' as const,
    copies,
    from_balance: body.balance_to_use,
    rental_period_seconds: body.rental_period_seconds,
    start_within_seconds: windowOf(body.rental_clock),
    isPaidFromBalance,
    lang: body.lang,
  }
}

/** Runs `rent`; if its copy is taken and no other is free, fails with `all_rented` instead. */
async function orAllRented<T>(ctx: Ctx, { kid }: Body, rent: () => Promise<T>): Promise<T> {
  try {
    return await rent()
  } catch (error) {
    const isTaken = error instanceof Refusal && error.code === 'rented_by_another'
    if (isTaken && !(await isRentable(ctx, kid))) throw new Refusal('all_rented')
    throw error
  }
}

async function isRentable(ctx: Ctx, kid: string) {
  const [asset] = await assetRows(ctx, {
    context: 'title',
    viewer: undefined,
    where: sql`kid = ${kid}`,
  })
  return asset !== undefined && asset.rentable_copies_count > 0
}

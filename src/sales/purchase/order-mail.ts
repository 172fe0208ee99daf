import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import type { orderMail } from '#src/sales/deal/order-mail.shared.ts'
import { priceOf } from './decide.ts'

/** Reads the mail to the buyer of an order, in the language of the order. */
export async function readOrder({ db }: Ctx, { id }: AboutOf<typeof orderMail>) {
  const order = await db
    .selectFrom('purchase')
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .innerJoin('account', 'account.id', 'purchase.buyer')
    .leftJoin('rental', 'rental.id', 'purchase.id')
    .select(['purchase.id', 'purchase.number', 'price', 'purchase.lang', 'title', 'asset.kid'])
    .select(['buyer', 'email', 'ends_at', 'start_by', 'rental_period_seconds', 'purchase.deal'])
    .$narrowType<{ deal: Deal }>()
    .where('order_id', '=', id)
    .orderBy((eb) => eb('purchase.id', '=', id), 'desc')
    .orderBy('purchase.number')
    .execute()
  const { buyer, email, lang, deal, ends_at, start_by, rental_period_seconds } = order[0]!
  const start = start_by && { by: start_by, days: rental_period_seconds! / DAY_SECONDS }
  const copies = order.map((copy) => ({
    id: copy.id,
    kid: copy.kid,
    number: copy.number,
    title: copy.title,
  }))
  const facts = { deal, copies, price: priceOf(order), ends_at, start }
  return { id: `purchase.${id}`, to: email, account_id: buyer, lang, facts }
}

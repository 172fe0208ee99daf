import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { job } from '#core/jobs.ts'
import { enqueueMails, type Letter, recipientOf } from '#src/platform/mail/send.ts'
import { type CopyDeal, copyDeals } from '#src/sales/deal/deal.shared.ts'
import { type AboutSold, type SoldFacts, soldMail } from './sold-mail.shared.ts'

export const tellSellersOfSales = job<object>('sale.tell_sellers')

/** Settling transactions are dated before they commit, by less than this. */
const COMMITTED_SECONDS = 60

/** Tells each seller once of what they sold or rented out since the last time. */
export function tellSellers(ctx: Ctx) {
  const until = addSeconds(ctx.now, -COMMITTED_SECONDS).toISOString()
  return inTx(ctx, async (tx) => {
    const { until: after } = await tx
      .selectFrom('sellers_told')
      .select('until')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (after >= until) return
    const sellers = await soldIn(tx, { after, until }).select('seller').distinct().execute()
    await enqueueMails(tx, soldMail, sellers.map(({ seller }) => ({ seller, after, until }))) // oxfmt-ignore
    await tx.updateTable('sellers_told').set({ until }).execute()
  })
}

const soldIn = (db: Db | Tx, { after, until }: Pick<AboutSold, 'after' | 'until'>) =>
  db
    .selectFrom('purchase')
    .where('purchase.status', '=', 'settled')
    .where('settled_at', '>', after)
    .where('settled_at', '<=', until)
    .where('deal', 'in', copyDeals)

/** Reads the mail to a seller. There is none if all payments were reversed meanwhile. */
export async function readSold(
  { db }: Ctx,
  about: AboutSold,
): Promise<Letter<SoldFacts> | undefined> {
  const { seller, until } = about
  const sold = await soldIn(db, about)
    .innerJoin('asset', 'asset.kid', 'purchase.kid')
    .select(['net', 'purchase.kid', 'number', 'title', 'deal'])
    .$narrowType<{ deal: CopyDeal }>()
    .where('seller', '=', seller)
    .orderBy('settled_at', 'desc')
    .orderBy('purchase.id')
    .execute()
  const [newest] = sold
  if (!newest) return undefined
  const { kid, number, title, deal } = newest
  const net = sold.reduce((sum, one) => sum + one.net, 0)
  const facts = { count: sold.length, net, kid, number, title, deal }
  return { ...(await recipientOf(db, seller)), id: `sold.${seller}.${Date.parse(until)}`, facts }
}

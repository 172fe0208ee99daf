import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { job } from '#core/jobs.ts'
import { enqueueMails, type Letter, recipientOf } from '#src/platform/mail/send.ts'
import { type CopyDeal, copyDeals } from '#src/sales/deal/deal.shared.ts'
import { type AboutSold, type SoldFacts, soldMail } from './sold-mail.shared.ts'

export const tellSellersOfSales = job<object>('sale.tell_sellers')

/** The time for which clocks of the servers and the database may differ. */
const CLOCKS_SECONDS = 60

/**
 * Tells each seller once of what they sold or rented out since the last time. A settlement is dated before
 * it commits, so those dated after the start of a running transaction are told later.
 */
export async function tellSellers(ctx: Ctx) {
  const until = await settledUntil(ctx)
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

/** Returns the time until which everything that was dated has been committed. */
export async function settledUntil({ db, now }: Ctx): Promise<string> {
  return addSeconds(now, -CLOCKS_SECONDS - (await oldestTransactionSeconds(db))).toISOString()
}

/** Returns how many seconds ago the oldest running transaction began, by the database's clock. */
async function oldestTransactionSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(ceil(extract(epoch from clock_timestamp() - min(xact_start))), 0)::int as seconds
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  `.execute(db)
  return rows[0]!.seconds
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

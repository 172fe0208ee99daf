import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { taxIn } from '#core/money.ts'
import { hasAddress } from '#src/catalog/brand/brand.ts'
import type { getPurchase, listPurchases, Purchase } from './purchase.shared.ts'

/** Returns a purchase or a claimed copy of the caller's, or `not_found`. Rentals have a call of their own. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getPurchase>): Promise<Purchase> {
  const { account_id } = currentPerson(ctx)
  const [row] = await rows(ctx.db, sql`${isSale} and purchase.id = ${id} and buyer = ${account_id}`)
  return row ?? (await claimOf(ctx.db, id, account_id)) ?? fail('not_found')
}

/** Returns a claimed copy of a free distribution as a purchase of 0 yen: the call that claims has its id. */
async function claimOf(db: Db, id: string, person: string): Promise<Purchase | undefined> {
  const { rows: found } = await sql<Purchase>`
    select copy.id, copy.id as order_id, asset.kid, asset_token_id, copy.number, asset.title, 'settled' as status,
      0 as price, 0 as points_used, 0 as sales_used, 0 as balance_used, 0 as card_amount, 0 as tax,
      1 as order_copies, 0 as order_price, serial.owner = claimed_by as order_owned,
      false as is_gift, false as drawn, seller.username as seller_username,
      brand.account as brand_account, null as checkout_url, claimed_at as held_until, claimed_at as created_at, claimed_at as settled_at,
      null as refund_failed_at
    from distribution_copy copy join distribution on distribution.id = distribution_id
    join serial using (asset_token_id) join asset on asset.kid = distribution.kid
    join account seller on seller.id = distribution.creator
    left join brand on brand.id = brand_id
    where copy.id = ${id} and claimed_by = ${person}
  `.execute(db)
  return found[0]
}

/** Lists the caller's purchases, newest first. */
export async function list(ctx: Ctx, input: BodyOf<typeof listPurchases>) {
  const { kid, order_id, number, brand, limit, offset } = input
  const conditions = [
    isSale,
    sql`buyer = ${currentPerson(ctx).account_id}`,
    ...(kid ? [sql`purchase.kid = ${kid}`] : []),
    ...(order_id ? [sql`order_id = ${order_id}`] : []),
    ...(number ? [sql`number = ${number}`] : []),
    ...(brand ? [hasAddress(brand)] : []),
  ]
  const where = sql`${sql.join(conditions, sql` and `)}`
  const items = await rows(ctx.db, where, sql`limit ${limit} offset ${offset}`)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n ${from} where ${where}
  `.execute(ctx.db)
  return { items, total: counted[0]!.n }
}

const from = sql`
  from purchase join asset on asset.kid = purchase.kid
  join account seller on seller.id = purchase.seller
  left join brand on brand.id = asset.brand_id`

const isSale = sql`deal = 'sale'`

async function rows(db: Db, where: ReturnType<typeof sql>, part = sql``): Promise<Purchase[]> {
  const { rows: found } = await sql<Omit<Purchase, 'tax'>>`
    select purchase.id, order_id, purchase.kid, asset_token_id, number, asset.title,
      purchase.status, price, points_used, sales_used, points_used + sales_used as balance_used, card_amount,
      together.order_copies, together.order_price, together.order_owned,
      exists (select from gift where gift.purchase_id = purchase.id) as is_gift,
      exists (select from draw where draw.order_id = purchase.order_id) as drawn,
      seller.username as seller_username,
      brand.account as brand_account, checkout_url, held_until, purchase.created_at, settled_at,
      refund_failed_at
    ${from} cross join lateral (
      select count(*) as order_copies, sum(other.price) as order_price,
        bool_and(serial.owner = other.buyer) as order_owned
      from purchase other join serial using (asset_token_id)
      where other.order_id = purchase.order_id
    ) together
    where ${where}
    order by purchase.created_at desc, order_id, purchase.id <> order_id, number, purchase.id
    ${part}
  `.execute(db)
  return found.map((row) => ({ ...row, tax: taxIn(row.price) }))
}

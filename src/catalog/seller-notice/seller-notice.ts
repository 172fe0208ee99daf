import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { get as getBrand } from '#src/catalog/brand/brand.ts'
import { lockOwnBrand } from '#src/catalog/asset/own-brand.ts'
import {
  type endSellerNotice,
  type getSellerNotice,
  type listSellerNotices,
  missingFields,
  type putSellerNotice,
  type SellerNotice,
} from './seller-notice.shared.ts'

// oxfmt-ignore
const columns = [
  'id', 'brand_id', 'seller', 'name', 'representative', 'address', 'phone', 'email',
  'price_terms', 'cost_terms', 'delivery_terms', 'return_terms', 'began_at', 'ended_at',
] as const

/** Returns the notice that a brand has now, to everybody who sees the brand. */
export async function get(
  ctx: Ctx,
  { id }: BodyOf<typeof getSellerNotice>,
): Promise<ReplyOf<typeof getSellerNotice>> {
  await getBrand(ctx, { id })
  const notice = await ctx.db
    .selectFrom('seller_notice')
    .select(columns)
    .where('brand_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return { notice: (notice as SellerNotice | undefined) ?? null }
}

/** Publishes a notice in place of the one before. Refuses an incomplete one by its first missing field. */
export function put(ctx: Ctx, body: BodyOf<typeof putSellerNotice>): Promise<SellerNotice> {
  const { id, replaces, ...fields } = body
  const [field] = missingFields(fields)
  if (field) fail('input_invalid', { field })
  return inTx(ctx, async (tx) => {
    await lockOwnBrand(tx, ctx, { id })
    const at = ctx.time().toISOString()
    const ended = await endCurrent(tx, id, at)
    if (replaces !== undefined && replaces !== ended) fail('changed_elsewhere')
    const notice = await tx
      .insertInto('seller_notice')
      .values({ brand_id: id, changed_by: currentPerson(ctx).account_id, ...fields, began_at: at })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return notice as SellerNotice
  })
}

/** Ends the notice. Refuses `not_found` if the brand has none. */
export async function end(ctx: Ctx, { id }: BodyOf<typeof endSellerNotice>) {
  await inTx(ctx, async (tx) => {
    await lockOwnBrand(tx, ctx, { id })
    if ((await endCurrent(tx, id, ctx.time().toISOString())) === null) fail('not_found')
  })
  return { id }
}

/** Lists the notices of the caller's own brand, the newest first. */
export async function list(
  ctx: Ctx,
  { id, limit, offset }: BodyOf<typeof listSellerNotices>,
): Promise<ReplyOf<typeof listSellerNotices>> {
  const ofOwnBrand = ctx.db
    .selectFrom('seller_notice')
    .where('brand_id', '=', id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('brand')
          .select('brand.id')
          .where('brand.id', '=', id)
          .where('owner', '=', currentPerson(ctx).account_id),
      ),
    )
  const [items, counted] = await Promise.all([
    ofOwnBrand.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    ofOwnBrand.select((count) => count.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { items: items as SellerNotice[], total: counted.n }
}

/** Step: ends the notice that the locked brand has, and returns its id; null without one. */
async function endCurrent(tx: Tx, brand_id: string, ended_at: string): Promise<number | null> {
  const ended = await tx
    .updateTable('seller_notice')
    .set({ ended_at })
    .where('brand_id', '=', brand_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended?.id ?? null
}

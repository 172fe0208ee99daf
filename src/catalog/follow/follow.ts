import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { byKeys } from '#core/database/prepared.ts'
import { totalOf } from '#core/database/totals.ts'
import { fail } from '#core/errors.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { requireOwnBrand } from '#src/catalog/asset/own-brand.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type * as schema from './follow.shared.ts'
import type { Follow } from './follow.shared.ts'

type Sql = RawBuilder<unknown>
const FOLLOWS_MAX = 2_000 // of one person

/** The columns that say what is followed. */
interface Thing {
  what: Follow['what']
  kid?: string
  asset_token_id?: string | null
  brand_id?: string
  price?: number
}

/** Makes a title or a number a favourite: `POST /favourites`. */
export const addFavourite = (ctx: Ctx, body: BodyOf<typeof schema.addFavourite>): Promise<Follow> =>
  add(ctx, async (tx) => ({ what: 'favourite', ...(await publishedCopy(tx, body)) }))

/** Asks to be reminded of the opening of a sale: `POST /reminders`. */
export const addReminder = (ctx: Ctx, { kid }: BodyOf<typeof schema.addReminder>) =>
  add(ctx, async (tx) => ({
    what: 'reminder',
    ...(await publishedCopy(tx, { kid, number: null })),
  }))

/** Asks to be told of a price: `POST /price_alerts`. */
export const addPriceAlert = (
  ctx: Ctx,
  { price, ...copy }: BodyOf<typeof schema.addPriceAlert>,
): Promise<Follow> =>
  add(ctx, async (tx) => ({ what: 'price_alert', price, ...(await publishedCopy(tx, copy)) }))

/** Follows a brand: `POST /follows`. */
export const followBrand = (ctx: Ctx, body: BodyOf<typeof schema.followBrand>): Promise<Follow> =>
  add(ctx, async (tx) => {
    const brands = tx
      .selectFrom('brand')
      .select('id')
      .where('id', '=', body.brand_id)
      .where('hidden_at', 'is', null)
    const { id } = (await brands.executeTakeFirst()) ?? fail('not_found')
    return { what: 'brand', brand_id: id }
  })

/** Stores what `read` finds. A repeat keeps its date. Refuses `too_many_follows`. */
async function add(ctx: Ctx, read: (tx: Tx) => Promise<Thing>): Promise<Follow> {
  const { account_id, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    const thing = await read(tx)
    const { id } = await tx
      .insertInto('follow')
      .values({
        ...thing,
        account_id,
        country: ctx.country,
        created_at: ctx.time().toISOString(),
      })
      .onConflict((conflict) =>
        conflict
          .constraint('follow_once')
          .doUpdateSet({ country: ctx.country, price: thing.price ?? null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const { items, total } = await followRows(tx, account_id, sql`follow.id = ${id}`)
    if ((await countOf(tx, sql`account_id = ${account_id}`)) > FOLLOWS_MAX)
      fail('too_many_follows', { limit: FOLLOWS_MAX })
    return total === 1 ? items[0]! : fail('bug')
  })
}

/** Returns the ids of a published title and of a number of it. Refuses `not_found`. */
async function publishedCopy(tx: Tx, { kid, number }: { kid: string; number: number | null }) {
  const title = await tx
    .selectFrom('asset')
    .select('kid')
    .where('kid', '=', kid)
    .where('is_public', '=', true)
    .executeTakeFirst()
  if (!title) fail('not_found')
  if (number === null) return { kid, asset_token_id: null }
  const copy = await tx
    .selectFrom('serial')
    .select('asset_token_id')
    .where('kid', '=', kid)
    .where('number', '=', number)
    .executeTakeFirst()
  return { kid, asset_token_id: copy ? copy.asset_token_id : fail('not_found') }
}

/** Removes something that the caller follows: `DELETE /follows/{id}`. */
export async function stop(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.stopFollowing>,
): Promise<{ id: string }> {
  const removed = await ctx.db
    .deleteFrom('follow')
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .returning('id')
    .executeTakeFirst()
  return removed ?? fail('not_found')
}

/** Lists what the caller follows: `GET /follows`. */
export function list(ctx: Ctx, query: BodyOf<typeof schema.listFollows>) {
  const { what, kid, brand_id, limit, offset } = query
  const where = sql.join(
    [
      sql`true`,
      ...(what ? [sql`what = ${what}`] : []),
      ...(kid ? [sql`follow.kid = ${kid}`] : []),
      ...(brand_id ? [sql`follow.brand_id = ${brand_id}`] : []),
    ],
    sql` and `,
  )
  return followRows(ctx.db, currentPerson(ctx).account_id, where, { limit, offset })
}

async function followRows(
  db: Db | Tx,
  account_id: string,
  where: Sql,
  part = { limit: 1, offset: 0 },
): Promise<{ items: Follow[]; total: number }> {
  const from = sql`from follow left join asset on asset.kid = follow.kid
    left join serial on serial.asset_token_id = follow.asset_token_id
    where follow.account_id = ${account_id} and ${where}
      and (follow.kid is null or asset.is_public)
      and (follow.brand_id is null or exists (select from brand where brand.id = follow.brand_id
        and (hidden_at is null or brand.owner = ${account_id})))`
  const { rows: items } = await sql<Follow>`${byKeys}
    select follow.id, what, follow.created_at, serial.number, follow.price,
      asset.sale_starting_at,
      case when asset.kid is not null then jsonb_build_object(
        'kid', asset.kid, 'title', asset.title, 'obi', coalesce(asset.obi, 'sumi'),
        'poster', asset.poster, 'media_type', asset.media_type,
        'copies_count', asset.copies_count, 'first_number', asset.first_number,
        'brand', (select ${brandFacts} from brand
          where brand.id = asset.brand_id)) end as title,
      case when follow.asset_token_id is null
        then (select min_sale_price from asset_offer where asset_offer.kid = follow.kid)
        else (select listing.sale_price from listing
          where listing.asset_token_id = follow.asset_token_id
            and kind = 'sale' and status = 'open') end as sale_price,
      (select jsonb_build_object('id', id, 'name', name, 'account', account,
        'hero_picture', hero_picture) from brand where brand.id = follow.brand_id) as brand
    ${from} order by follow.created_at desc, follow.id limit ${part.limit} offset ${part.offset}
  `.execute(db)
  const all = sql<{ n: number }>`select count(*) as n ${from}`
  return { items, total: await totalOf(items, part, () => all.execute(db)) }
}

async function countOf(db: Db | Tx, where: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from follow where ${where}`.execute(db)
  return rows[0]!.n
}

/** Counts who follows a title of the caller's: `GET /assets/{id}/followers`. */
export async function countOfTitle(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.countTitleFollowers>,
): Promise<ReplyOf<typeof schema.countTitleFollowers>> {
  const titles = ctx.db
    .selectFrom('asset')
    .select(['kid', 'creator', 'is_public'])
    .where('kid', '=', id)
  const { kid } = own(ctx, 'creator', await titles.executeTakeFirst())
  const { rows } = await sql<ReplyOf<typeof schema.countTitleFollowers>>`
    select count(distinct account_id) filter (where what = 'favourite') as favourites,
      count(*) filter (where what = 'reminder') as reminders,
      count(distinct account_id) filter (where what = 'price_alert') as price_alerts
    from follow where kid = ${kid}`.execute(ctx.db)
  return rows[0]!
}

/** Counts who follows a brand of the caller's: `GET /brands/{id}/followers`. */
export async function countOfBrand(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.countBrandFollowers>,
): Promise<ReplyOf<typeof schema.countBrandFollowers>> {
  await requireOwnBrand(ctx.db, ctx, id)
  return { followers: await countOf(ctx.db, sql`brand_id = ${id}`) }
}

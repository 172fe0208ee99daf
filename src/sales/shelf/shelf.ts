import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { likePattern } from '#core/like-pattern.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { hasChosenName, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { mayShowItself } from '#src/accounts/account/account.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { searchText } from '#core/plain-name.shared.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import type * as schema from './shelf.shared.ts'

const BRANDS_MAX = 60 // the latest that a person followed
const username = updateCurrentAccount.body.shape.username.unwrap()

/** Matches copies of a person's collection whose title everybody may see: not those of their own works. */
const isCollected = sql`serial.owner = account.id and asset.creator <> account.id
  and asset.is_public`

/** Selects what a shelf shows of a copy, as JSON. */
const copyFacts = sql`
  'kid', asset.kid, 'title', asset.title, 'obi', coalesce(asset.obi, 'sumi'),
  'poster', asset.poster, 'media_type', asset.media_type, 'copies_count', asset.copies_count,
  'first_number', asset.first_number, 'number', serial.number, 'brand', (
    select ${brandFacts} from brand
    where brand.id = asset.brand_id)`
const copyId = sql`'asset_token_id', serial.asset_token_id,`

/** Selects the chosen copies of `account` that still are in its collection, in their order. */
const chosenCopies = (id = sql``) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(${id} ${copyFacts}) order by position), '[]')
  from shelf_copy join serial using (asset_token_id) join asset using (kid)
  where shelf_copy.account_id = account.id and ${isCollected})`

const followedBrands = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', name, 'account', brand.account, 'hero_picture', hero_picture) order by n), '[]')
  from (
    select brand_id, row_number() over (order by created_at desc, id) as n
    from follow where account_id = account.id and what = 'brand'
    order by n limit ${sql.lit(BRANDS_MAX)}
  ) followed join brand on brand.id = brand_id and brand.hidden_at is null)`

const collectedCount = sql`(
  select count(*)::int from serial join asset using (kid) where ${isCollected})`

/** Matches the shelves that everybody may see; `account` is in the query. */
export const isShelfToSee = sql`(is_public and ${mayShowItself})`

/**
 * Returns a public shelf: `GET /shelves/{username}`. A shelf that is off, a suspended or hidden person and
 * a name that nobody has are refused alike. One statement reads all, so that it shows one choice.
 */
export async function get(
  ctx: Ctx,
  { username: name }: BodyOf<typeof schema.getShelf>,
): Promise<schema.PublicShelf> {
  if (!username.safeParse(name).success) fail('not_found')
  const { rows } = await sql<schema.PublicShelf>`
    select username, about, is_indexed, ${chosenCopies()} as copies,
      case when shows_brands then ${followedBrands} end as brands,
      case when shows_count then ${collectedCount} end as numbers_count
    from shelf join account on account.id = shelf.account_id
    where lower(username) = lower(${name}) and ${isShelfToSee}
  `.execute(ctx.db)
  return rows[0] ?? fail('not_found')
}

/** Returns the id of the account with a username. */
export async function accountNamed({ db }: Ctx, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from account where lower(username) = lower(${name})`.execute(db)
  return rows[0]?.id
}

/** Returns the caller's shelf: `GET /accounts/current/shelf`. */
export const getOwn = (ctx: Ctx): Promise<schema.OwnShelf> =>
  ownShelf(ctx.db, currentPerson(ctx).account_id)

async function ownShelf(db: Db | Tx, account_id: string): Promise<schema.OwnShelf> {
  const { rows } = await sql<schema.OwnShelf>`
    select username, edited_at, coalesce(about, '') as about,
      coalesce(is_public, false) as is_public, coalesce(is_indexed, false) as is_indexed,
      coalesce(shows_brands, false) as shows_brands, coalesce(shows_count, false) as shows_count,
      ${chosenCopies(copyId)} as copies, ${followedBrands} as brands,
      ${collectedCount} as numbers_count
    from account left join shelf on shelf.account_id = account.id where account.id = ${account_id}
  `.execute(db)
  return rows[0]!
}

/**
 * Replaces the caller's shelf: `PUT /accounts/current/shelf`. Refuses `username_not_chosen`,
 * `changed_elsewhere`, and `not_owner` for copies outside their collection.
 */
export async function put(
  ctx: Ctx,
  { asset_token_ids: ids, edited_at, ...choices }: BodyOf<typeof schema.putOwnShelf>,
): Promise<schema.OwnShelf> {
  const { account_id } = currentPerson(ctx)
  if (new Set(ids).size < ids.length) fail('input_invalid', { field: 'asset_token_ids' })
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    const before = await ownShelf(tx, account_id)
    if (edited_at !== undefined && edited_at !== before.edited_at) fail('changed_elsewhere')
    if (choices.is_public && !hasChosenName(before)) fail('username_not_chosen')
    const at = await lockCopies(tx, ctx, account_id, ids)
    if ((await countCollected(tx, account_id, ids)) < ids.length) fail('not_owner')
    const values = { ...choices, edited_at: at.toISOString() }
    await tx
      .insertInto('shelf')
      .values({ account_id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
    await tx.deleteFrom('shelf_copy').where('account_id', '=', account_id).execute()
    const copies = ids.map((asset_token_id, i) => ({ asset_token_id, account_id, position: i + 1 }))
    if (copies.length > 0) await tx.insertInto('shelf_copy').values(copies).execute()
    return ownShelf(tx, account_id)
  })
}

/** Locks the chosen copies and those that stand on the shelf: each might change hands meanwhile. */
async function lockCopies(tx: Tx, ctx: Ctx, account_id: string, ids: string[]): Promise<Date> {
  const standing = await tx
    .selectFrom('shelf_copy')
    .select('asset_token_id')
    .where('account_id', '=', account_id)
    .execute()
  return lockSerials(tx, [...ids, ...standing.map((row) => row.asset_token_id)], ctx.time)
}

async function countCollected(tx: Tx, account_id: string, ids: string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account join serial on serial.owner = account.id
      join asset using (kid)
    where account.id = ${account_id} and asset_token_id = any(${ids}::uuid[]) and ${isCollected}
  `.execute(tx)
  return rows[0]!.n
}

/** Lists the copies that may stand on the shelf: `GET /accounts/current/shelf/choices`. */
export async function listChoices(
  ctx: Ctx,
  { limit, offset, q }: BodyOf<typeof schema.listShelfChoices>,
): Promise<ReplyOf<typeof schema.listShelfChoices>> {
  const from = sql`from account join serial on serial.owner = account.id join asset using (kid)
    where account.id = ${currentPerson(ctx).account_id} and ${isCollected}
      and normalize(asset.title, NFKC) ilike ${likePattern(searchText(q ?? ''))}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ copy: schema.OwnShelfCopy }>`
      select jsonb_build_object(${copyId} ${copyFacts}) as copy ${from}
      order by owned_since desc, asset.title, serial.kid, number limit ${limit} offset ${offset}
    `.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db),
  ])
  return { items: rows.map(({ copy }) => copy), total: counted.rows[0]!.n }
}

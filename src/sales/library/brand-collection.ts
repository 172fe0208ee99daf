import { sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { assetRows, countAssets } from '#src/catalog/asset/asset-rows.ts'
import { isBrandToSee } from '#src/catalog/brand/brand.ts'
import { countGroups, groupRows, hasPublishedTitles } from '#src/catalog/group/group-rows.ts'
import { rentedTitles } from '#src/sales/rental/rental.ts'
import type * as endpoints from './brand-collection.shared.ts'

type Sql = ReturnType<typeof sql>
interface Paging {
  limit: number
  offset: number
}

/** Lists the brands of which the caller holds, held, rents or is buying titles by other creators. */
export async function list(ctx: Ctx, { limit, offset }: BodyOf<typeof endpoints.listOwnedBrands>) {
  const { account_id } = currentPerson(ctx)
  const part = sql`limit ${limit} offset ${offset}`
  const [items, counted] = await Promise.all([
    brandRows(ctx, sql`brand.id in (${collectedBrands(account_id)})`, part),
    sql<{ n: number }>`select count(*) as n from (${collectedBrands(account_id)}) touched`.execute(
      ctx.db,
    ),
  ])
  return { items, total: counted.rows[0]!.n }
}

/**
 * Returns the five sections of one brand. Refuses with `not_found`, also a hidden brand of which the caller
 * has nothing.
 */
export async function get(ctx: Ctx, { id, ...part }: BodyOf<typeof endpoints.getOwnedBrand>) {
  const mine = collectedBrands(currentPerson(ctx).account_id)
  const isToSee = sql`(${isBrandToSee(ctx)} or brand.id in (${mine}))`
  const [brand] = await brandRows(ctx, sql`brand.id = ${id} and ${isToSee}`)
  if (!brand) fail('not_found')
  const [rented, collected, groups, expired_rentals, previously_owned] = await Promise.all([
    rentedTitles(ctx, 'live', { brand_id: id, ...part }),
    collectedOf(ctx, id, part),
    groupsOf(ctx, id, part),
    rentedTitles(ctx, 'ended', { brand_id: id, ...part }),
    previousOf(ctx, sql`brand_id = ${id}`, part),
  ])
  return { brand, rented, collected, groups, expired_rentals, previously_owned }
}

/** Returns SQL for the ids of the brands in a collection. */
const collectedBrands = (account_id: string) => sql`
  select brand_id from asset where brand_id is not null and creator <> ${account_id} and kid in (
    select kid from serial where owner = ${account_id}
    union select kid from holding where owner = ${account_id}
    union select kid from purchase where buyer = ${account_id} and status = 'reserved'
    union select kid from rental where renter = ${account_id}
  ) group by brand_id`

async function brandRows(ctx: Ctx, where: Sql, part = sql``): Promise<endpoints.OwnedBrand[]> {
  const { account_id } = currentPerson(ctx)
  const { rows } = await sql<endpoints.OwnedBrand>`
    select brand.id, brand.name, brand.account, brand.verified_at is not null as is_verified,
      brand.hero_picture,
      held.titles as titles_count, held.copies as copies_count
    from brand cross join lateral (
      select count(distinct kid) as titles, count(*) as copies
      from serial join asset using (kid)
      where serial.owner = ${account_id} and brand_id = brand.id and creator <> ${account_id}
    ) held
    where ${where} order by brand.name, brand.id ${part}
  `.execute(ctx.db)
  return rows
}

async function collectedOf(ctx: Ctx, brand_id: string, part: Paging) {
  const { account_id } = currentPerson(ctx)
  const where = sql`brand_id = ${brand_id} and creator <> ${account_id} and (
    exists (select from serial where owner = ${account_id} and serial.kid = asset.kid)
    or exists (select from purchase where buyer = ${account_id} and purchase.kid = asset.kid
      and status = 'reserved' and transfers_copy))`
  const orderBy = sql`asset.published_at desc nulls last, asset.kid`
  const [items, total] = await Promise.all([
    assetRows(ctx, { context: 'brand_owned', viewer: account_id, where, orderBy, ...part }),
    countAssets(ctx.db, where),
  ])
  return { items, total }
}

async function groupsOf(ctx: Ctx, brand_id: string, part: Paging) {
  const { account_id } = currentPerson(ctx)
  const where = sql`brand_id = ${brand_id} and ${hasPublishedTitles} and exists (
    select from group_content join serial using (kid) join asset using (kid)
    where group_key = title_group.key and serial.owner = ${account_id}
      and creator <> ${account_id})`
  const [items, total] = await Promise.all([
    groupRows(ctx.db, { viewer: account_id, where, ...part }),
    countGroups(ctx.db, where),
  ])
  return { items, total }
}

/** Lists the copies that the caller gave up, of whatever brand. */
export const listPrevious = (ctx: Ctx, part: BodyOf<typeof endpoints.listPreviousCopies>) =>
  previousOf(ctx, sql`true`, part)

/** Returns copies the caller gave up. A copy that came back is left out, and each copy is listed once. */
async function previousOf(ctx: Ctx, titles: Sql, { limit, offset }: Paging) {
  const { account_id } = currentPerson(ctx)
  const previous = sql`
    select distinct on (asset_token_id) asset_token_id, holding.kid, holding.since, holding.until
    from holding join serial using (asset_token_id) join asset on asset.kid = holding.kid
    where holding.owner = ${account_id} and serial.owner <> ${account_id}
      and ${titles} and creator <> ${account_id}
    order by asset_token_id, holding.until desc`
  const [{ rows: items }, counted] = await Promise.all([
    sql<endpoints.PreviousCopy>`
      select asset_token_id, asset.kid, asset.title, serial.number, asset.copies_count,
        asset.first_number, asset.media_type, coalesce(asset.obi, 'sumi') as obi,
        previous.since as owned_since, previous.until as given_up_at,
        (select price from purchase
          where purchase.asset_token_id = previous.asset_token_id and seller = ${account_id}
            and purchase.kid = previous.kid and status = 'settled' and settled_at = previous.until
            and transfers_copy
        ) as price
      from (${previous}) previous join serial using (asset_token_id)
      join asset on asset.kid = previous.kid
      order by previous.until desc, asset_token_id limit ${limit} offset ${offset}
    `.execute(ctx.db),
    sql<{ n: number }>`select count(*) as n from (${previous}) previous`.execute(ctx.db),
  ])
  return { items, total: counted.rows[0]!.n }
}

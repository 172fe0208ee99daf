import { sql } from 'kysely'
import type { Db } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { saleOf } from '../group/group.shape.ts'
import type { drawObstacles } from './draw.shape.ts'

/** A title of a group and those of its copies that its creator sells now and nobody is buying. */
export interface DrawLot {
  kid: string
  title: string
  copies_count: number
  /** How many more of it this buyer may hold; null for any. */
  at_most: number | null
  numbers: number[]
  tokens: string[]
  least: number
  dearest: number
  owner: string
}

export interface DrawGroup {
  key: string
  name: string
  sale_starting_at: string | null
  sale_ending_at: string | null
}

export async function groupAt(db: Db, id: string): Promise<DrawGroup> {
  const group = await db
    .selectFrom('title_group')
    .select(['key', 'name', 'sale_starting_at', 'sale_ending_at'])
    .where('encrypted_id', '=', id)
    .executeTakeFirst()
  return group ?? fail('not_found')
}

interface Who {
  buyer: string | undefined
  country: string
  at: Date
}

/** The lots of a group in its order, for one buyer: not what they may not have. */
export async function lotsOf(db: Db, { key }: DrawGroup, { buyer, country, at }: Who) {
  const now = at.toISOString()
  const { rows } = await sql<DrawLot>`
    select asset.kid, title, copies_count, creator as owner,
      case when holding_limit is null then null else greatest(0, holding_limit - coalesce(held.n, 0))
        end as at_most,
      array_agg(number order by number) as numbers,
      array_agg(serial.asset_token_id order by number) as tokens,
      min(sale_price) as least, max(sale_price) as dearest
    from group_content join asset using (kid)
    join serial on serial.kid = asset.kid and serial.owner = asset.creator
    join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status = 'open' and listing.kind = 'sale'
    left join lateral (
      select (select count(*) from serial mine where mine.kid = asset.kid and mine.owner = ${buyer ?? null}::uuid)
        + (select count(*) from purchase where purchase.kid = asset.kid
            and purchase.buyer = ${buyer ?? null}::uuid and purchase.status = 'reserved') as n
    ) held on true
    where group_key = ${key} and removed_at is null and published_at is not null
      and (sale_starting_at is null or sale_starting_at <= ${now}::timestamptz)
      and (sale_ending_at is null or sale_ending_at > ${now}::timestamptz)
      and (not only_japan_accessible or ${country} = 'JP')
      and not exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved')
    group by asset.kid, title, copies_count, creator, holding_limit, held.n, position
    order by position
  `.execute(db)
  return rows.filter(({ at_most }) => at_most !== 0)
}

export const remaining = (lots: readonly DrawLot[]) =>
  lots.reduce((sum, { numbers }) => sum + numbers.length, 0)

/** The one price of all copies, in yen; null where they differ or there are none (readings A8). */
export function uniformPrice(lots: readonly DrawLot[]): number | null {
  const prices = new Set(lots.flatMap(({ least, dearest }) => [least, dearest]))
  return prices.size === 1 ? [...prices][0]! : null
}

export function obstacleTo(
  group: DrawGroup,
  lots: readonly DrawLot[],
  at: Date,
): (typeof drawObstacles)[number] | null {
  const sale = saleOf(group, at.toISOString())
  if (sale === 'before') return 'sale_not_started'
  if (sale === 'ended') return 'sale_ended'
  if (lots.length === 0) return 'nothing_left'
  return uniformPrice(lots) === null ? 'prices_differ' : null
}

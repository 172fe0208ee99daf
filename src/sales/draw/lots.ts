import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import {
  holdingLimits,
  allowlistsOf,
  allowlistColumns,
  type AcquisitionTerms,
  acquisitionRefusal,
} from '#src/catalog/allowlist/acquisition.ts'
import { saleOf } from '#src/catalog/group/group.shared.ts'
import type { drawObstacles } from './draw.shared.ts'

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

/** Every title of a group in its order with all its numbers, whatever is left of them. */
export async function titlesIn(db: Db, { key }: DrawGroup) {
  const { rows } = await sql<{ kid: string; all: string }>`
    select asset.kid, first_number || '-' || first_number + copies_count - 1 as all
    from group_content join asset using (kid)
    where group_key = ${key} and removed_at is null and published_at is not null
    order by position
  `.execute(db)
  return rows
}

/** Copies of one title that are alike to this buyer: of one list, or of none. */
interface Part extends Omit<DrawLot, 'at_most'>, AcquisitionTerms {
  is_listed: boolean
  held_of_title: number
  held_of_list: number
}

/**
 * The lots of a group in its order, for one buyer: not what they may not have. Where lists hold copies
 * of a title, as many of it are drawn as the strictest of them lets the buyer have. What the buyer is
 * paying for elsewhere changes nothing here, else they could steer a draw by it; the order refuses it.
 * `isRegional`: more could be drawn in Japan.
 */
export async function lotsOf(db: Db, group: DrawGroup, { buyer, country, at }: Who) {
  const time = at.toISOString()
  const parts = (await partsOf(db, group, buyer)).map((part) => {
    const lists = new Set(part.is_listed && part.allowlist_id ? [part.allowlist_id] : [])
    return {
      ...part,
      whyNot: acquisitionRefusal(part, { country, lists }, time),
      left: leftOf(part, time),
    }
  })
  const open = parts.filter(({ whyNot, left }) => !whyNot && left !== 0)
  return {
    lots: [...Map.groupBy(open, ({ kid }) => kid).values()].map(lotFrom),
    isRegional: parts.some(({ whyNot, left }) => whyNot === 'region_unavailable' && left !== 0),
  }
}

/** What of a group its creators sell now and nobody else is buying, whoever may have it. */
async function partsOf(db: Db, { key }: DrawGroup, buyer: string | undefined): Promise<Part[]> {
  const person = sql`${buyer ?? null}::uuid`
  const { rows } = await sql<Part>`
    with mine as (
      select allowlist_id, count(*) as n from listed_copy where owner = ${person}
      group by allowlist_id
    )
    select asset.kid, title, copies_count, creator, creator as owner, sale_starting_at,
      sale_ending_at, only_japan_accessible, holding_limit, ${allowlistColumns},
      coalesce(reserved_copy.allowlist_id = any(${allowlistsOf(person)}), false) as is_listed,
      held.n as held_of_title, coalesce(mine.n, 0) as held_of_list,
      array_agg(number order by number) as numbers,
      array_agg(serial.asset_token_id order by number) as tokens,
      min(sale_price) as least, max(sale_price) as dearest
    from group_content join asset using (kid)
    join serial on serial.kid = asset.kid and serial.owner = asset.creator
    join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status = 'open' and listing.kind = 'sale'
    left join reserved_copy on reserved_copy.asset_token_id = serial.asset_token_id
    left join mine on mine.allowlist_id = reserved_copy.allowlist_id
    cross join lateral (
      select count(*) as n from serial own where own.kid = asset.kid and own.owner = ${person}
    ) held
    where group_key = ${key} and removed_at is null and published_at is not null
      and not exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved' and buyer is distinct from ${person})
    group by asset.kid, ${allowlistColumns}, mine.n, held.n, position order by position
  `.execute(db)
  return rows
}

/** How many more of these one may hold; null for any. */
function leftOf(part: Part, at: string): number | null {
  const left = holdingLimits(part, at).map(
    ({ of, limit }) => limit - (of === part.kid ? part.held_of_title : part.held_of_list),
  )
  return left.length > 0 ? Math.max(0, Math.min(...left)) : null
}

function lotFrom(parts: (Part & { left: number | null })[]): DrawLot {
  const { kid, title, copies_count, owner } = parts[0]!
  const limits = parts.flatMap(({ left }) => left ?? [])
  const copies = parts
    .flatMap(({ numbers, tokens }) => numbers.map((number, i) => ({ number, token: tokens[i]! })))
    .toSorted((a, b) => a.number - b.number)
  return {
    kid,
    title,
    copies_count,
    owner,
    at_most: limits.length > 0 ? Math.min(...limits) : null,
    numbers: copies.map(({ number }) => number),
    tokens: copies.map(({ token }) => token),
    least: Math.min(...parts.map(({ least }) => least)),
    dearest: Math.max(...parts.map(({ dearest }) => dearest)),
  }
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
  { lots, isRegional }: { lots: readonly DrawLot[]; isRegional: boolean },
  at: Date,
): (typeof drawObstacles)[number] | null {
  const sale = saleOf(group, at.toISOString())
  if (sale === 'before') return 'sale_not_started'
  if (sale === 'ended') return 'sale_ended'
  if (lots.length === 0) return isRegional ? 'region_unavailable' : 'nothing_left'
  return uniformPrice(lots) === null ? 'prices_differ' : null
}

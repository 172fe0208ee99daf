import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import {
  holdingLimits,
  allowlistsOf,
  allowlistColumns,
  joinReservedCopy,
  type AcquisitionTerms,
  acquisitionRefusal,
} from '#src/catalog/allowlist/acquisition.ts'
import { isGroupToSee } from '#src/catalog/group/group-rows.ts'
import { saleOf } from '#src/catalog/group/group.shared.ts'
import type { drawObstacles } from './draw.shared.ts'

/** A title of a group, with the copies that its creator sells and that no other buyer is paying for. */
export interface DrawLot {
  kid: string
  title: string
  copies_count: number
  /** The number of copies the buyer may still acquire; null without a limit. */
  at_most: number | null
  remaining: number
  least: number
  dearest: number
  owner: string
}

/** The copies of a lot: their numbers, ascending, and their ids in the same order. */
interface Copies {
  numbers: number[]
  tokens: string[]
}

export interface DrawGroup {
  key: string
  name: string
  sale_starting_at: string | null
  sale_ending_at: string | null
}

/** Returns the group with this address, if the caller may see it. Refuses with `not_found`. */
export async function groupAt({ db, person }: Ctx, id: string): Promise<DrawGroup> {
  const group = await db
    .selectFrom('title_group')
    .select(['key', 'name', 'sale_starting_at', 'sale_ending_at'])
    .where('encrypted_id', '=', id)
    .where(isGroupToSee(person))
    .executeTakeFirst()
  return group ?? fail('not_found')
}

interface Viewer {
  country: string
  at: Date
}

/** Returns the titles of a group in order, each with its whole range of numbers. */
export async function titlesIn(db: Db, { key }: DrawGroup) {
  const { rows } = await sql<{ kid: string; all: string }>`
    select asset.kid, first_number || '-' || first_number + copies_count - 1 as all
    from group_content join asset using (kid)
    where group_key = ${key} and is_public
    order by position
  `.execute(db)
  return rows
}

/** Copies of one title under the same terms for the buyer: reserved by one allowlist, or by none. */
export interface LotPart extends Omit<DrawLot, 'at_most'>, AcquisitionTerms {
  is_listed: boolean
  held_of_title: number
  held_of_list: number
}

/**
 * Returns the lots of a group in order, without copies that the buyer may not acquire. If allowlists
 * reserve copies of a title, the strictest limit holds for all of the title. Copies that the buyer is
 * paying for stay in the pool, so that a buyer cannot steer a draw by holding some; the order refuses
 * them. `isRegional`: more could be drawn in Japan.
 */
export async function lotsOf(db: Db, group: DrawGroup, buyer: string, viewer: Viewer) {
  const copies = sql`, array_agg(number order by number) as numbers,
    array_agg(serial.asset_token_id order by number) as tokens`
  const parts = await partsOf<LotPart & Copies>(db, group, buyer, copies)
  const { titles, isRegional } = acquirableTitles(parts, viewer)
  return {
    lots: titles.map((title) => ({ ...lotFrom(title), ...copiesFrom(title) })),
    isRegional,
  }
}

/** Returns the lots as `lotsOf` does, but without their copies. */
export function countedLots(parts: readonly LotPart[], viewer: Viewer) {
  const { titles, isRegional } = acquirableTitles(parts, viewer)
  return { lots: titles.map(lotFrom), isRegional }
}

function acquirableTitles<Part extends LotPart>(all: readonly Part[], { country, at }: Viewer) {
  const time = at.toISOString()
  const parts = all.map((part) => {
    const lists = new Set(part.is_listed && part.allowlist_id ? [part.allowlist_id] : [])
    return {
      ...part,
      refusal: acquisitionRefusal(part, { country, lists }, time),
      left: allowanceOf(part, time),
    }
  })
  const available = parts.filter(({ refusal, left }) => !refusal && left !== 0)
  return {
    titles: [...Map.groupBy(available, ({ kid }) => kid).values()],
    isRegional: parts.some(({ refusal, left }) => refusal === 'region_unavailable' && left !== 0),
  }
}

/** Counts the copies of a group that their creators sell and that no other buyer is paying for. */
export const countParts = (db: Db, group: DrawGroup, buyer: string | undefined) =>
  partsOf<LotPart>(db, group, buyer)

async function partsOf<Part extends LotPart>(
  db: Db,
  { key }: DrawGroup,
  buyer: string | undefined,
  more = sql``,
): Promise<Part[]> {
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
      count(*) as remaining, min(sale_price) as least, max(sale_price) as dearest
      ${more}
    from group_content join asset using (kid)
    join serial on serial.kid = asset.kid and serial.owner = asset.creator
    join listing on listing.asset_token_id = serial.asset_token_id
      and listing.status = 'open' and listing.kind = 'sale'
    ${joinReservedCopy}
    left join mine on mine.allowlist_id = reserved_copy.allowlist_id
    cross join lateral (
      select count(*) as n from serial own where own.kid = asset.kid and own.owner = ${person}
    ) held
    where group_key = ${key} and is_public
      and not exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and purchase.status = 'reserved' and buyer is distinct from ${person})
    group by asset.kid, ${allowlistColumns}, mine.n, held.n, position order by position
  `.execute(db)
  return rows
}

/** Returns how many more of these copies the buyer may hold; null without a limit. */
function allowanceOf(part: LotPart, at: string): number | null {
  const left = holdingLimits(part, at).map(
    ({ of, limit }) => limit - (of === part.kid ? part.held_of_title : part.held_of_list),
  )
  return left.length > 0 ? Math.max(0, Math.min(...left)) : null
}

function lotFrom(parts: (LotPart & { left: number | null })[]): DrawLot {
  const { kid, title, copies_count, owner } = parts[0]!
  const limits = parts.flatMap(({ left }) => left ?? [])
  return {
    kid,
    title,
    copies_count,
    owner,
    at_most: limits.length > 0 ? Math.min(...limits) : null,
    remaining: countRemaining(parts),
    least: Math.min(...parts.map(({ least }) => least)),
    dearest: Math.max(...parts.map(({ dearest }) => dearest)),
  }
}

function copiesFrom(parts: readonly Copies[]): Copies {
  const copies = parts
    .flatMap(({ numbers, tokens }) => numbers.map((number, i) => ({ number, token: tokens[i]! })))
    .toSorted((a, b) => a.number - b.number)
  return {
    numbers: copies.map(({ number }) => number),
    tokens: copies.map(({ token }) => token),
  }
}

/** Counts the copies that can be drawn. */
export const countRemaining = (lots: readonly Pick<DrawLot, 'remaining'>[]) =>
  lots.reduce((sum, { remaining }) => sum + remaining, 0)

/** Returns the price of all copies in yen; null if prices differ or no copy is left. */
export function uniformPrice(lots: readonly DrawLot[]): number | null {
  const prices = new Set(lots.flatMap(({ least, dearest }) => [least, dearest]))
  return prices.size === 1 ? [...prices][0]! : null
}

/** Returns the reason why nothing can be drawn from the group now, or null. */
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

import { sql } from 'kysely'
import { byKeys } from '#core/database/prepared.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import {
  isReserved,
  holdingLimits,
  allowlistsOf,
  allowlistColumns,
  joinReservedCopy,
  type AcquisitionTerms,
  acquisitionRefusal,
} from './acquisition.ts'
import {
  type AcquisitionRestriction,
  type getAcquisitionRestriction,
  restrictionReasons,
} from './allowlist.shared.ts'

interface Row extends AcquisitionTerms {
  /** The most copies that one person may claim from the free distribution of the copy, and what the caller has. */
  most_claimed: number | null
  claimed: number
  is_listed: boolean
  coupon_id: string | null
  has_coupon: boolean
  held_of_title: number
  held_of_list: number
}

/**
 * Returns the restrictions between the caller and a copy. Only the creator may ask about a draft, and of
 * a hidden title those who may open it.
 */
export async function restriction(
  ctx: Ctx,
  { asset_token_id }: BodyOf<typeof getAcquisitionRestriction>,
): Promise<AcquisitionRestriction> {
  const row = await rowOf(ctx, asset_token_id)
  const at = ctx.now.toISOString()
  const { country } = ctx
  const { sale_starting_at, sale_ending_at, only_japan_accessible } = row
  // A caller who is not on an early list sees only the start of the public sale.
  const isOurs = isReserved(row, at) && (row.early_from === null || row.is_listed)
  const limit = tightest(row, at)
  return {
    asset_token_id,
    restricted: isOurs || row.coupon_id !== null,
    reserved_by: row.coupon_id === null ? (isOurs ? 'list' : null) : 'coupon',
    designated: row.coupon_id === null ? isOurs && row.is_listed : row.has_coupon,
    ...limit,
    sale_starting_at,
    sale_ending_at,
    early_from: isOurs && row.is_listed ? row.early_from : null,
    region: {
      only_japan_accessible,
      country,
      allowed: !only_japan_accessible || country === 'JP',
    },
    reason: reasonOf(ctx, row, limit),
  }
}

function reasonOf({ country, now }: Ctx, row: Row, { remaining }: { remaining: number | null }) {
  const lists = new Set(row.is_listed && row.allowlist_id ? [row.allowlist_id] : [])
  const code = acquisitionRefusal(row, { country, lists }, now.toISOString())
  if (code !== 'region_unavailable' && row.coupon_id !== null && !row.has_coupon)
    return 'not_designated_acquirer' as const
  // a coupon ignores the sale's times
  const isGift = row.has_coupon && code !== 'region_unavailable'
  const known = isGift ? undefined : restrictionReasons.find((reason) => reason === code)
  return known ?? (remaining === 0 ? ('max_holding_reached' as const) : null)
}

/**
 * Returns the limit with the least remaining, that of the copy's free distribution among them; a list's
 * limit is shown only to its people.
 */
function tightest(row: Row, at: string) {
  const ofHoldings = holdingLimits(row, at)
    .filter(({ of }) => of === row.kid || row.is_listed)
    .map(({ of, limit }) => {
      const held = of === row.kid ? row.held_of_title : row.held_of_list
      return { maximum: limit, held, remaining: Math.max(0, limit - held) }
    })
  const { most_claimed: most, claimed } = row
  const ofClaims =
    most === null ? [] : [{ maximum: most, held: claimed, remaining: Math.max(0, most - claimed) }]
  const limits = [...ofHoldings, ...ofClaims]
  const [first] = limits.toSorted((a, b) => a.remaining - b.remaining)
  return first ?? { maximum: null, held: row.held_of_title, remaining: null }
}

async function rowOf(ctx: Ctx, id: string): Promise<Row> {
  const caller = currentPerson(ctx)
  const person = sql`${caller.account_id}::uuid`
  const { rows } = await sql<Row>`${byKeys}
    select serial.kid, serial.owner, creator, sale_starting_at, sale_ending_at,
      only_japan_accessible, holding_limit, ${allowlistColumns},
      coalesce(allowlist_id = any(${allowlistsOf(person)}), false) as is_listed,
      coupon.id as coupon_id, coalesce(coupon.occupied_by = ${person}, false) as has_coupon,
      (select count(*) from serial mine where mine.kid = serial.kid and mine.owner = ${person}
        and mine.owner <> creator)
      + (select count(*) from purchase where purchase.kid = serial.kid and buyer = ${person}
        and purchase.status = 'reserved' and transfers_copy) as held_of_title,
      (select count(*) from listed_copy where listed_copy.allowlist_id = reserved_copy.allowlist_id
        and listed_copy.kid = serial.kid and listed_copy.owner = ${person})
      + (select count(*) from purchase join listed_copy using (asset_token_id)
        where listed_copy.allowlist_id = reserved_copy.allowlist_id and buyer = ${person}
        and purchase.status = 'reserved' and transfers_copy) as held_of_list,
      free.max_per_person as most_claimed,
      (select count(*) from distribution_copy copy where copy.distribution_id = free.id and copy.claimed_by = ${person}) as claimed
    from serial join asset using (kid)
    ${joinReservedCopy}
    left join coupon on coupon.asset_token_id = serial.asset_token_id
      and coupon.status in ('valid', 'occupied')
    left join lateral (
      select distribution.id, max_per_person
      from listing join distribution on distribution.batch = listing.batch
      where listing.asset_token_id = serial.asset_token_id and listing.status = 'open'
        and distribution.status = 'done' and (distribution.allowlist_id is null
          or distribution.allowlist_id = any(${allowlistsOf(person)}))) free on true
    where serial.asset_token_id = ${id} and ${isVisibleTo(caller)}
  `.execute(ctx.db)
  return rows[0] ?? fail('not_found')
}

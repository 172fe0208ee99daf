import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import { allowlistsOf } from '#src/catalog/allowlist/acquisition.ts'
import type { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import type { claimReasons, getOffer } from './distribution.shared.ts'
import { hasUnclaimed, isClaimable } from './distribution.ts'

type Reason = (typeof claimReasons)[number]

/** Returns a distribution for the visitor of its link; `not_found` until it was executed. */
export async function readOffer(ctx: Ctx, { id }: BodyOf<typeof getOffer>) {
  const person = sql`${ctx.person?.account_id ?? null}::uuid`
  const { rows } = await sql<
    Omit<ReplyOf<typeof getOffer>, 'reason'> & {
      is_open: boolean
      is_claimed: boolean
      only_japan_accessible: boolean
    }
  >`
    select distribution.id, distribution.kid, title, poster,
      distribution.creator as creator_account_id, creator.username as creator, brand.name as brand,
      brand.verified_at is not null as brand_is_verified,
      distribution.copies, free.n as remaining, free.asset_token_id,
      distribution.allowlist_id is not null as restricted,
      coalesce(distribution.allowlist_id = any(${allowlistsOf(person)}), false) as designated,
      max_per_person as max_count_per_wallet, mine.numbers as mine,
      distribution.status = 'done' and asset.is_public as is_open, not ${hasUnclaimed} as is_claimed, only_japan_accessible
    from distribution join asset on asset.kid = distribution.kid
    join account creator on creator.id = distribution.creator
    left join brand on brand.id = brand_id
    cross join lateral (
      select count(*) as n, (array_agg(copy.asset_token_id order by copy.number))[1] as asset_token_id
      from distribution_copy copy where distribution_id = distribution.id and ${isClaimable}
    ) free
    cross join lateral (
      select coalesce(array_agg(number order by number), '{}') as numbers
      from distribution_copy where distribution_id = distribution.id and claimed_by = ${person}
    ) mine
    where distribution.id = ${id} and distribution.status in ('done', 'ended', 'revoked') and ${isVisibleTo(ctx.person)}
  `.execute(ctx.db)
  const {
    is_open: isDone,
    is_claimed,
    only_japan_accessible,
    ...row
  } = rows[0] ?? fail('not_found')
  const is_open = isDone && (row.remaining > 0 || is_claimed)
  const isAbroad = only_japan_accessible && ctx.country !== 'JP'
  return { ...row, reason: reasonOf(ctx, row, { is_open, isAbroad }) }
}

function reasonOf(
  { person }: Ctx,
  row: Omit<ReplyOf<typeof getOffer>, 'reason'>,
  { is_open, isAbroad }: { is_open: boolean; isAbroad: boolean },
): Reason | null {
  if (!is_open) return 'distribution_closed'
  if (row.remaining === 0) return 'nothing_left'
  if (isAbroad) return 'region_unavailable'
  if (!person) return null
  if (person.account_id === row.creator_account_id) return 'own_serial'
  if (row.restricted && !row.designated) return 'not_designated_acquirer'
  const isFull = row.max_count_per_wallet !== null && row.mine.length >= row.max_count_per_wallet
  return isFull ? 'max_holding_reached' : null
}

/** Returns the open distribution of a title that the caller can claim from; the newest of several. */
export async function findOpen(ctx: Ctx, { id }: BodyOf<typeof findDistribution>) {
  const person = sql`${ctx.person?.account_id ?? null}::uuid`
  const { rows } = await sql<{ id: string }>`
    select distribution.id from distribution join asset using (kid)
    where kid = ${id} and distribution.status = 'done' and asset.is_public
      and distribution.creator is distinct from ${person}
      and (allowlist_id is null or allowlist_id = any(${allowlistsOf(person)}))
      and (max_per_person is null or max_per_person > (select count(*) from distribution_copy copy
        where distribution_id = distribution.id and claimed_by = ${person}))
      and exists (select from distribution_copy copy
        where distribution_id = distribution.id and ${isClaimable})
    order by opened_at desc limit 1
  `.execute(ctx.db)
  return { id: rows[0]?.id ?? null }
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { isRunningAt, isStarted, latestEnd } from '#src/catalog/rental-period/rental-period.ts'

/** The person who wants to open an extra, their country and the time. */
export interface ExtraViewer {
  /** Undefined for guests. */
  account_id: string | undefined
  /** The country as an ISO 3166 code. */
  country: string
  now: Date
}
/** The stored file of an extra, outside the files that are public. */
export interface ExtraFile {
  key: string
  type: 'video/mp4' | 'audio/mp4' | 'image/webp' | 'application/pdf'
  size: number
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
const covers = sql<boolean>`(extra.numbers is null or extra.numbers @> holding_of.number)`

/**
 * Matches extras, joined with their titles, that the viewer may open now: as the creator, as the owner
 * of one of its numbers that is not rented out, or as the renter of one, from the first play on, if the
 * creator allows it.
 * Only this decides it.
 */
export const mayOpen = ({ account_id, country, now }: ExtraViewer) => sql<boolean>`(
  extra.status = 'ready' and asset.removed_at is null
  and (asset.published_at is not null or asset.creator = ${account_id ?? NOBODY})
  and (not asset.only_japan_accessible or ${country} = 'JP')
  and (
    asset.creator = ${account_id ?? NOBODY}
    or exists (
      select from serial as holding_of
      where holding_of.kid = extra.kid and holding_of.owner = ${account_id ?? NOBODY} and ${covers}
        and not exists (select from rental
          where rental.asset_token_id = holding_of.asset_token_id and ${isRunningAt(now)}))
    or extra.for_renters and exists (
      select ${ofRental({ account_id, now })} and ${isStarted})
  ))`

/** Selects from the running rentals of the viewer's, of numbers that the extra comes with. */
const ofRental = ({ account_id, now }: Pick<ExtraViewer, 'account_id' | 'now'>) => sql`
  from rental join serial as holding_of using (asset_token_id)
  where rental.kid = extra.kid and rental.renter = ${account_id ?? NOBODY}
    and ${isRunningAt(now)} and ${covers}`

/**
 * Authorizes a person to open an extra now, and returns it. Refuses `not_found`, `region_unavailable`,
 * `rented_out`, `lent_out`, `rental_not_started` and `extra_not_yours`.
 */
export async function authorizeExtra(db: Db | Tx, viewer: ExtraViewer, id: string) {
  const found = await db
    .selectFrom('extra')
    .innerJoin('asset', 'asset.kid', 'extra.kid')
    .select(['extra.id', 'extra.kid', 'extra.kind', 'extra.name', 'creator', 'is_public'])
    .select(['only_japan_accessible', mayOpen(viewer).as('may_open')])
    .select([
      ofCopyAway<string>(viewer, latestEnd).as('away_until'),
      ofCopyAway<boolean>(viewer, sql`rental.loan_id is not null`).as('is_lent'),
      sql<string | null>`case when extra.for_renters then (
        select rental.id ${ofRental(viewer)} and not ${isStarted} limit 1) end`.as('waiting'),
    ])
    .select((row) => row.ref('file').$castTo<ExtraFile>().as('file'))
    .where('extra.id', '=', id)
    .where('extra.status', '=', 'ready')
    .where('asset.removed_at', 'is', null)
    .executeTakeFirst()
  if (!found || !(found.is_public || found.may_open || found.creator === viewer.account_id))
    fail('not_found')
  if (found.may_open) return found
  if (found.only_japan_accessible && viewer.country !== 'JP') fail('region_unavailable')
  if (found.away_until) fail(found.is_lent ? 'lent_out' : 'rented_out', { until: found.away_until })
  if (found.waiting) fail('rental_not_started', { id: found.waiting })
  return fail('extra_not_yours')
}

/** Selects a fact of the rental or loan of a copy of the viewer that the extra comes with. */
const ofCopyAway = <T>({ account_id, now }: ExtraViewer, fact: RawBuilder<unknown>) =>
  sql<T | null>`(
    select ${fact} from rental join serial as holding_of using (asset_token_id)
    where holding_of.kid = extra.kid and holding_of.owner = ${account_id ?? NOBODY} and ${covers}
      and ${isRunningAt(now)} order by rental.ends_at limit 1)`

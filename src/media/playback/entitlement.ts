import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import { isRunningAt, isStarted, latestEnd } from '#src/catalog/rental-period/rental-period.ts'
import { goesOnAt } from './screened.ts'

/** The person who wants to watch, their country and the time. */
export interface Viewer {
  account_id: string
  /** The country as an ISO 3166 code. */
  country: string
  now: Date
}
/** The right to watch a title. The creator watches the master and needs no copy. */
export interface Entitlement {
  as: 'owner' | 'renter' | 'borrower' | 'creator' | 'screening_guest'
  asset_token_id: string | null
  serial_number: number | null
  owned_since: string | null // for the owner
  rented_until: string | null // for the renter and the borrower; access ends exactly then
  screening_id: string | null // for the guest; access ends with the screening
}
/**
 * The preferred copy by its number, or the required one by its id. With a screening, only its guests
 * may watch, and only the copy that is shown there.
 */
interface CopyPreference {
  serial_number?: number | undefined
  asset_token_id?: string | null
  screening_id?: string | null | undefined
}
type Title = Awaited<ReturnType<typeof findTitle>>

type EntitlementCheck = (
  db: Db,
  viewer: Viewer,
  title: Title,
  preference: CopyPreference,
) => Promise<Entitlement | undefined>

/**
 * Authorizes a person to watch a title now. Only this function decides it: for the token, and again
 * for each manifest, licence and key. Refuses `not_found`, `region_unavailable`, `rented_out`, `lent_out`,
 * `rental_ended`, `rental_not_started`, `loan_ended`, `not_yours_to_watch`, `screening_closed` and `not_ready_to_watch`.
 */
export async function authorizePlayback(
  db: Db,
  viewer: Viewer,
  kid: string,
  preference: CopyPreference = {},
) {
  const title = await findTitle(db, kid)
  if (!title.published_at && title.creator !== viewer.account_id) fail('not_found')
  if (title.only_japan_accessible && viewer.country !== 'JP') fail('region_unavailable')
  for (const check of preference.screening_id ? [asGuest] : ENTITLEMENT_CHECKS) {
    const entitlement = await check(db, viewer, title, preference)
    if (!entitlement) continue
    return title.is_made ? { ...entitlement, title } : fail('not_ready_to_watch')
  }
  return explainRefusal(db, viewer, title, preference)
}

/**
 * Returns a title, or refuses `not_found`. `is_made` is true if there is something to play. An
 * unpublished film needs a picture besides its sound.
 */
async function findTitle(db: Db, kid: string) {
  const made = sql<boolean>`exists (select from rendition where rendition.kid = asset.kid
    and of = 'asset' and (name <> 'audio' or published_at is not null))`
  const title = await db
    .selectFrom('asset')
    .select(['kid', 'creator', 'published_at', 'only_japan_accessible', 'media_type'])
    .select(['copies_count', 'duration_seconds', made.as('is_made')])
    .where('kid', '=', kid)
    .executeTakeFirst()
  return title ?? fail('not_found')
}

const asCreator: EntitlementCheck = async (_, { account_id }, { creator }) =>
  creator === account_id ? { as: 'creator', ...NO_COPY } : undefined

const NO_COPY = {
  asset_token_id: null,
  serial_number: null,
  owned_since: null,
  rented_until: null,
  screening_id: null,
}

/**
 * Returns the preferred copy, or else an owned one before a rented one, or else the lowest number.
 * While an owner rents a copy out, they cannot watch it, like a lent disc.
 */
const asHolder: EntitlementCheck = async (db, { account_id, now }, { kid }, preference) => {
  const { serial_number = null, asset_token_id = null } = preference
  const runsNow = isRunningAt(now)
  const { rows } = await sql<Entitlement & { unstarted: string | null }>`
    select * from (
      select 'owner' as as, asset_token_id, number as serial_number, owned_since,
        null::timestamptz as rented_until, null::uuid as screening_id, null::uuid as unstarted
      from serial where owner = ${account_id} and kid = ${kid} and not exists (
        select from rental where rental.asset_token_id = serial.asset_token_id and ${runsNow})
      union all
      select case when loan_id is null then 'renter' else 'borrower' end,
        asset_token_id, number, null, ends_at, null,
        case when not ${isStarted} then id end
      from rental where renter = ${account_id} and kid = ${kid} and ${runsNow}
    ) copy
    where asset_token_id = coalesce(${asset_token_id}::uuid, asset_token_id)
    order by serial_number = ${serial_number} desc nulls last, rented_until is not null, serial_number
    limit 1`.execute(db)
  if (!rows[0]) return undefined
  const { unstarted, ...found } = rows[0]
  if (unstarted) fail('rental_not_started', { id: unstarted, until: found.rented_until! })
  return found
}

/** A guest watches the copy of the screening while it is running. The host watches as its owner. */
const asGuest: EntitlementCheck = async (db, { account_id, now }, { kid }, { screening_id }) => {
  const { rows } = await sql<Entitlement>`
    select 'screening_guest' as as, asset_token_id, screening.number as serial_number,
      null as owned_since, null as rented_until, screening.id as screening_id
    from screening join serial using (asset_token_id)
    join screening_guest guest on guest.screening_id = screening.id
    where screening.id = ${screening_id!} and screening.kid = ${kid}
      and guest.account_id = ${account_id} and guest.left_at is null and guest.removed_at is null
      and screening.status = 'running' and ${goesOnAt(now)}`.execute(db)
  return rows[0]
}

/** The checks in their order; the first that returns an entitlement counts. */
const ENTITLEMENT_CHECKS: EntitlementCheck[] = [asCreator, asHolder]

/**
 * Explains the refusal: `screening_closed` to guests, `rented_out` or `lent_out` until a time if the
 * person's own copy is away, `rental_ended` or `loan_ended` since a time, or else `not_yours_to_watch`.
 */
async function explainRefusal(
  db: Db,
  { account_id, now }: Viewer,
  { kid }: Title,
  preference: CopyPreference,
): Promise<never> {
  if (preference.screening_id) fail('screening_closed')
  const copyId = preference.asset_token_id ?? null
  const matchesCopy = sql`rental.asset_token_id = coalesce(${copyId}::uuid, rental.asset_token_id)`
  const { rows } = await sql<{ code: ErrorCode; until: string }>`
    (select 1 as priority, case when loan_id is null then 'rented_out' else 'lent_out' end as code,
        ${latestEnd} as until
      from rental join serial using (asset_token_id)
      where owner = ${account_id} and serial.kid = ${kid} and ${isRunningAt(now)} and ${matchesCopy}
      order by until limit 1)
    union all
    (select 2, case when loan_id is null then 'rental_ended' else 'loan_ended' end,
        least(ends_at, ended_at)
      from rental where renter = ${account_id} and kid = ${kid} and ${matchesCopy}
      order by 3 desc limit 1)
    order by priority`.execute(db)
  const [first] = rows
  return first ? fail(first.code, { until: first.until }) : fail('not_yours_to_watch')
}

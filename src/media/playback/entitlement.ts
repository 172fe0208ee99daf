import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'

/** Who wants to watch, from where, and when. */
export interface Viewer {
  account_id: string
  /** ISO 3166. */
  country: string
  now: Date
}
/** As whom somebody may watch. The creator watches the master: no copy. */
export interface Entitlement {
  as: 'owner' | 'renter' | 'creator'
  asset_token_id: string | null
  serial_number: number | null
  owned_since: string | null // the owner's
  rented_until: string | null // the renter's: not a second longer
}
/** Which of several copies they would rather watch, or, by its id, the one it must be. */
interface CopyPreference {
  serial_number?: number | undefined
  asset_token_id?: string | null
}
type Title = Awaited<ReturnType<typeof titleOf>>

type EntitlementCheck = (
  db: Db,
  viewer: Viewer,
  title: Title,
  preference: CopyPreference,
) => Promise<Entitlement | undefined>

/**
 * The one answer to whether somebody may watch a title now: asked for the token, and again for each
 * manifest, licence and key. Refuses `not_found`, `region_unavailable`, `rented_out`, `rental_ended`,
 * `not_yours_to_watch` and `not_ready_to_watch`.
 */
export async function authorizePlayback(
  db: Db,
  viewer: Viewer,
  kid: string,
  preference: CopyPreference = {},
) {
  const title = await titleOf(db, kid)
  if (!title.published_at && title.creator !== viewer.account_id) fail('not_found')
  if (title.only_japan_accessible && viewer.country !== 'JP') fail('region_unavailable')
  for (const way of ENTITLEMENT_CHECKS) {
    const leave = await way(db, viewer, title, preference)
    if (!leave) continue
    return title.is_made ? { ...leave, title } : fail('not_ready_to_watch')
  }
  return refuse(db, viewer, title, preference)
}

/** `is_made`: there is something to play. A film that is not out yet needs a picture to its sound. */
async function titleOf(db: Db, kid: string) {
  const made = sql<boolean>`exists (select from rendition where rendition.kid = asset.kid
    and of = 'asset' and (name <> 'audio' or published_at is not null))`
  const title = await db
    .selectFrom('asset')
    .select(['kid', 'creator', 'published_at', 'only_japan_accessible', 'media_type'])
    .select(['copies_count', made.as('is_made')])
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
}

/**
 * Of several copies the one that is wished for, else one's own before a rented one, else the lowest
 * number. Who lends a copy out has not got it meanwhile, like a disc (readings A33).
 */
const asHolder: EntitlementCheck = async (db, { account_id, now }, { kid }, preference) => {
  const { serial_number = null, asset_token_id = null } = preference
  const isOut = isRunningAt(now)
  const { rows } = await sql<Entitlement>`
    select * from (
      select 'owner' as as, asset_token_id, number as serial_number, owned_since,
        null::timestamptz as rented_until
      from serial where owner = ${account_id} and kid = ${kid} and not exists (
        select from rental where rental.asset_token_id = serial.asset_token_id and ${isOut})
      union all
      select 'renter', asset_token_id, number, null, ends_at
      from rental where renter = ${account_id} and kid = ${kid} and ${isOut}
    ) copy
    where asset_token_id = coalesce(${asset_token_id}::uuid, asset_token_id)
    order by serial_number = ${serial_number} desc nulls last, rented_until is not null, serial_number
    limit 1`.execute(db)
  return rows[0]
}

/** Every way to a title; the first that leads there counts. */
const ENTITLEMENT_CHECKS: EntitlementCheck[] = [asCreator, asHolder]

/** Says why not: what they own is lent out until then, or what they rented is over since. */
async function refuse(
  db: Db,
  { account_id, now }: Viewer,
  { kid }: Title,
  preference: CopyPreference,
): Promise<never> {
  const asked = preference.asset_token_id ?? null
  const ofCopy = sql`rental.asset_token_id = coalesce(${asked}::uuid, rental.asset_token_id)`
  const { rows } = await sql<{ lent_until: string | null; ended_at: string | null }>`
    select (select min(ends_at) from rental join serial using (asset_token_id)
        where owner = ${account_id} and serial.kid = ${kid} and ${isRunningAt(now)} and ${ofCopy}
      ) as lent_until,
      (select max(least(ends_at, ended_at)) from rental
        where renter = ${account_id} and kid = ${kid} and ${ofCopy}) as ended_at`.execute(db)
  const { lent_until, ended_at } = rows[0]!
  if (lent_until) fail('rented_out', { until: lent_until })
  if (ended_at) fail('rental_ended', { until: ended_at })
  return fail('not_yours_to_watch')
}

import { sql } from 'kysely'
import type { Db } from '#core/db.ts'
import { fail } from '#core/errors.ts'

/** Who wants to watch, and from where. */
export interface Viewer {
  account_id: string
  /** ISO 3166. */
  country: string
}
/** As whom somebody may watch. The creator watches the master: no copy. */
export interface Leave {
  as: 'owner' | 'creator'
  asset_token_id: string | null
  serial_number: number | null
  owned_since: string | null
}
/** Which of several copies they would rather watch. */
interface Wish {
  serial_number?: number | undefined
  asset_token_id?: string | null
}
type Title = Awaited<ReturnType<typeof titleOf>>

type Way = (db: Db, viewer: Viewer, title: Title, wish: Wish) => Promise<Leave | undefined>

/**
 * The one answer to whether somebody may watch a title now: asked for the token, and again for each
 * manifest, licence and key. Refuses `not_found`, `region_unavailable`, `not_yours_to_watch` and
 * `not_ready_to_watch`.
 */
export async function mayWatch(db: Db, viewer: Viewer, kid: string, wish: Wish = {}) {
  const title = await titleOf(db, kid)
  if (!title.published_at && title.creator !== viewer.account_id) fail('not_found')
  if (title.only_japan_accessible && viewer.country !== 'JP') fail('region_unavailable')
  for (const way of WAYS) {
    const leave = await way(db, viewer, title, wish)
    if (!leave) continue
    return title.is_made ? { ...leave, title } : fail('not_ready_to_watch')
  }
  return fail('not_yours_to_watch')
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

const asCreator: Way = async (_, { account_id }, { creator }) =>
  creator === account_id
    ? { as: 'creator', asset_token_id: null, serial_number: null, owned_since: null }
    : undefined

/** Of several copies the one that is wished for, else the lowest number. */
const asOwner: Way = async (db, { account_id }, { kid }, wish) => {
  const { serial_number = null, asset_token_id = null } = wish
  const serial = await db
    .selectFrom('serial')
    .select(['asset_token_id', 'number as serial_number', 'owned_since'])
    .where('owner', '=', account_id)
    .where('kid', '=', kid)
    .orderBy(sql`number = ${serial_number} or asset_token_id = ${asset_token_id}`, (order) =>
      order.desc().nullsLast(),
    )
    .orderBy('number')
    .executeTakeFirst()
  return serial && { as: 'owner', ...serial }
}

/** Every way to a title; the first that leads there counts. */
const WAYS: Way[] = [asCreator, asOwner]

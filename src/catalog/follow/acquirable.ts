import { sql } from 'kysely'
import { allowlistsOf } from '#src/catalog/allowlist/acquisition.ts'

/** Matches titles that the person of `follow` may see: published, and not for another country. */
export const isToSee = sql`asset.is_public
  and (not asset.only_japan_accessible or follow.country = 'JP')`

const isListed = sql`coalesce(
  reserved_copy.allowlist_id = any(${allowlistsOf(sql`follow.account_id`)}), false)`

/**
 * Matches copies that the person of `follow` may acquire at `now`, as `acquisitionRefusal` decides it: the
 * terms of the sale and the lists of reserved copies bind the copies of the creator only.
 */
export const isAcquirableAt = (now: Date) => sql`(serial.owner <> asset.creator or (
  (reserved_copy.allowlist_id is null or reserved_copy.early_from is not null or ${isListed})
  and ${now} >= coalesce(case when ${isListed} then reserved_copy.early_from end,
    asset.sale_starting_at, '-infinity')
  and (asset.sale_ending_at is null or ${now} < asset.sale_ending_at)))`

import { sql } from 'kysely'
import { allowlistsOf } from '#src/catalog/allowlist/acquisition.ts'

/** A table whose rows have an `account_id`, and the `country` of its last request. */
type Wanting = 'follow' | 'saved_search'

/** Matches titles that the person of a row may see: published, and not for another country. */
export const isToSee = (of: Wanting = 'follow') => sql`asset.is_public
  and (not asset.only_japan_accessible or ${sql.ref(`${of}.country`)} = 'JP')`

const isListed = (of: Wanting) => sql`coalesce(
  reserved_copy.allowlist_id = any(${allowlistsOf(sql.ref(`${of}.account_id`))}), false)`

/**
 * Matches copies that the person of a row may acquire at `now`, as `acquisitionRefusal` decides it: the
 * terms of the sale and the lists of reserved copies bind the copies of the creator only.
 */
export const isAcquirableAt = (
  now: Date,
  of: Wanting = 'follow',
) => sql`(serial.owner <> asset.creator or (
  (reserved_copy.allowlist_id is null or reserved_copy.early_from is not null or ${isListed(of)})
  and ${now} >= coalesce(case when ${isListed(of)} then reserved_copy.early_from end,
    asset.sale_starting_at, '-infinity')
  and (asset.sale_ending_at is null or ${now} < asset.sale_ending_at)))`

/** Matches copies that the person of a row may rent at `now`, as `rentalRefusal` decides it. */
export const isRentableAt = (now: Date, of: Wanting) => sql`(serial.owner <> asset.creator
  or reserved_copy.allowlist_id is null or reserved_copy.reserved_until <= ${now} or ${isListed(of)})`

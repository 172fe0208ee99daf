import { sql } from 'kysely'
import type { Person } from '#core/context.ts'

/**
 * Matches titles that a person may open: public ones and their own, and of hidden ones those of which
 * they own, rent or are paying for a copy. Administrators open every published title. `asset` is in the
 * query.
 */
export function isVisibleTo(person: Pick<Person, 'account_id' | 'role'> | undefined) {
  if (!person) return sql<boolean>`asset.is_public`
  const { account_id, role } = person
  const isHolder =
    role === 'ADMIN'
      ? sql`true`
      : sql`(exists (select from serial where serial.kid = asset.kid and owner = ${account_id})
          or exists (select from rental where rental.kid = asset.kid and renter = ${account_id}
            and rental.status = 'active')
          or exists (select from purchase where purchase.kid = asset.kid and buyer = ${account_id}
            and purchase.status = 'reserved'))`
  return sql<boolean>`(asset.removed_at is null and (asset.is_public
    or asset.creator = ${account_id} or (asset.published_at is not null and ${isHolder})))`
}

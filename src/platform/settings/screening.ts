import { type RawBuilder, sql } from 'kysely'
import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `screening_unavailable` while screenings are switched off. */
export function requireScreenings({ screening_enabled }: Pick<Settings, 'screening_enabled'>) {
  if (!screening_enabled) fail('screening_unavailable')
}

/** SQL that is true while screenings are switched on; the same as `screening_enabled` of `settingsOf`. */
export const isScreeningOn: RawBuilder<boolean> = sql<boolean>`coalesce(
  (select (value ->> 'screening_enabled')::boolean from setting order by version desc limit 1), false)`

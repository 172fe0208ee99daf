import { sql } from 'kysely'
import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `trade_unavailable` while trading is switched off. */
export function requireTrading({ trade_enabled }: Pick<Settings, 'trade_enabled'>) {
  if (!trade_enabled) fail('trade_unavailable')
}

/** SQL that is true while trading is switched on; the same as `trade_enabled` of `settingsOf`. */
export const isTradingOn = sql<boolean>`coalesce(
  (select (value ->> 'trade_enabled')::boolean from setting order by version desc limit 1), true)`

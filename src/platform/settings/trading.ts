import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `trade_unavailable` while trading is switched off. */
export function requireTrading({ trade_enabled }: Pick<Settings, 'trade_enabled'>) {
  if (!trade_enabled) fail('trade_unavailable')
}

/** Returns when trading was switched off, or null while it is on. */
export async function tradingOffSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(changed_at) as since from setting where version > coalesce(
      (select max(version) from setting where coalesce((value ->> 'trade_enabled')::boolean, true)), 0)
  `.execute(db)
  const since = rows[0]?.since
  return since ? new Date(since) : null
}

/** SQL that is true while trading is switched on; the same as `trade_enabled` of `settingsOf`. */
export const isTradingOn = sql<boolean>`coalesce(
  (select (value ->> 'trade_enabled')::boolean from setting order by version desc limit 1), true)`

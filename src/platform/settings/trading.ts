import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `trade_unavailable` while trading is switched off. */
export function requireTrading({ trade_enabled }: Pick<Settings, 'trade_enabled'>) {
  if (!trade_enabled) fail('trade_unavailable')
}

import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `gift_unavailable` while gifts are switched off. */
export function requireGifts({ gift_enabled }: Pick<Settings, 'gift_enabled'>) {
  if (!gift_enabled) fail('gift_unavailable')
}

import { fail } from '#core/errors.ts'
import type { Settings } from './settings.shared.ts'

/** Refuses with `lending_unavailable` while lending is switched off. */
export function requireLending({ lending_enabled }: Pick<Settings, 'lending_enabled'>) {
  if (!lending_enabled) fail('lending_unavailable')
}

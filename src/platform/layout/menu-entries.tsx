import { useLingui } from '@lingui/react/macro'
import type { MenuEntry } from '#src/ui/header-menu.tsx'

export interface Entry extends MenuEntry {
  /** The entry's name in the reply of `getMenu`. */
  name: string
}

/** Returns the entries that everybody has in the account menu. */
export function useGeneralEntries(): Entry[] {
  const { t } = useLingui()
  return [
    { name: 'language', to: '#language', label: t`Language` },
    { name: 'help', to: '/help', label: t`Help centre` },
    { name: 'support', to: '/support', label: t`Support` },
  ]
}

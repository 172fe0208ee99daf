import { useLingui } from '@lingui/react/macro'
import type { User } from './user.shared.ts'

/** Returns the names of the roles. */
export function useRoleWords(): Record<User['role'], string> {
  const { t } = useLingui()
  return { STANDARD_USER: t`Member`, ORH: t`Creator`, ADMIN: t`Administrator` }
}

import { useLingui } from '@lingui/react/macro'
import type { Verification } from '#src/catalog/brand/verification.shared.ts'

/** Returns the words of what was decided about a badge. */
export function useVerificationWords(): Record<Verification, string> {
  const { t } = useLingui()
  return {
    grant: t({ message: 'Granted', context: 'badge' }),
    refuse: t({ message: 'Refused', context: 'badge' }),
    withdraw: t({ message: 'Taken back', context: 'badge' }),
  }
}

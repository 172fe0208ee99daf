import { useLingui } from '@lingui/react/macro'
import type { Withholding } from '#src/finance/payout/withholding.shared.ts'

/** Returns the names of the kinds of payee for income tax. */
export function useWithholdingWords(): Record<Withholding, string> {
  const { t } = useLingui()
  return { none: t`No tax withheld`, domestic_individual: t`Individual living in Japan` }
}

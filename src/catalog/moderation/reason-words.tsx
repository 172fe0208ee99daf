import { useLingui } from '@lingui/react/macro'
import type { ReportReason } from './report.shared.ts'

/** Returns the words of the reasons for a report. */
export function useReasonWords(): Record<ReportReason, string> {
  const { t } = useLingui()
  return {
    rights: t`Someone’s rights are infringed`,
    illegal: t`It is illegal`,
    minors: t`Sexual content with minors`,
    violence: t`Violence or hatred`,
    fraud: t`Fraud or misleading claims`,
    other: t`Something else`,
  }
}

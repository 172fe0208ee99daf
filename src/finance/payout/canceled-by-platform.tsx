import { Trans } from '@lingui/react/macro'
import { formatYen } from '#src/ui/yen.ts'

/** Says where the money of a payout went that Renban cancelled. A dispute may have taken it since. */
export const CanceledByPlatform = ({ yen }: { yen: number }) => (
  <Trans>
    Renban cancelled this payout and returned {formatYen(yen)}, including the fee, to your sales
    balance. Your statement shows whether a dispute was deducted from it.
  </Trans>
)

import { Trans } from '@lingui/react/macro'
import { groupIntoRanges } from '#src/catalog/asset/ranges.shared.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'

/** A copy to which an action applies. */
export interface Copy {
  asset_token_id: string
  number: number
  /** The offer that the copy is listed with now, if it is known. */
  sale_price?: number | null
  rent_price?: number | null
  rental_period_seconds?: number | null
  rental_clock?: RentalClock | null
}

const NAMED = 12 // ranges

/** Names copies in short: "No. 8–12, 15 and 40 more". */
export function CopyNumbers({ copies }: { copies: readonly Pick<Copy, 'number'>[] }) {
  const ranges = groupIntoRanges(copies.map(({ number }) => number).toSorted((a, b) => a - b))
  const named = ranges
    .slice(0, NAMED)
    .map(([from, to]) => (from === to ? from : `${from}–${to}`))
    .join(', ')
  const more = ranges.slice(NAMED).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  if (more > 0)
    return (
      <Trans>
        No. {named} and {more} more.
      </Trans>
    )
  return <Trans>No. {named}.</Trans>
}

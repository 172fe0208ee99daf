import { useLingui } from '@lingui/react/macro'
import type { BoardCell, CellState } from './board.ts'
import { formatYen } from './yen.ts'

/**
 * Returns the names of the states for legend and table, and the description of a cell for screen
 * readers.
 */
export function useCellLabels() {
  const { t } = useLingui()
  const stateLabels: Record<CellState, string> = {
    buy: t`Buy`,
    rent: t`Rent`,
    both: t`Buy or rent`,
    held: t({ message: 'Not available', context: 'number' }),
    out: t`Rented out`,
    trade: t`Open to trade`,
    busy: t`Payment in progress or reserved`,
    'for-you': t`Reserved for you`,
    yours: t`Yours`,
  }

  /** Returns a description such as "No. 7, Buy, ¥2,400, Special number". */
  function describeCell(
    { number, state, sale_price, rent_price }: BoardCell,
    { special, hasExtras }: { special: boolean; hasExtras: boolean },
  ): string {
    const rent = rent_price != null && formatYen(rent_price)
    return [
      t`No. ${number}`,
      stateLabels[state],
      sale_price != null && formatYen(sale_price),
      rent && (state === 'rent' ? rent : t`rent ${rent}`),
      special && t`Special number`,
      hasExtras && t`Comes with extras`,
    ]
      .filter(Boolean)
      .join(t({ message: ', ', comment: 'Between the facts of a number, read aloud' }))
  }
  return { stateLabels, describeCell }
}

import { useLingui } from '@lingui/react/macro'
import type { BoardCell, CellState } from './board.ts'
import { formatYen } from './yen.ts'

/**
 * Returns the names of the states and signs for legend and table, and the description of a cell for screen
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

  const signLabels = {
    resale: t({ message: 'Resale', comment: 'A number that its owner sells, not the creator' }),
    special: t`Special number`,
    extras: t`Comes with extras`,
  }

  /** Returns a description such as "No. 7, Buy, ¥2,400, Special number". */
  function describeCell(
    { number, state, sale_price, rent_price, is_resale }: BoardCell,
    { special, hasExtras }: { special: boolean; hasExtras: boolean },
  ): string {
    const rent = rent_price != null && formatYen(rent_price)
    return [
      t`No. ${number}`,
      stateLabels[state],
      is_resale && signLabels.resale,
      sale_price != null && formatYen(sale_price),
      rent && (state === 'rent' ? rent : t`rent ${rent}`),
      special && signLabels.special,
      hasExtras && signLabels.extras,
    ]
      .filter(Boolean)
      .join(t({ message: ', ', comment: 'Between the facts of a number, read aloud' }))
  }
  return { stateLabels, signLabels, describeCell }
}

import { cellOf } from '#src/catalog/serial/serial-cells.tsx'
import type { BoardRow } from '#src/catalog/serial/serial.shared.ts'
import type { BoardCell } from '#src/ui/board.ts'
import { type CopyDeal, isAvailableFor, priceFields } from './deal.shared.ts'

/**
 * Returns the number of the cheapest copy that is offered for one of these deals, the first deal first.
 * `isOwn` counts the reader's own copies, too.
 */
export function cheapestNumber(
  rows: readonly BoardRow[],
  deals: readonly CopyDeal[],
  { isOwn }: { isOwn: boolean },
): number | undefined {
  const cells = rows.map((row) => cellOf(row, isOwn))
  const [cheapest] = deals.flatMap((deal) => {
    const priceOf = (cell: BoardCell) => cell[priceFields[deal]]!
    return cells.filter(isAvailableFor[deal]).toSorted((a, b) => priceOf(a) - priceOf(b))
  })
  return cheapest?.number
}

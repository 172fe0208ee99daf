import type { BoardCell, CellState } from '#src/ui/board.ts'
import { type BoardRow, parseBoardRow, type SerialStatus } from './serial.shared.ts'

const states: Record<SerialStatus, CellState> = {
  buyable: 'buy',
  rentable: 'rent',
  not_listed: 'held',
  preparing: 'busy',
  reserved_for_you: 'for-you',
  reserved_for_another: 'busy',
  not_available: 'held',
  being_purchased: 'busy',
  being_rented: 'out',
  downloaded: 'held',
  offered_in_trade: 'trade',
  frozen: 'held',
  in_wallet: 'held',
  in_trade_offer: 'held',
}

/**
 * Returns a copy's cell on the board. The viewer's copies are vermilion, except to the creator, who
 * owns every unsold copy and sees the board that buyers see.
 */
export function cellOf(row: BoardRow, isCreator: boolean): BoardCell {
  const { number, status, mine, sale_price, rent_price, is_resale } = parseBoardRow(row)
  const isBoth = status === 'buyable' && rent_price !== null
  const state = mine && !isCreator ? 'yours' : isBoth ? 'both' : states[status]
  return { number, state, sale_price, rent_price, is_resale, is_preparing: status === 'preparing' }
}

import { useLocation } from 'react-router'

/**
 * Reads the highest price that the board shows from the address; returns addresses of numbers that keep it
 * or set another.
 */
export function useBoardAddress() {
  const limit = Number(new URLSearchParams(useLocation().search).get('up_to')) || Infinity
  const hrefOf = (number = 0, upTo = limit) =>
    `?no=${number}${upTo < Infinity ? `&up_to=${upTo}` : ''}`
  return { limit, hrefOf }
}

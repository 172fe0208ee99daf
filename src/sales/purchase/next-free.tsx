import { Plural, Trans } from '@lingui/react/macro'
import { useEndpointQuery } from '#core/http/ask.ts'
import { cellOf } from '#src/catalog/serial/serial-cells.tsx'
import { getBoard } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { isForRent, isForSale, nextAvailable } from '#src/ui/board.ts'
import type { Deal } from './purchase.shared.ts'

/**
 * Where a number is gone: how many others can be had instead, and the way to the next of them. `rest`
 * are numbers that were to be bought with it.
 */
export function NextFree(props: {
  deal: Deal
  kid: string
  number: number
  rest?: readonly number[]
}) {
  const { deal, kid, number, rest = [] } = props
  const isRental = deal === 'rental'
  const board = useEndpointQuery(getBoard, { id: kid })
  if (!board) return null
  const cells = board.rows.map((row) => cellOf(row, false)).filter(isRental ? isForRent : isForSale)
  const free = cells.filter((cell) => cell.number !== number && !rest.includes(cell.number))
  const next = nextAvailable(free, number, 1) ?? nextAvailable(free, number, -1)
  if (next === undefined)
    return (
      <p className="text-small text-ink-2">
        {isRental ? (
          <Trans>No other number can be rented now.</Trans>
        ) : (
          <Trans>No other number can be bought now.</Trans>
        )}
      </p>
    )
  const chosen = [...rest, next].map((one) => `no=${one}`).join('&')
  return (
    <>
      <p className="text-small text-ink-2">
        {isRental ? (
          <Plural
            value={free.length}
            one="# other number can be rented."
            other="# other numbers can be rented."
          />
        ) : (
          <Plural
            value={free.length}
            one="# other number can be bought."
            other="# other numbers can be bought."
          />
        )}
      </p>
      <LinkButton small to={`/payment/${deal}/${kid}?${chosen}`}>
        <Trans>Take No. {next} instead</Trans>
      </LinkButton>
    </>
  )
}

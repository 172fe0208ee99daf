import { Trans } from '@lingui/react/macro'
import { useEndpointRead } from '#core/http/ask.ts'
import { cellOf } from '#src/catalog/serial/serial-cells.tsx'
import { getBoard } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { nextAvailable } from '#src/ui/board.ts'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { type CopyDeal, dealPages, isAvailableFor } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'

/**
 * Offers the next available number instead of one that is gone, and says how many others there are.
 * `rest`: the other numbers of the same order.
 */
export function NextFree(props: {
  deal: CopyDeal
  kid: string
  number: number
  rest?: readonly number[]
}) {
  const { deal, kid, number, rest = [] } = props
  const { NoOther, Others } = paymentWords[deal]
  const read = useEndpointRead(getBoard, { id: kid })
  const board = read.reply
  if (!board) return <ReadFailed read={read} />
  const cells = board.rows.map((row) => cellOf(row, false)).filter(isAvailableFor[deal])
  const free = cells.filter((cell) => cell.number !== number && !rest.includes(cell.number))
  const next = nextAvailable(free, number, 1) ?? nextAvailable(free, number, -1)
  if (next === undefined)
    return (
      <p className="text-small text-ink-2">
        <NoOther />
      </p>
    )
  const chosen = [...rest, next].map((one) => `no=${one}`).join('&')
  return (
    <>
      <p className="text-small text-ink-2">
        <Others count={free.length} />
      </p>
      <LinkButton small to={`/payment/${dealPages[deal]}/${kid}?${chosen}`}>
        <Trans>Choose No. {next} instead</Trans>
      </LinkButton>
    </>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { dealTags } from '#src/sales/deal/payment-words.tsx'

/** Names the first copy of an order in an operator's table, and how many came with it. */
export function OrderedCopies(props: {
  order: { title: string; number: number; copies: number; deal?: Deal }
}) {
  const { title, number, copies, deal } = props.order
  const Tag = deal && dealTags[deal]
  return (
    <span className="grid min-w-0 text-start">
      <span className="font-semibold wrap-anywhere">
        {title} <Trans>No. {number}</Trans>
      </span>
      {Tag && (
        <span className="text-hint font-normal text-ink-2">
          <Tag />
        </span>
      )}
      {copies > 1 && (
        <span className="text-hint font-normal text-ink-2">
          <Plural value={copies - 1} one="and # more copy" other="and # more copies" />
        </span>
      )}
    </span>
  )
}

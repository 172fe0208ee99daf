import { Plural, Trans } from '@lingui/react/macro'

/** For an operator's table: the first copy of an order, and how many came with it. */
export function OrderedCopies(props: {
  order: { title: string; number: number; copies: number; is_rental?: boolean }
}) {
  const { title, number, copies, is_rental = false } = props.order
  return (
    <span className="grid min-w-0 text-start">
      <span className="font-semibold wrap-anywhere">
        {title} No. {number}
      </span>
      {is_rental && (
        <span className="text-hint font-normal text-ink-2">
          <Trans>Rental</Trans>
        </span>
      )}
      {copies > 1 && (
        <span className="text-hint font-normal text-ink-2">
          <Plural value={copies - 1} one="and # copy more" other="and # copies more" />
        </span>
      )}
    </span>
  )
}

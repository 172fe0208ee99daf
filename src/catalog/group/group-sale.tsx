import { Trans } from '@lingui/react/macro'
import { Countdown } from '#src/ui/countdown.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { type Group, saleOf } from './group.shared.ts'

/**
 * Tells in a sentence when a group's draw begins or ends; empty if it is always open. Its titles are sold
 * by their own times, except that a waiting room keeps them back until the start.
 */
export function SaleTimes({ group, now }: { group: Group; now: string }) {
  const { sale_starting_at, sale_ending_at, waiting_room } = group
  const sale = saleOf(group, now)
  if (sale === 'before')
    return waiting_room ? (
      <Trans>
        The sale opens on <UpcomingDateTime at={sale_starting_at!} />
      </Trans>
    ) : (
      <Trans>
        The draw opens on <UpcomingDateTime at={sale_starting_at!} />
      </Trans>
    )
  if (sale_ending_at === null) return null
  return sale === 'open' ? (
    <Trans>
      The draw is open until <UpcomingDateTime at={sale_ending_at} />
    </Trans>
  ) : (
    <Trans>
      The draw ended on <DateTime at={sale_ending_at} />
    </Trans>
  )
}

/** Tells the same on the group's own page, with a countdown to the opening. */
export function SaleWindow(props: { group: Group; now: string; onOpen: () => void }) {
  const { group, now, onOpen } = props
  const { sale_starting_at, sale_ending_at } = group
  if (sale_starting_at === null && sale_ending_at === null) return null
  const isBefore = saleOf(group, now) === 'before'
  return (
    <div className="mt-5 grid gap-3">
      <p className="font-semibold">
        <SaleTimes group={group} now={now} />
      </p>
      {isBefore && <Countdown until={sale_starting_at!} now={now} onEnd={onOpen} />}
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { Countdown } from '#src/ui/countdown.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { type Group, saleOf } from './group.shared.ts'

/** Tells in a sentence when a group's sale begins or ends; empty if it is always on. */
export function SaleTimes({ group, now }: { group: Group; now: string }) {
  const { sale_starting_at, sale_ending_at } = group
  const sale = saleOf(group, now)
  if (sale === 'before')
    return (
      <Trans>
        The sale opens on <UpcomingDateTime at={sale_starting_at!} />
      </Trans>
    )
  if (sale_ending_at === null) return null
  return sale === 'open' ? (
    <Trans>
      On sale until <UpcomingDateTime at={sale_ending_at} />
    </Trans>
  ) : (
    <Trans>
      The sale ended on <DateTime at={sale_ending_at} />
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

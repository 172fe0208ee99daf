import { Trans } from '@lingui/react/macro'
import { Countdown } from '#src/ui/countdown.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import type { ObstacleProps, PurchaseObstacle } from './purchase-obstacle.tsx'
import { Reason } from './unavailable-reason.tsx'

/** Explains an obstacle in a sentence, with a countdown before the start. */
export function PurchaseObstacleNote(props: ObstacleProps & { by: PurchaseObstacle }) {
  const { by, terms } = props
  if (by === 'region')
    return (
      <Reason>
        <Trans>
          This title can only be bought and watched in Japan. You appear to be outside Japan.
        </Trans>
      </Reason>
    )
  if (by === 'ended')
    return (
      <Reason>
        <Trans>The sale has ended.</Trans>
      </Reason>
    )
  if (by === 'full')
    return (
      <Reason>
        <Trans>You have reached the limit of {terms.restriction!.maximum} per person.</Trans>
      </Reason>
    )
  return terms.sale === 'before' ? <BeforeSale {...props} /> : null
}

/** Says when the sale opens for the reader; people on an early list may buy before the others. */
function BeforeSale({ asset, copy, terms, now }: ObstacleProps) {
  const early = terms.restriction?.early_from
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-2">
        {copy.status === 'reserved_for_you' && (
          <>
            <Trans>No. {copy.number} is reserved for you.</Trans>
            <Gap />
          </>
        )}
        {early ? (
          <Trans>
            The sale opens on <UpcomingDateTime at={early} /> for you and on{' '}
            <UpcomingDateTime at={asset.sale_starting_at!} /> for everyone else.
          </Trans>
        ) : (
          <Trans>
            The sale opens on <UpcomingDateTime at={asset.sale_starting_at!} />.
          </Trans>
        )}
      </p>
      <Countdown until={early ?? asset.sale_starting_at!} now={now} />
    </div>
  )
}

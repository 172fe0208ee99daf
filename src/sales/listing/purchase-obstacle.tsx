import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { Countdown } from '#src/ui/countdown.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { mustWait } from '#src/sales/waiting-room/waiting-link.tsx'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { SaleWindow } from './sale-window.tsx'
import { Reason } from './unavailable-reason.tsx'

/** The conditions under which the reader can buy a copy that is for sale. */
export interface Terms {
  sale: SaleWindow
  /** The reader's restriction, possibly slightly outdated. Guests have none. */
  restriction: AcquisitionRestriction | undefined
  /** The waiting room of the title's first sale, if it has one. */
  waitingRoom: WaitingRoom | null
}

/** The reason why the reader cannot buy a copy: for good, or until their turn or the start. */
export type PurchaseObstacle = 'region' | 'ended' | 'full' | 'waiting_room' | 'before'

interface Props {
  asset: ReplyOf<typeof getAsset>
  copy: SerialOfTitle
  terms: Terms
  now: string
}

/** Returns the first obstacle to a purchase. The server refuses an order for the same reasons. */
export function purchaseObstacle({ asset, copy, terms, now }: Props): PurchaseObstacle | undefined {
  const { sale, restriction, waitingRoom } = terms
  if (!asset.available_here) return 'region'
  if (sale === 'ended') return 'ended'
  if (restriction?.remaining === 0) return 'full'
  if (waitingRoom && copy.is_primary && copy.status === 'buyable') {
    const isEarly = sale === 'open' && Date.parse(now) < Date.parse(waitingRoom.starts_at)
    if (mustWait(waitingRoom, isEarly)) return 'waiting_room'
  }
  return sale === 'before' ? 'before' : undefined
}

/** Returns the obstacle to getting a copy in a trade. The server refuses an offer for the same reasons. */
export function tradeObstacle({
  asset,
  terms: { sale },
}: Pick<Props, 'asset' | 'terms'>): PurchaseObstacle | undefined {
  if (!asset.available_here) return 'region'
  return sale === 'open' ? undefined : sale
}

/** Explains an obstacle in a sentence, with a countdown before the start. */
export function PurchaseObstacleNote(props: Props & { by: PurchaseObstacle }) {
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
function BeforeSale({ asset, copy, terms, now }: Props) {
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

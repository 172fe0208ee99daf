import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { Countdown } from '#src/ui/countdown.tsx'
import { WhenToCome } from '#src/ui/when.tsx'
import { mustWait } from '#src/sales/waiting-room/waiting-link.tsx'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { SaleWindow } from './sale-window.tsx'
import { Reason } from './why-not.tsx'

/** On what a copy that is for sale can be had. */
export interface Terms {
  sale: SaleWindow
  /** For the reader; guests have none, and it may be of a moment ago. */
  restriction: AcquisitionRestriction | undefined
  /** That the title's first sale goes through. */
  room: WaitingRoom | null
}

/** What keeps a reader from a copy that is for sale: for good, or until their turn or the start. */
export type Hindrance = 'region' | 'ended' | 'full' | 'room' | 'before'

interface Props {
  asset: ReplyOf<typeof getAsset>
  copy: SerialOfTitle
  terms: Terms
  now: string
}

/** The first of them that is in the way; the house refuses an order for the same reasons. */
export function hindranceOf({ asset, copy, terms, now }: Props): Hindrance | undefined {
  const { sale, restriction, room } = terms
  if (!asset.available_here) return 'region'
  if (sale === 'ended') return 'ended'
  if (restriction?.remaining === 0) return 'full'
  if (room && copy.is_primary && copy.status === 'buyable') {
    const isEarly = sale === 'open' && Date.parse(now) < Date.parse(room.starts_at)
    if (mustWait(room, isEarly)) return 'room'
  }
  return sale === 'before' ? 'before' : undefined
}

/** The same in a sentence, until the start with the time that is left. */
export function Hindered(props: Props & { by: Hindrance }) {
  const { by, terms } = props
  if (by === 'region')
    return (
      <Reason>
        <Trans>This title can be bought and watched in Japan only, and you are elsewhere.</Trans>
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
        <Trans>
          You have as many of these as one person may have: {terms.restriction!.maximum}.
        </Trans>
      </Reason>
    )
  return terms.sale === 'before' ? <BeforeSale {...props} /> : null
}

/** Until the reader may buy: for people of an early list that is before the others may. */
function BeforeSale({ asset, copy, terms, now }: Props) {
  const early = terms.restriction?.early_from
  return (
    <div className="grid gap-3">
      <p className="text-small text-ink-2">
        {copy.status === 'reserved_for_you' && (
          <>
            <Trans>No. {copy.number} is reserved for you: nobody else can buy it.</Trans>{' '}
          </>
        )}
        {early ? (
          <Trans>
            For you the sale opens on <WhenToCome at={early} />, for everybody on{' '}
            <WhenToCome at={asset.sale_starting_at!} />.
          </Trans>
        ) : (
          <Trans>
            The sale opens on <WhenToCome at={asset.sale_starting_at!} />.
          </Trans>
        )}
      </p>
      <Countdown until={early ?? asset.sale_starting_at!} now={now} />
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { ScreeningLink } from '#src/catalog/asset/screening-link.tsx'
import { type getSerial, isToBuy, isToShow } from '#src/catalog/serial/serial.shared.ts'
import { type Deal, dealPages } from '#src/sales/deal/deal.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { RentalTerms } from './rental-terms.shared.ts'
import { purchaseObstacle, type Terms } from './purchase-obstacle.tsx'
import { PurchaseNotes } from './purchase-notes.tsx'
import { useRentAction, useWatchAction, CurrentRental } from './rental-actions.tsx'
import { SignedInLink } from './signed-in-link.tsx'

const OwnerActions = lazyPart(
  'owner-actions',
  async () => (await import('./owner-actions.tsx')).OwnerActions,
)

const WaitingLink = lazyPart(
  'waiting-link',
  async () => (await import('#src/sales/waiting-room/waiting-link.tsx')).WaitingLink,
  { isSeenFirst: true },
)

type Copy = ReplyOf<typeof getSerial>
type Title = ReplyOf<typeof getAsset>

/** The main action on a copy: `full` for the ticket, `short` for the bar. */
export interface MainAction {
  full: ReactNode
  short: ReactNode
}

/** Returns the main action: watch an own copy, go on paying for a held one, buy, or rent. */
export function useMainAction(
  asset: Title,
  copy: Copy,
  terms: Terms,
  now: string,
): MainAction | undefined {
  const { t } = useLingui()
  const watch = useWatchAction(asset, copy.number)
  const renting = useRentAction(asset, copy)
  const { kid } = asset
  const { number, status, sale_price, my_payment } = copy
  if (copy.mine && status !== 'being_rented' && asset.published_at !== null) return watch
  if (my_payment) {
    const to = `/payment/${dealPages[my_payment as Deal]}/${kid}?no=${number}`
    const pay = (wide?: boolean) => (
      <LinkButton look="main" to={to} wide={wide}>
        {t`Continue payment`}
      </LinkButton>
    )
    return { full: pay(true), short: pay() }
  }
  if (asset.is_hidden || !isToBuy(copy)) return renting
  if (sale_price === null) return undefined
  const { waitingRoom } = terms
  const by = purchaseObstacle({ asset, copy, terms, now })
  if (waitingRoom && by === 'waiting_room')
    return {
      full: <WaitingLink waitingRoom={waitingRoom} wide />,
      short: <WaitingLink waitingRoom={waitingRoom} />,
    }
  if (by) return undefined
  const buy = (label: string, wide?: boolean) => (
    <SignedInLink to={`/payment/purchase/${kid}?no=${number}`} wide={wide}>
      {label}
    </SignedInLink>
  )
  return { full: buy(t`Buy No. ${number} for ${formatYen(sale_price)}`, true), short: buy(t`Buy`) }
}

/** Shows the actions that a copy allows besides `main`, or the reason why it allows none. */
export function TicketActions(props: {
  asset: Title
  copy: Copy
  rentals: RentalTerms | null
  terms: Terms
  now: string
  main: ReactNode
}) {
  const { asset, copy, rentals, terms, now, main } = props
  return (
    <div className="grid gap-3 empty:hidden" data-keeps-focus>
      <CurrentRental asset={asset} shown={copy.number} />
      {main}
      {isToShow(asset, copy) && <ScreeningLink asset={asset} number={copy.number} />}
      {copy.mine ? (
        <OwnerActions asset={asset} copy={copy} rentals={rentals} now={now} />
      ) : (
        <PurchaseNotes asset={asset} copy={copy} terms={terms} now={now} />
      )}
    </div>
  )
}

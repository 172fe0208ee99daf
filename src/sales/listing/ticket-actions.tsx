import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type getSerial, isToBuy } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { WaitingLink } from '#src/sales/waiting-room/waiting-link.tsx'
import { hindranceOf, type Terms } from './hindrance.tsx'
import { OthersCopy } from './others-copy.tsx'
import { OwnCopy } from './own-copy.tsx'
import { useRentAction, useWatchAction, YouRent } from './renting-part.tsx'
import { SignedInLink } from './signed-in-link.tsx'

type Copy = ReplyOf<typeof getSerial>
type Title = ReplyOf<typeof getAsset>

/** The one thing to do with a copy, at full length for the ticket and short for the bar. */
export interface MainAction {
  full: ReactNode
  short: ReactNode
}

/** Watch one's own copy, pay for one that is held for one, buy or rent where that can be done. */
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
    const to = `/payment/${my_payment}/${kid}?no=${number}`
    const pay = (wide?: boolean) => (
      <LinkButton look="main" to={to} wide={wide}>
        {t`Go on paying`}
      </LinkButton>
    )
    return { full: pay(true), short: pay() }
  }
  if (!isToBuy(copy)) return renting
  if (sale_price === null) return undefined
  const { room } = terms
  const by = hindranceOf({ asset, copy, terms, now })
  if (room && by === 'room')
    return { full: <WaitingLink room={room} wide />, short: <WaitingLink room={room} /> }
  if (by) return undefined
  const buy = (label: string, wide?: boolean) => (
    <SignedInLink to={`/payment/purchase/${kid}?no=${number}`} wide={wide}>
      {label}
    </SignedInLink>
  )
  return { full: buy(t`Buy No. ${number} for ${formatYen(sale_price)}`, true), short: buy(t`Buy`) }
}

/** What can be done with a copy, and where nothing can, why. Only what is allowed is shown. */
export function TicketActions(props: {
  asset: Title
  copy: Copy
  terms: Terms
  now: string
  main: MainAction | undefined
}) {
  const { asset, copy, terms, now, main } = props
  return (
    <div className="grid gap-3">
      <YouRent asset={asset} />
      {main?.full}
      {copy.mine ? (
        <OwnCopy {...{ asset, copy, now }} />
      ) : (
        <OthersCopy {...{ asset, copy, terms, now }} />
      )}
    </div>
  )
}

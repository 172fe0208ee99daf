import { Trans, useLingui } from '@lingui/react/macro'
import { usePersonName } from '#src/ui/person-name.tsx'
import { SharesBar } from '#src/ui/shares-bar.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { TopUp, TradeOffer } from './trade.shared.ts'

/** Shows who gets which share of a top-up. `receiver`: the other person, or undefined for the reader. */
export function TopUpShares({
  topUp: { price, net, royalty, platform_fee },
  receiver,
}: {
  topUp: Omit<TopUp, 'paid_by'>
  receiver: string | undefined
}) {
  const { t } = useLingui()
  const shares = [
    { label: receiver ?? t`You`, yen: net },
    { label: t`Creator`, yen: royalty },
    { label: 'Renban', yen: platform_fee },
  ]
  return <SharesBar total={price} shares={shares.filter(({ yen }, i) => i !== 1 || yen > 0)} />
}

/** Returns who pays an offer’s top-up and who gets it, seen from the reader’s side; undefined without one. */
export function topUpOf({ top_up, direction, submitted, requested }: TradeOffer) {
  if (!top_up) return undefined
  const isPaidByReader = (top_up.paid_by === 'offeror') === (direction === 'sent')
  const partner = (direction === 'sent' ? requested : submitted).owner_username
  return { ...top_up, isPaidByReader, partner }
}

/** States an offer’s top-up in a sentence; nothing without one. */
export function TopUpLine({ offer }: { offer: TradeOffer }) {
  const personName = usePersonName()
  const topUp = topUpOf(offer)
  if (!topUp) return null
  const { price, net, isPaidByReader } = topUp
  const partner = personName(topUp.partner)
  const [all, rest] = [formatYen(price), formatYen(net)]
  return (
    <p className="font-semibold">
      {isPaidByReader ? (
        <Trans>You also pay {all}.</Trans>
      ) : (
        <Trans>
          {partner} also pays {all}. You get {rest} of it.
        </Trans>
      )}
    </p>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { GiftChoice, useGiftChoice } from './gift-choice.tsx'
import { PurchaseObstacleNote } from '#src/sales/listing/obstacle-note.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { WaitingLink } from '#src/sales/waiting-room/waiting-link.tsx'
import type { useBuying } from './buying.tsx'
import type { Offer } from './confirm-page.tsx'
import type { LiveOffer } from './live-offer.tsx'
import { SettleForm } from './settle-form.tsx'

type Props = Pick<Offer, 'balance' | 'card' | 'settings'> & ReturnType<typeof useBuying>

/** Buys all copies of the page, or none, once no obstacle is left. */
export function BuyForm({ offer, buy, ...rest }: Props) {
  const { asset, copies, offered, price, before, isChanged, clock } = offer
  const { t } = useLingui()
  const numbers = offered.map((copy) => copy.number)
  const number = numbers[0]!
  const gift = useGiftChoice(copies.length, rest.settings.gift_days_max, clock)
  return (
    <SettleForm
      deal="sale"
      {...rest}
      asset={asset}
      numbers={numbers}
      price={price}
      before={before}
      button={
        copies.length === 1
          ? t`Buy No. ${number} for ${formatYen(price)}`
          : t`Buy ${copies.length} copies for ${formatYen(price)}`
      }
      short={t`Buy`}
      onPay={(used) => {
        const terms = gift.read()
        if (terms !== 'wrong') buy(used, terms)
      }}
      instead={instead(offer)}
    >
      {rest.settings.gift_enabled && (
        <GiftChoice gift={gift} copies={copies.length} settings={rest.settings} now={offer.now} />
      )}
      <output className="empty:hidden">
        {offered.length < copies.length ? (
          <Gone {...offer} />
        ) : (
          isChanged && (
            <Note tone="warn">
              <Trans>The price just changed to {formatYen(price)}.</Trans>
            </Note>
          )
        )}
      </output>
    </SettleForm>
  )
}

/** Says what has to happen before the button appears: drop copies that are gone, or wait. */
function instead(offer: LiveOffer): ReactNode {
  const { asset, copies, offered, now } = offer
  if (offered.length < copies.length) return <GoOn {...offer} />
  const copy = offered.find(({ by }) => by !== undefined)
  if (!copy?.by || copy.by === 'mine' || copy.by === 'gone') return undefined
  const { terms, by } = copy
  return (
    <div className="grid gap-4">
      <PurchaseObstacleNote asset={asset} copy={copy} terms={terms} now={now} by={by} />
      {by === 'waiting_room' && (
        <>
          <p className="text-small text-ink-2">
            <Trans>This sale has a waiting room. You can buy here when it is your turn.</Trans>
          </p>
          <WaitingLink waitingRoom={terms.waitingRoom!} wide />
        </>
      )}
    </div>
  )
}

/** Names the copies that can no longer be bought. */
function Gone({ copies, offered }: LiveOffer) {
  const { t, i18n } = useLingui()
  const gone = copies
    .filter((copy) => !offered.includes(copy))
    .map(({ number }) => t`No. ${number}`)
  const numbers = new Intl.ListFormat(i18n.locale).format(gone)
  return (
    <Note tone="warn">
      <Trans>
        {numbers} cannot be bought right now. You receive all copies of an order or none. You were
        not charged.
      </Trans>
    </Note>
  )
}

/** Offers the remaining copies with one press, and keeps what was entered. */
function GoOn({ offered }: LiveOffer) {
  const { number } = offered[0]!
  const rest = offered.map((copy) => `no=${copy.number}`).join('&')
  return (
    <LinkButton look="main" wide replace preventScrollReset to={`?${rest}`}>
      {offered.length === 1 ? (
        <Trans>Continue with No. {number} only</Trans>
      ) : (
        <Trans>Continue with the other {offered.length}</Trans>
      )}
    </LinkButton>
  )
}

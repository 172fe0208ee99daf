import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#core/endpoint.ts'
import { useAsGuest, useReader } from '#src/account/reader.tsx'
import { useSignIn } from '#src/account/sign-in.tsx'
import type { Asset } from '#src/asset/asset.shape.ts'
import type { getSerial } from '#src/serial/serial.shape.ts'
import { watchPath } from '#src/serial/watch-path.tsx'
import { Link } from 'react-router'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { When, WhenToCome } from '#src/ui/when.tsx'
import { formatYen } from '#src/ui/yen.ts'

type Copy = ReplyOf<typeof getSerial>

/** The one thing to do with a copy, at full length for the ticket and short for the bar. */
export interface MainAction {
  full: ReactNode
  short: ReactNode
}

/** Watch it where a copy is the reader's, buy it where it can be bought, else nothing. */
export function useMainAction(asset: Asset, copy: Copy, now: string): MainAction | undefined {
  const { t } = useLingui()
  const { kid } = asset
  const { number, status, sale_price } = copy
  if (copy.mine && status !== 'being_rented' && asset.published_at !== null) {
    const words = { video: t`Watch`, audio: t`Listen`, image: t`View`, unknown: t`Open` }
    const link = (label: string, wide?: boolean) => (
      <LinkButton look="main" icon="play" wide={wide} to={watchPath(kid, number)}>
        {label}
      </LinkButton>
    )
    return { full: link(words[asset.media_type], true), short: link(words[asset.media_type]) }
  }
  if (status !== 'buyable' || sale_price === null || windowOf(asset, now) !== 'open')
    return undefined
  const buy = (label: string, wide?: boolean) => (
    <BuyLink to={`/payment/purchase/${kid}?no=${number}`} wide={wide}>
      {label}
    </BuyLink>
  )
  return { full: buy(t`Buy No. ${number} for ${formatYen(sale_price)}`, true), short: buy(t`Buy`) }
}

/** A guest is asked to sign in first and then comes to the same place. */
function BuyLink({ to, wide, children }: { to: string; wide?: boolean; children: ReactNode }) {
  const reader = useReader()
  const asGuest = useAsGuest()
  const signIn = useSignIn()
  const toast = useToast()
  return (
    <LinkButton
      look="main"
      wide={wide}
      to={to}
      onClick={(event) => {
        if (reader) return
        event.preventDefault()
        if (asGuest) toast({ message: <Trans>Guests are asked to sign in here.</Trans> })
        else signIn({ next: to })
      }}
    >
      {children}
    </LinkButton>
  )
}

/** Whether a title's sale has begun and not ended. */
export function windowOf(asset: Asset, now: string): 'before' | 'open' | 'ended' {
  const { sale_starting_at: start, sale_ending_at: end } = asset
  if (start !== null && Date.parse(start) > Date.parse(now)) return 'before'
  return end !== null && Date.parse(end) <= Date.parse(now) ? 'ended' : 'open'
}

/** What can be done with a copy, and where nothing can, why. Only what is allowed is shown. */
export function TicketActions(props: {
  asset: Asset
  copy: Copy
  now: string
  main: MainAction | undefined
  /** The sale has just begun. */
  onOpen: () => void
  onList: () => void
  onDelist: () => void
}) {
  const { asset, copy, now, main, onOpen, onList, onDelist } = props
  return (
    <div className="grid gap-3">
      {main?.full}
      {copy.mine ? (
        <OwnCopy {...{ asset, copy, onList, onDelist }} />
      ) : (
        <OthersCopy {...{ asset, copy, now, onOpen }} />
      )}
    </div>
  )
}

function OwnCopy(props: { asset: Asset; copy: Copy; onList: () => void; onDelist: () => void }) {
  const { asset, copy, onList, onDelist } = props
  const { t } = useLingui()
  const isCreator = useReader()?.account_id === asset.creator_account_id
  const { number, status } = copy
  if (status === 'being_purchased')
    return (
      <Reason>
        <Trans>Somebody is paying for No. {number} right now.</Trans>
      </Reason>
    )
  if (status === 'not_listed' && !isCreator && !asset.asset_kid_setting.secondary_sale_enabled)
    return (
      <Reason>
        <Trans>The creator does not allow this title to be sold on.</Trans>
      </Reason>
    )
  if (status === 'not_listed')
    return (
      <Button wide onClick={onList}>
        {t`Sell No. ${number}`}
      </Button>
    )
  const isOffered = status === 'buyable' || status === 'rentable' || status === 'offered_in_trade'
  if (isOffered || (status === 'preparing' && copy.sale_price !== null))
    return (
      <>
        <Button wide onClick={onDelist}>
          {t`Stop selling No. ${number}`}
        </Button>
        {status === 'preparing' && (
          <Reason>
            <Trans>No. {number} is being prepared. It opens in a moment.</Trans>
          </Reason>
        )}
      </>
    )
  return <WhyNot copy={copy} />
}

function OthersCopy(props: { asset: Asset; copy: Copy; now: string; onOpen: () => void }) {
  const { asset, copy, now, onOpen } = props
  if (copy.status !== 'buyable') return <WhyNot copy={copy} />
  const sale = windowOf(asset, now)
  if (sale === 'before')
    return (
      <div className="grid gap-3">
        <p className="text-small text-ink-2">
          <Trans>
            The sale opens on <WhenToCome at={asset.sale_starting_at!} />.
          </Trans>
        </p>
        <Countdown until={asset.sale_starting_at!} now={now} onEnd={onOpen} />
      </div>
    )
  if (sale === 'ended')
    return (
      <Reason>
        <Trans>The sale has ended.</Trans>
      </Reason>
    )
  return (
    <p className="text-hint text-ink-2">
      {asset.only_japan_accessible ? (
        <Trans>In Japan only. The copy is held for you while you pay.</Trans>
      ) : (
        <Trans>The copy is held for you while you pay.</Trans>
      )}
    </p>
  )
}

function WhyNot({ copy }: { copy: Copy }) {
  const { number, status, held_until } = copy
  return (
    <Reason>
      {status === 'being_purchased' && held_until && (
        <Trans>
          Somebody is paying for No. {number}. If they do not, it is free again at{' '}
          <When at={held_until} detail="time" />.
        </Trans>
      )}
      {status === 'preparing' && (
        <Trans>No. {number} is being prepared. It opens in a moment.</Trans>
      )}
      {status === 'being_rented' && <Trans>No. {number} is rented out.</Trans>}
      {status === 'reserved_for_another' && (
        <Trans>No. {number} is reserved for someone else.</Trans>
      )}
      {status === 'reserved_for_you' && (
        <Trans>
          No. {number} is reserved for you: <Link to="/coupons">take it</Link>.
        </Trans>
      )}
      {status === 'downloaded' && copy.mine && (
        <Trans>No. {number} was downloaded. Delete the download before you offer it.</Trans>
      )}
      {(status === 'not_listed' || status === 'not_available' || isHeld(copy)) && (
        <Trans>No. {number} is not for sale now. Choose another number on the board.</Trans>
      )}
      {status === 'rentable' && <Trans>No. {number} is to rent, not for sale.</Trans>}
      {status === 'offered_in_trade' && <Trans>No. {number} is open to trade, not for sale.</Trans>}
    </Reason>
  )
}

const isHeld = ({ status, mine }: Copy) => status === 'downloaded' && !mine

const Reason = ({ children }: { children: ReactNode }) => (
  <p className="text-small text-ink-2">{children}</p>
)

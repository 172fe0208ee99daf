import { Trans } from '@lingui/react/macro'
import { useReader } from '#src/accounts/account/reader.tsx'
import { START_WITHIN_DAYS } from '#src/catalog/rental-period/rental-period.shared.ts'
import { isToBuy, isToRent } from '#src/catalog/serial/serial.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { PurchaseObstacleNote } from './obstacle-note.tsx'
import { purchaseObstacle, tradeObstacle } from './purchase-obstacle.tsx'
import type { NotesProps as Props } from './purchase-notes.tsx'
import { SignedInLink } from './signed-in-link.tsx'
import { Reason, UnavailableReason } from './unavailable-reason.tsx'

/** Shows what to know about another person's copy that the reader cannot simply buy. */
export function OtherNotes({ asset, copy, terms, now }: Props) {
  const { restriction } = terms
  const mayTrade = useReader()?.role !== 'ADMIN'
  if (copy.my_payment) return <HeldForYou copy={copy} now={now} />
  if (asset.is_hidden) return null // a notice says that nothing is offered
  if (copy.distribution_id) return <ToClaim copy={copy} to={copy.distribution_id} />
  if (isToRent(copy)) return <ToRent asset={asset} copy={copy} />
  const isForTrade = copy.status === 'offered_in_trade' && mayTrade
  if (!isForTrade && !isToBuy(copy))
    return <UnavailableReason copy={copy} now={now} byList={restriction?.reserved_by === 'list'} />
  const by = isForTrade
    ? tradeObstacle({ asset, terms })
    : purchaseObstacle({ asset, copy, terms, now })
  if (by) return <PurchaseObstacleNote asset={asset} copy={copy} terms={terms} now={now} by={by} />
  return isForTrade && <ToTrade copy={copy} />
}

/** Leads to the free distribution of a copy. */
function ToClaim({ copy: { number }, to }: Pick<Props, 'copy'> & { to: string }) {
  return (
    <>
      <LinkButton look="main" wide to={`/distributions/${to}`}>
        <Trans>Get a copy for free</Trans>
      </LinkButton>
      <Reason>
        <Trans>No. {number} is being given away. Each person gets the next free number.</Trans>
      </Reason>
    </>
  )
}

/** Leads to an offer for a copy that is open to trade. */
function ToTrade({ copy: { asset_token_id, number } }: Pick<Props, 'copy'>) {
  return (
    <>
      <SignedInLink to={`/asset/${asset_token_id}/offer`} wide>
        <Trans>Offer a trade for No. {number}</Trans>
      </SignedInLink>
      <Reason>
        <Trans>Its owner swaps it for another copy. You can offer one of yours.</Trans>
      </Reason>
    </>
  )
}

/** Says how long a copy stays held for the reader, who has started to pay for it. */
function HeldForYou({ copy: { number, held_until }, now }: Pick<Props, 'copy' | 'now'>) {
  if (held_until === null) return null
  return (
    <Reason>
      <Trans>
        You have started to pay for No. {number}. We hold it for another{' '}
        <TimeLeft until={held_until} now={now} />.
      </Trans>
    </Reason>
  )
}

/** Shows what to know before renting a copy. Sale times and holding limits apply to sales only. */
function ToRent({ asset, copy }: Pick<Props, 'asset' | 'copy'>) {
  if (!asset.available_here)
    return (
      <Reason>
        <Trans>
          This title can only be rented and watched in Japan. You appear to be outside Japan.
        </Trans>
      </Reason>
    )
  if (asset.my_rented_number !== null) return null
  return (
    <p className="text-hint text-ink-2">
      {asset.only_japan_accessible && (
        <>
          <Trans>Available in Japan only.</Trans>
          <Gap />
        </>
      )}
      {copy.rental_clock === 'first_play' ? (
        <Trans>
          The rental period starts with the first play, within {START_WITHIN_DAYS} days of payment.
          We hold the copy while you pay.
        </Trans>
      ) : (
        <Trans>The rental period starts when you pay. We hold the copy while you pay.</Trans>
      )}
    </p>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { MessageQuote } from '#src/catalog/moderation/message-quote.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { TopUpLine } from './top-up-shares.tsx'
import { TradePair } from './trade-copy.tsx'
import {
  declineTradeOffer,
  type OfferStatus,
  type TradeOffer,
  withdrawTradeOffer,
} from './trade.shared.ts'
import { usePersonName } from '#src/ui/person-name.tsx'

const AcceptDialog = lazyDialog(() => import('./accept-dialog.tsx'), 'AcceptDialog')

/** Shows an offer from the reader's side: what they give and get, from or to whom, and how it stands. */
export function OfferCard({ offer }: { offer: TradeOffer }) {
  const isSent = offer.direction === 'sent'
  const [give, get] = isSent
    ? [offer.submitted, offer.requested]
    : [offer.requested, offer.submitted]
  const partner = usePersonName()(get.owner_username)
  return (
    <article className="panel grid gap-5 p-4 sm:grid-cols-[minmax(0,360px)_minmax(0,1fr)] sm:p-5">
      <TradePair give={give} get={get} isDone={offer.status === 'accepted'} />
      <div className="grid content-start gap-3">
        <OfferState offer={offer} />
        <TopUpLine offer={offer} />
        <p className="text-small text-ink-2">
          {isSent ? (
            <Trans>
              To {partner} on <DateTime at={offer.created_at} />
            </Trans>
          ) : (
            <Trans>
              From {partner} on <DateTime at={offer.created_at} />
            </Trans>
          )}
        </p>
        {offer.counters && (
          <p className="text-small text-ink-2">
            <Trans>This is a counter-offer.</Trans>
          </p>
        )}
        <MessageQuote
          thing={{ of: 'trade_offer', id: offer.id }}
          message={offer.message}
          message_hidden={offer.message_hidden}
          isOwn={isSent}
          className="grid gap-1"
        />
        {offer.status === 'awaiting_acceptance' && (
          <>
            <p className="text-small text-ink-2">
              <Trans>
                The offer ends on <UpcomingDateTime at={offer.expires_at} />.
              </Trans>
            </p>
            {isSent ? <Withdraw offer={offer} /> : <Answer offer={offer} />}
          </>
        )}
      </div>
    </article>
  )
}

const tones: Record<OfferStatus, Tone> = {
  awaiting_acceptance: 'warn',
  accepted: 'ok',
  canceled: 'mute',
}

/** Names how an offer stands, and how it ended. */
function OfferState({ offer: { status, ending, direction } }: { offer: TradeOffer }) {
  const { t } = useLingui()
  const words: Record<OfferStatus, string> = {
    awaiting_acceptance: t`In offer`,
    accepted: t`Complete`,
    canceled: t({ message: 'Failed', context: 'trade' }),
  }
  const bySender = direction === 'sent'
  const endings: Record<NonNullable<TradeOffer['ending']>, ReactNode> = {
    declined: bySender ? <Trans>It was declined.</Trans> : <Trans>You declined it.</Trans>,
    countered: bySender ? (
      <Trans>It was answered with a counter-offer.</Trans>
    ) : (
      <Trans>You made a counter-offer.</Trans>
    ),
    withdrawn: bySender ? <Trans>You withdrew it.</Trans> : <Trans>It was withdrawn.</Trans>,
    lapsed: <Trans>No one answered in time.</Trans>,
    spoiled: <Trans>One of the copies was no longer open to trade.</Trans>,
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <StateTag tone={tones[status]} icon={status === 'canceled' ? 'close' : 'trade'}>
        {words[status]}
      </StateTag>
      {ending && <span>{endings[ending]}</span>}
    </p>
  )
}

/** Accepts, declines or answers an offer that the reader has received. */
function Answer({ offer }: { offer: TradeOffer }) {
  const { t } = useLingui()
  const [isAccepting, setAccepting] = useState(false)
  const [given, got] = [offer.requested.number, offer.submitted.number]
  const decline = useEnding(declineTradeOffer, t`You declined the offer.`)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button look="main" onClick={() => setAccepting(true)}>
          <Trans>
            Trade No. {given} for No. {got}
          </Trans>
        </Button>
        <LinkButton to={`/asset/${offer.submitted.asset_token_id}/offer?counters=${offer.id}`}>
          <Trans>Make a counter-offer</Trans>
        </LinkButton>
        <Button busy={decline.isPending} onClick={() => decline.end(offer.id)}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      <RefusalMessage error={decline.error} />
      {isAccepting && <AcceptDialog offer={offer} onClose={() => setAccepting(false)} />}
    </>
  )
}

function Withdraw({ offer }: { offer: TradeOffer }) {
  const { t } = useLingui()
  const withdraw = useEnding(withdrawTradeOffer, t`You withdrew the offer.`)
  return (
    <>
      <div>
        <Button busy={withdraw.isPending} onClick={() => withdraw.end(offer.id)}>
          <Trans>Withdraw the offer</Trans>
        </Button>
      </div>
      <RefusalMessage error={withdraw.error} />
    </>
  )
}

/** Returns a function that ends an offer by a call and says so in a toast. */
function useEnding(endpoint: typeof declineTradeOffer, message: string) {
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const ending = useEndpointMutation(endpoint, { afterAnswer: refetchAll })
  const end = (id: string) => ending.mutate({ id }, { onSuccess: () => toast({ message }) })
  return { ...ending, end }
}

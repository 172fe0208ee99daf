import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { CopyLink, CopyTile } from '#src/sales/trade/trade-copy.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { acceptProposal, declineTradeProposal, type TradeProposal } from './matching.shared.ts'

/** The copies of a proposal from the reader's side, and the people they go to and come from. */
export function partsOf({ sides }: TradeProposal) {
  const [mine, next, last] = [sides[0]!, sides[1]!, sides.at(-1)!]
  return {
    give: mine.gives,
    receiver: next.gives.owner_username,
    get: last.gives,
    giver: last.gives.owner_username,
  }
}

/** Shows a proposed trade from the reader's side: what they give and get, and how it stands. */
export function ProposalCard({ proposal }: { proposal: TradeProposal }) {
  const { status, sides } = proposal
  const { give, receiver, get, giver } = partsOf(proposal)
  const isSettled = status === 'settled'
  return (
    <article className="panel grid gap-5 p-4 sm:grid-cols-[minmax(0,360px)_minmax(0,1fr)] sm:p-5">
      <div className="grid grid-cols-[1fr_24px_1fr] items-start gap-2">
        <div>
          <p className="mb-2 text-hint text-ink-2 wrap-anywhere">
            <Trans>You give {receiver}</Trans>
          </p>
          <CopyTile copy={give} mine={!isSettled} />
        </div>
        <Icon name="trade" size={22} className="mt-20 justify-self-center" />
        <div>
          <p className="mb-2 text-hint text-ink-2 wrap-anywhere">
            <Trans>You get from {giver}</Trans>
          </p>
          <CopyTile copy={get} mine={isSettled} />
        </div>
      </div>
      <div className="grid content-start gap-3">
        <ProposalState proposal={proposal} />
        {sides.length === 3 && <Third proposal={proposal} />}
        {status === 'open' ? (
          <Answer proposal={proposal} />
        ) : (
          <p className="text-small text-ink-2">
            <DateTime at={proposal.ended_at!} />
          </p>
        )}
      </div>
    </article>
  )
}

/** Names the exchange between the two others in a trade of three. */
function Third({ proposal: { sides } }: { proposal: TradeProposal }) {
  const [from, to] = [sides[1]!.gives.owner_username, sides[2]!.gives.owner_username]
  return (
    <p className="text-small text-ink-2 wrap-anywhere">
      <Trans>
        {from} gives {to}
      </Trans>{' '}
      <CopyLink copy={sides[1]!.gives} />
    </p>
  )
}

function ProposalState({ proposal }: { proposal: TradeProposal }) {
  const { status, sides, declined_by_me } = proposal
  const accepted = sides.filter(({ has_accepted }) => has_accepted).length
  const of = sides.length
  if (status === 'open')
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <StateTag tone="warn" icon="trade">
          <Trans>Proposed</Trans>
        </StateTag>
        <Plural
          value={accepted}
          _0={`No one has accepted yet.`}
          one={`# of ${of} people has accepted.`}
          other={`# of ${of} people have accepted.`}
        />
      </p>
    )
  const endings = {
    settled: <Trans>Everyone accepted.</Trans>,
    declined: declined_by_me ? (
      <Trans>You declined it.</Trans>
    ) : (
      <Trans>Another person declined.</Trans>
    ),
    lapsed: <Trans>Not everyone answered in time.</Trans>,
    spoiled: <Trans>One of the copies is no longer open to trade.</Trans>,
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <StateTag
        tone={status === 'settled' ? 'ok' : 'mute'}
        icon={status === 'settled' ? 'trade' : 'close'}
      >
        {status === 'settled' ? <Trans>Complete</Trans> : <Trans context="trade">Failed</Trans>}
      </StateTag>
      <span>{endings[status]}</span>
    </p>
  )
}

/** Accepts or declines an open proposal; who has accepted may still decline. */
function Answer({ proposal }: { proposal: TradeProposal }) {
  const { t } = useLingui()
  const { id, sides, expires_at } = proposal
  const [isAccepting, setAccepting] = useState(false)
  const { give, receiver, get, giver } = partsOf(proposal)
  const [given, got, title, givenTitle] = [give.number, get.number, get.title, give.title]
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const accept = useEndpointMutation(acceptProposal, { afterRefusal: refetchAll })
  const decline = useEndpointMutation(declineTradeProposal, { afterRefusal: refetchAll })
  const hasAccepted = sides[0]!.has_accepted
  function finish({ status }: TradeProposal) {
    void refetchAll()
    setAccepting(false)
    const messages: Partial<Record<TradeProposal['status'], string>> = {
      settled: t`No. ${got} of “${title}” is yours.`,
      open: t`You accepted. We will email you when everyone has.`,
    }
    toast({
      message: messages[status] ?? t`The trade ended: a copy can no longer change hands.`,
    })
  }
  const onDecline = () =>
    decline.mutate(
      { id },
      {
        onSuccess: () => {
          void refetchAll()
          toast({ message: t`You declined the trade.` })
        },
      },
    )
  return (
    <>
      <p className="text-small text-ink-2">
        <Trans>
          The copies change hands once everyone has accepted, until{' '}
          <UpcomingDateTime at={expires_at} />.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        {!hasAccepted && (
          <Button look="main" onClick={() => setAccepting(true)}>
            <Trans>
              Trade No. {given} for No. {got}
            </Trans>
          </Button>
        )}
        <Button busy={decline.isPending} onClick={onDecline}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      {hasAccepted && (
        <p className="text-small">
          <Trans>You have accepted. You can still decline until everyone has.</Trans>
        </p>
      )}
      <RefusalMessage error={decline.error} />
      {isAccepting && (
        <ConfirmDialog
          title={t`Trade No. ${given} for No. ${got}?`}
          doing={accept}
          keep={<Trans>Cancel</Trans>}
          action={
            <Trans>
              Trade No. {given} for No. {got}
            </Trans>
          }
          onAction={() => accept.mutate({ id }, { onSuccess: finish })}
          onClose={() => setAccepting(false)}
        >
          <Trans>
            You give No. {given} of “{givenTitle}” to {receiver} and get No. {got} of “{title}” from{' '}
            {giver}, once everyone has accepted. A completed trade cannot be undone.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

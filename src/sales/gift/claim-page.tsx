import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ask, REFETCH_MS, useLiveQuery, useRefetchAll } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { useSentUntilAnswered } from '#core/http/sent-until-answered.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/claim-page.ts'
import {
  AboutOrDecline,
  DeclineOffer,
  ReceivedOfferPage,
  SignInToAccept,
} from '#src/sales/received-offer.tsx'
import { claimGift, declineGift, getGift, type ReceivedGift } from './gift.shared.ts'

/** Loads a gift for anybody who has its link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  return { token, gift: await ask(context, getGift, { token }) }
}

export default function ClaimPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { token } = loaderData
  const gift = useLiveQuery(
    getGift,
    { token },
    { initial: loaderData.gift, refetchInterval: REFETCH_MS.status },
  )
  const { copy, from_name, message, message_hidden, mine, is_own, status } = gift
  const { number } = copy
  return (
    <ReceivedOfferPage
      tab={t`A gift from ${from_name} · Renban`}
      copy={copy}
      owned={mine}
      offer={
        mine ? (
          <Trans>Your gift from {from_name}</Trans>
        ) : (
          <Trans>
            {from_name} is giving you No. {number}
          </Trans>
        )
      }
      thing={{ of: 'gift', id: token }}
      message={message}
      message_hidden={message_hidden}
      isReportable={status === 'open' || status === 'claimed'}
      isOwn={is_own}
    >
      <Claim token={token} gift={gift} />
    </ReceivedOfferPage>
  )
}

/** Shows what the visitor can do: sign in, claim or decline, open what they have, or why nothing. */
function Claim({ token, gift }: { token: string; gift: ReceivedGift }) {
  const { t } = useLingui()
  const reader = useReader()
  const { copy, reason, mine, is_own, status } = gift
  const { kid, number } = copy
  const watch = useWatchVerb(copy)
  const refetchAll = useRefetchAll()
  const name = `gift ${token} ${reader?.account_id ?? ''}`
  const claim = useSentUntilAnswered(claimGift, name, { afterReply: refetchAll })
  if (mine)
    return (
      <>
        <LinkButton look="main" wide icon="play" to={`${watchPath(kid)}?no=${number}`}>
          {watch}
        </LinkButton>
        <LinkButton wide to={`/asset/${kid}?no=${number}`}>
          <Trans>Open No. {number}</Trans>
        </LinkButton>
      </>
    )
  return (
    <>
      {reason && (
        <Note tone={reason === 'region_unavailable' ? 'warn' : 'plain'}>
          <Reason gift={gift} />
        </Note>
      )}
      {is_own && (
        <LinkButton look="main" wide to="/gifts">
          <Trans>See your gifts</Trans>
        </LinkButton>
      )}
      {!reason && !reader && (
        <SignInToAccept next={`/gifts/${token}`}>
          <Trans>Sign in to claim your gift</Trans>
        </SignInToAccept>
      )}
      {!reason && reader && (
        <Button
          look="main"
          wide
          busy={claim.isSending}
          onClick={() => !claim.isSending && claim.submit({ token })}
        >
          <Trans>Claim No. {number}</Trans>
        </Button>
      )}
      <output className="text-center text-small text-ink-2 empty:hidden">
        {claim.isQueued && <Trans>The connection is weak. We keep trying.</Trans>}
      </output>
      <RefusalMessage error={claim.refusal ?? null} />
      {!reason && (
        <p className="text-center text-small text-ink-2">
          <Trans>
            You can claim it until <UpcomingDateTime at={gift.expires_at} />.
          </Trans>
        </p>
      )}
      <AboutOrDecline kid={kid}>
        {status === 'open' && reason !== 'own_gift' && (
          <DeclineOffer
            decline={declineGift}
            token={token}
            offer={gift}
            question={t`Decline the gift?`}
            keep={<Trans context="recipient">Keep the gift</Trans>}
          />
        )}
      </AboutOrDecline>
    </>
  )
}

function Reason({ gift }: { gift: ReceivedGift }): ReactNode {
  const { reason, from_name, deliver_at, is_own, status } = gift
  if (reason === 'own_gift')
    return <Trans>This is what the recipient sees. Send them the link.</Trans>
  if (reason === 'not_delivered')
    return (
      <Trans>
        You can open this gift on <UpcomingDateTime at={deliver_at} />.
      </Trans>
    )
  if (reason === 'region_unavailable')
    return <Trans>This title can only be collected and watched in Japan.</Trans>
  if (status === 'claimed') return <Trans>This gift has already been claimed.</Trans>
  if (is_own) return <Trans>No one can use this link any more.</Trans>
  return <Trans>This gift can no longer be claimed. Ask {from_name} for a new link.</Trans>
}

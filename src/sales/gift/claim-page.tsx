import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/claim-page.ts'
import { AnswerOffer, ReceivedOfferPage } from '#src/sales/received-offer.tsx'
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

function Claim({ token, gift }: { token: string; gift: ReceivedGift }) {
  const { t } = useLingui()
  const { copy, reason, mine, expires_at } = gift
  const { kid, number } = copy
  const watch = useWatchVerb(copy)
  return (
    <AnswerOffer
      token={token}
      offer={gift}
      path="/gifts"
      accept={claimGift}
      decline={declineGift}
      accepted={
        mine && (
          <>
            <LinkButton look="main" wide icon="play" to={`${watchPath(kid)}?no=${number}`}>
              {watch}
            </LinkButton>
            <LinkButton wide to={`/asset/${kid}?no=${number}`}>
              <Trans>Open No. {number}</Trans>
            </LinkButton>
          </>
        )
      }
      obstacle={
        reason && (
          <Note tone={reason === 'region_unavailable' ? 'warn' : 'plain'}>
            <Reason gift={gift} />
          </Note>
        )
      }
      words={{
        toList: <Trans>See your gifts</Trans>,
        signIn: <Trans>Sign in to claim your gift</Trans>,
        accept: <Trans>Claim No. {number}</Trans>,
        until: (
          <Trans>
            You can claim it until <UpcomingDateTime at={expires_at} />.
          </Trans>
        ),
        question: t`Decline the gift?`,
        keep: <Trans context="recipient">Keep the gift</Trans>,
      }}
    />
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

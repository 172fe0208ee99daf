import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/loan-page.ts'
import { AnswerOffer, ReceivedOfferPage } from '#src/sales/received-offer.tsx'
import { acceptLoan, declineLoan, getLoan, type OfferedLoan } from './loan.shared.ts'

/** Loads a loan for anybody who has its link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  return { token, loan: await ask(context, getLoan, { token }) }
}

export default function LoanPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { token } = loaderData
  const loan = useLiveQuery(
    getLoan,
    { token },
    { initial: loaderData.loan, refetchInterval: REFETCH_MS.status },
  )
  const { copy, from_name, message, message_hidden, days, mine, is_own } = loan
  const { number } = copy
  return (
    <ReceivedOfferPage
      tab={t`A loan from ${from_name} · Renban`}
      copy={copy}
      offer={
        mine ? (
          <Trans>
            {from_name} lends you No. {number}
          </Trans>
        ) : (
          <Plural
            value={days}
            one={`${from_name} lends No. ${number} for # day`}
            other={`${from_name} lends No. ${number} for # days`}
          />
        )
      }
      thing={{ of: 'loan', id: token }}
      message={message}
      message_hidden={message_hidden}
      isReportable
      isOwn={is_own}
    >
      <Accept token={token} loan={loan} />
    </ReceivedOfferPage>
  )
}

function Accept({ token, loan }: { token: string; loan: OfferedLoan }) {
  const { t } = useLingui()
  const watch = useWatchVerb(loan.copy)
  const { copy, reason, mine, status, expires_at, ends_at } = loan
  const { kid, number } = copy
  return (
    <AnswerOffer
      token={token}
      offer={loan}
      path="/loans"
      accept={acceptLoan}
      decline={declineLoan}
      accepted={
        mine &&
        status === 'running' &&
        ends_at && (
          <>
            <p className="text-center">
              <Trans>
                Yours to watch until <UpcomingDateTime at={ends_at} />
              </Trans>
            </p>
            <LinkButton look="main" wide icon="play" to={watchPath(kid, number)}>
              {watch}
            </LinkButton>
            <LinkButton wide to="/loans?view=borrowed">
              <Trans>See your loans</Trans>
            </LinkButton>
          </>
        )
      }
      obstacle={
        reason && (
          <Note tone={reason === 'own_loan' || reason === 'closed' ? 'plain' : 'warn'}>
            <Reason reason={reason} loan={loan} />
          </Note>
        )
      }
      words={{
        toList: <Trans>See your loans</Trans>,
        signIn: <Trans>Sign in to borrow it</Trans>,
        accept: <Trans>Borrow No. {number}</Trans>,
        until: (
          <Trans>
            The days start when you accept. You can accept until{' '}
            <UpcomingDateTime at={expires_at} />.
          </Trans>
        ),
        question: t`Decline the loan?`,
        keep: <Trans>Keep the link</Trans>,
      }}
    />
  )
}

function Reason(props: {
  reason: NonNullable<OfferedLoan['reason']>
  loan: OfferedLoan
}): ReactNode {
  const { reason, loan } = props
  const { from_name: name, is_own } = loan
  const words: Record<typeof reason, ReactNode> = {
    closed: is_own ? (
      <Trans>No one can use this link any more.</Trans>
    ) : (
      <Trans>This loan is no longer available. Ask {name} for a new link.</Trans>
    ),
    own_loan: <Trans>This is what your friend sees. Send them the link.</Trans>,
    lending_disabled: <Trans>The creator no longer allows this title to be lent.</Trans>,
    region_unavailable: <Trans>This title can only be watched in Japan.</Trans>,
    already_renting: (
      <Trans>You are already renting or borrowing this title. Come back when that has ended.</Trans>
    ),
  }
  return words[reason]
}

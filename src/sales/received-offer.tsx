import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { useSentUntilAnswered } from '#core/http/sent-until-answered.tsx'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { MessageQuote } from '#src/catalog/moderation/message-quote.tsx'
import type { Reported } from '#src/catalog/moderation/report.shared.ts'
import { CopyTile, type TileCopy } from '#src/catalog/serial/copy-tile.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { claimGift, declineGift } from './gift/gift.shared.ts'
import type { acceptLoan, declineLoan } from './loan/loan.shared.ts'

interface PageProps {
  /** The title of the document. */
  tab: string
  copy: TileCopy & { title: string }
  owned?: boolean
  /** The sender's offer in one sentence. */
  offer: ReactNode
  /** Names the message for a report. */
  thing: Reported
  /** The sender's message; empty if there is none, or while it is hidden. */
  message: string
  message_hidden: boolean
  /** Tells if what the sender has written can be reported now: the name, and the message if there is one. */
  isReportable: boolean
  /** Tells if the reader has sent it: nobody reports what they have written. */
  isOwn: boolean
  children: ReactNode
}

/** The page of what somebody was sent by link: the copy, from whom, the message, and what to do. */
export function ReceivedOfferPage(props: PageProps) {
  const { tab, copy, owned = false, offer, thing, message, message_hidden } = props
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-10">
      <title>{tab}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto w-full max-w-80">
        <CopyTile eager copy={copy} owned={owned} sizes="320px" />
      </div>
      <div className="grid gap-2 text-center">
        <p className="text-ink-2 wrap-anywhere">{offer}</p>
        <h1 className="text-d1 wrap-anywhere">
          <bdi>{copy.title}</bdi>
        </h1>
      </div>
      <MessageQuote
        thing={thing}
        message={message}
        message_hidden={message_hidden}
        isSigned={props.isReportable}
        isOwn={props.isOwn && !message_hidden} // the link does not lead to the reason of a hiding
        className="mx-auto grid w-full max-w-120 gap-1"
      />
      <div className="mx-auto grid w-full max-w-120 gap-4">{props.children}</div>
    </div>
  )
}

interface AnswerProps {
  token: string
  offer: {
    copy: { kid: string; number: number }
    from_name: string
    reason: string | null
    status: string
    is_own: boolean
  }
  /** The path of the sender's list; the offer's own page is below it. */
  path: string
  accept: typeof claimGift | typeof acceptLoan
  decline: typeof declineGift | typeof declineLoan
  /** Renders what the visitor can do with an accepted copy; left out before. */
  accepted: ReactNode
  /** Why the visitor cannot accept it. */
  obstacle: ReactNode
  words: Record<'toList' | 'signIn' | 'accept' | 'until' | 'keep', ReactNode> & { question: string }
}

/** Shows what the visitor can do: sign in, accept or decline, use what they have, or why nothing. */
export function AnswerOffer(props: AnswerProps) {
  const { token, offer, path, accept, decline, accepted, obstacle, words } = props
  const { copy, reason, status, is_own } = offer
  const reader = useReader()
  const signIn = useSignIn()
  const refetchAll = useRefetchAll()
  const page = `${path}/${token}`
  const name = `${page} ${reader?.account_id ?? ''}`
  const accepting = useSentUntilAnswered(accept, name, { afterReply: refetchAll })
  if (accepted) return accepted
  return (
    <>
      {obstacle}
      {is_own && (
        <LinkButton look="main" wide to={path}>
          {words.toList}
        </LinkButton>
      )}
      {!reason && !reader && (
        <>
          <Button look="main" wide onClick={() => signIn({ next: page })}>
            {words.signIn}
          </Button>
          <p className="text-center text-small text-ink-2">
            <Trans>An email address is enough. It costs you nothing.</Trans>
          </p>
        </>
      )}
      {!reason && reader && (
        <Button
          look="main"
          wide
          busy={accepting.isSending}
          onClick={() => !accepting.isSending && accepting.submit({ token })}
        >
          {words.accept}
        </Button>
      )}
      <output className="text-center text-small text-ink-2 empty:hidden">
        {accepting.isQueued && <Trans>The connection is weak. We keep trying.</Trans>}
      </output>
      <RefusalMessage error={accepting.refusal ?? null} />
      {!reason && <p className="text-center text-small text-ink-2">{words.until}</p>}
      <div className="flex flex-wrap justify-center gap-x-6 text-small">
        <Link to={`/asset/${copy.kid}`} className="inline-flex min-h-11 items-center">
          <Trans>About this title</Trans>
        </Link>
        {status === 'open' && !is_own && (
          <DeclineOffer
            decline={decline}
            token={token}
            offer={offer}
            question={words.question}
            keep={words.keep}
          />
        )}
      </div>
    </>
  )
}

/** Declines what somebody was sent by link, after a question: the link then works for nobody. */
function DeclineOffer(props: {
  decline: AnswerProps['decline']
  token: string
  offer: AnswerProps['offer']
  question: string
  keep: ReactNode
}) {
  const { decline, token, question, keep } = props
  const { from_name, copy } = props.offer
  const { number } = copy
  const refetchAll = useRefetchAll()
  const [isAsked, setAsked] = useState(false)
  const declining = useEndpointMutation(decline)
  const onSuccess = () => void refetchAll().then(() => setAsked(false))
  return (
    <>
      <button
        type="button"
        className="min-h-11 cursor-pointer underline"
        onClick={() => setAsked(true)}
      >
        <Trans>Not for me</Trans>
      </button>
      {isAsked && (
        <ConfirmDialog
          title={question}
          doing={declining}
          keep={keep}
          action={<Trans>Decline it</Trans>}
          onAction={() => declining.mutate({ token }, { onSuccess })}
          onClose={() => setAsked(false)}
        >
          <Trans>
            No. {number} stays with {from_name}, and this link stops working. You cannot undo this.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

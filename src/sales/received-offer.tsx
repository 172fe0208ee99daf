import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { MessageQuote } from '#src/catalog/moderation/message-quote.tsx'
import type { Reported } from '#src/catalog/moderation/report.shared.ts'
import { CopyTile, type TileCopy } from '#src/catalog/serial/copy-tile.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { declineGift } from './gift/gift.shared.ts'
import type { declineLoan } from './loan/loan.shared.ts'

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

/** Asks a guest to sign in before they accept. */
export function SignInToAccept({ next, children }: { next: string; children: ReactNode }) {
  const signIn = useSignIn()
  return (
    <>
      <Button look="main" wide onClick={() => signIn({ next })}>
        {children}
      </Button>
      <p className="text-center text-small text-ink-2">
        <Trans>An email address is enough. It costs you nothing.</Trans>
      </p>
    </>
  )
}

/** The last line of the page: the title, and a way to decline. */
export function AboutOrDecline({ kid, children }: { kid: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-center gap-x-6 text-small">
      <Link to={`/asset/${kid}`} className="inline-flex min-h-11 items-center">
        <Trans>About this title</Trans>
      </Link>
      {children}
    </div>
  )
}

/** Declines what somebody was sent by link, after a question: the link then works for nobody. */
export function DeclineOffer(props: {
  decline: typeof declineGift | typeof declineLoan
  token: string
  offer: { from_name: string; copy: { number: number } }
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

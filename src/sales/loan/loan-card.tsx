import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { MessageQuote } from '#src/catalog/moderation/message-quote.tsx'
import { CopyCard } from '#src/catalog/serial/copy-card.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { endLoan, type Loan } from './loan.shared.ts'
import { LoanState } from './loan-state.tsx'
import { usePersonName } from '#src/ui/person-name.tsx'

/** Shows a loan from the reader's side: the copy, the other person, how it stands and what to do. */
export function LoanCard({ loan }: { loan: Loan }) {
  const { copy, direction, status, message, path } = loan
  const isLive = status === 'open' || status === 'running'
  return (
    <CopyCard
      copy={copy}
      state={<LoanState direction={direction} status={status} />}
      about={<About loan={loan} />}
      message={
        <MessageQuote
          thing={{ of: 'loan', id: loan.id }}
          message={message}
          message_hidden={loan.message_hidden}
          isSigned
          isOwn={direction === 'lent'}
          className="max-w-[66ch] text-small"
        />
      }
    >
      {path && <Address path={path} />}
      {isLive && <Actions loan={loan} />}
    </CopyCard>
  )
}

function About({ loan }: { loan: Loan }) {
  const { direction, email, status, created_at, expires_at, began_at, ends_at } = loan
  const personName = usePersonName()
  const partner = loan.partner && personName(loan.partner)
  const isLent = direction === 'lent'
  return (
    <>
      <p>
        {isLent && partner ? (
          <Trans>Lent to {partner}</Trans>
        ) : isLent && email ? (
          <Trans context="loan">
            To {email} on <DateTime at={created_at} />
          </Trans>
        ) : isLent ? (
          <Trans context="loan">
            By link on <DateTime at={created_at} />
          </Trans>
        ) : (
          <Trans>Borrowed from {partner}</Trans>
        )}
      </p>
      {status === 'open' && (
        <p>
          <Trans>
            Can be accepted until <UpcomingDateTime at={expires_at} />
          </Trans>
        </p>
      )}
      {status === 'running' && ends_at && (
        <p>
          <Trans>
            Until <UpcomingDateTime at={ends_at} />
          </Trans>
        </p>
      )}
      {status === 'returned' && began_at && loan.ended_at && (
        <p>
          <Trans>
            From <DateTime at={began_at} /> to <DateTime at={loan.ended_at} />
          </Trans>
        </p>
      )}
    </>
  )
}

function Address({ path }: { path: string }) {
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  return <p className="text-hint text-ink-2 wrap-anywhere">{publicUrl + path}</p>
}

/** Passes the link on, withdraws, recalls or returns a copy; the borrower can also watch it. */
function Actions({ loan }: { loan: Loan }) {
  const { t } = useLingui()
  const refetchAll = useRefetchAll()
  const [isAsking, setAsking] = useState(false)
  const ending = useEndpointMutation(endLoan)
  const watch = useWatchVerb(loan.copy)
  const { id, direction, status, partner, copy, path } = loan
  const { kid, number, title } = copy
  const isLent = direction === 'lent'
  const words = isLent
    ? status === 'open'
      ? { button: t`Withdraw the loan`, title: t`Withdraw the loan of No. ${number}?` }
      : { button: t`End the loan`, title: t`End the loan of No. ${number} now?` }
    : { button: t`Return it now`, title: t`Return No. ${number} now?` }
  return (
    <div className="flex flex-wrap gap-3">
      {!isLent && (
        <LinkButton small look="main" icon="play" to={watchPath(kid, number)}>
          {watch}
        </LinkButton>
      )}
      {path && <ShareButton small title={title} path={path} />}
      <Button small onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          doing={ending}
          keep={<Trans context="loan">Keep it</Trans>}
          action={words.button}
          onAction={() =>
            ending.mutate(
              { id },
              { onSuccess: () => void refetchAll().then(() => setAsking(false)) },
            )
          }
          onClose={() => setAsking(false)}
        >
          {!isLent ? (
            <Trans>You can no longer watch it. Only {partner} can lend it to you again.</Trans>
          ) : status === 'open' ? (
            <Trans>The link stops working, and you can watch and offer the copy again.</Trans>
          ) : (
            <Trans>
              {partner} can no longer watch it, from this moment on. You can watch and offer the
              copy again.
            </Trans>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}

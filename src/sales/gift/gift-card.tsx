import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { MessageQuote } from '#src/catalog/moderation/message-quote.tsx'
import { CopyCard } from '#src/catalog/serial/copy-card.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Gift, mailGift, withdrawGift } from './gift.shared.ts'
import { GiftState } from './gift-state.tsx'
import { usePersonName } from '#src/ui/person-name.tsx'

/** Shows a gift from the reader's side: the copy, the other person, how it stands and what to do. */
export function GiftCard({ gift }: { gift: Gift }) {
  const isReceived = gift.direction === 'received'
  const state = isReceived ? (
    <StateTag tone="ok">
      <Trans context="gift state">Received</Trans>
    </StateTag>
  ) : (
    <GiftState status={gift.status} />
  )
  return (
    <CopyCard
      copy={gift.copy}
      owned={isReceived}
      state={state}
      about={<About gift={gift} />}
      message={
        <MessageQuote
          thing={{ of: 'gift', id: gift.id }}
          message={gift.message}
          message_hidden={gift.message_hidden}
          isSigned
          isOwn={!isReceived}
          className="max-w-[66ch] text-small"
        />
      }
    >
      {gift.path && <Live gift={gift} path={gift.path} />}
    </CopyCard>
  )
}

function About({ gift }: { gift: Gift }) {
  const { direction, email, status, created_at, deliver_at, expires_at, ended_at } = gift
  const personName = usePersonName()
  const partner = gift.partner && personName(gift.partner)
  if (direction === 'received')
    return (
      <p>
        <Trans>
          From {partner} on <DateTime at={ended_at ?? created_at} />
        </Trans>
      </p>
    )
  return (
    <>
      <p>
        {status === 'claimed' && partner ? (
          <Trans>
            Claimed by {partner} on <DateTime at={ended_at ?? created_at} />
          </Trans>
        ) : email ? (
          <Trans>
            To {email} on <DateTime at={created_at} />
          </Trans>
        ) : (
          <Trans>
            By link on <DateTime at={created_at} />
          </Trans>
        )}
      </p>
      {status === 'scheduled' && (
        <p>
          <Trans context="gift">
            Opens on <UpcomingDateTime at={deliver_at} />
          </Trans>
        </p>
      )}
      {(status === 'open' || status === 'scheduled') && (
        <p>
          <Trans>
            Can be claimed until <UpcomingDateTime at={expires_at} />
          </Trans>
        </p>
      )}
    </>
  )
}

/** The link to pass on, and the button that takes the gift back. */
function Live({ gift, path }: { gift: Gift; path: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const [isEnding, setEnding] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const withdrawing = useEndpointMutation(withdrawGift)
  const mailing = useEndpointMutation(mailGift)
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const { copy, email } = gift
  const { number, title } = copy
  const onMailed = () => {
    void refetchAll()
    toast({ message: t`We emailed the link to ${email} again.` })
  }
  const onSuccess = () => {
    setEnding(false)
    void refetchAll()
    toast({ message: t`You withdrew the gift of No. ${number}.` })
  }
  return (
    <>
      <p className="text-hint text-ink-2 wrap-anywhere">{publicUrl + path}</p>
      <div className="flex flex-wrap gap-3">
        <ShareButton small title={title} path={path} />
        <Button small onClick={() => setShowing(true)}>
          <Trans>QR code</Trans>
        </Button>
        {gift.can_mail_again && (
          <Button
            small
            busy={mailing.isPending}
            onClick={() => mailing.mutate({ id: gift.id }, { onSuccess: onMailed })}
          >
            <Trans>Email it again</Trans>
          </Button>
        )}
        <Button small onClick={() => setEnding(true)}>
          <Trans>Withdraw the gift</Trans>
        </Button>
        {gift.email === null && (
          <LinkButton small to={path}>
            <Trans>See it as the recipient</Trans>
          </LinkButton>
        )}
      </div>
      <RefusalMessage error={mailing.error} />
      {isShowing && (
        <Dialog title={t`Link to No. ${number}`} onClose={() => setShowing(false)}>
          <div className="mx-auto w-full max-w-72">
            <Qr text={publicUrl + path} label={t`QR code of the link to No. ${number}`} />
          </div>
          <p className="mt-4 text-small text-ink-2">
            <Trans>Anyone who scans this code can claim the gift.</Trans>
          </p>
        </Dialog>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t`Withdraw the gift?`}
          doing={withdrawing}
          keep={<Trans>Keep the gift</Trans>}
          action={<Trans>Withdraw it</Trans>}
          onAction={() => withdrawing.mutate({ id: gift.id }, { onSuccess })}
          onClose={() => setEnding(false)}
        >
          <Trans>The link stops working. You keep No. {number} and can give it again later.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

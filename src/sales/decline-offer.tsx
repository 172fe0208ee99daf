import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { declineGift } from './gift/gift.shared.ts'
import type { declineLoan } from './loan/loan.shared.ts'

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

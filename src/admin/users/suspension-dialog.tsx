import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ConfirmStep, ReasonForm } from '#src/ui/reason-form.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { putSuspension, type Standing } from './suspension.shared.ts'

/** Suspends an account or lifts its suspension, in two steps: the reason, then what happens. */
export function SuspensionDialog({ person, onClose }: { person: Standing; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const put = useEndpointMutation(putSuspension)
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const { account_id: id, username, email } = person
  const suspended = person.suspended_at === null

  function save() {
    put.mutate(
      { id, suspended, reason: reason.trim() },
      {
        onSuccess: () => {
          const message = suspended
            ? t`${username} is suspended.`
            : t`${username} is no longer suspended.`
          toast({ message })
          onClose()
          void askAgain()
        },
      },
    )
  }

  const title = suspended ? t`Suspend ${username}?` : t`Lift the suspension of ${username}?`
  if (!isSure)
    return (
      <Dialog title={title} onClose={onClose} wide>
        <ReasonForm
          reason={reason}
          onReason={setReason}
          onCancel={onClose}
          onNext={() => setSure(true)}
          hint={<Trans>Sent to the person, and kept on record with your name.</Trans>}
          next={<Trans>Continue</Trans>}
        >
          {() => <p className="font-semibold wrap-anywhere">{email}</p>}
        </ReasonForm>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} wide>
      {suspended ? <WhatEnds /> : <WhatReturns />}
      <ConfirmStep
        reason={reason}
        error={put.error}
        busy={put.isPending}
        onBack={() => setSure(false)}
        onConfirm={save}
      >
        {suspended ? <Trans>Suspend account</Trans> : <Trans>Lift suspension</Trans>}
      </ConfirmStep>
    </Dialog>
  )
}

function WhatEnds() {
  return (
    <ul className="grid list-disc gap-2 ps-5">
      <li>
        <Trans>They are signed out on every device and cannot sign in.</Trans>
      </li>
      <li>
        <Trans>
          Their listings, gifts, loans and trade offers are taken down. Purchases that are already
          being paid for will finish.
        </Trans>
      </li>
      <li>
        <Trans>Payouts are held. Those not yet sent to the bank go back to their balance.</Trans>
      </li>
      <li>
        <Trans>Their copies and their balance stay theirs.</Trans>
      </li>
    </ul>
  )
}

function WhatReturns() {
  return (
    <p>
      <Trans>
        They can sign in and request payouts again. Their listings stay down until they list their
        copies again.
      </Trans>
    </p>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { email as emailAddress } from '#core/email.shared.ts'
import { useEndpointMutation, useEndpointQuery, useRefetchAll } from '#core/http/ask.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { ConfirmStep, ReasonForm } from '#src/ui/reason-form.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { cancelRecovery, type Recoverable, startRecovery } from './recovery.shared.ts'

interface Props {
  person: Recoverable
  onClose: () => void
}

/** Starts the move of an account to a new address, or stops the one that waits. */
export const RecoveryDialog = ({ person, onClose }: Props) =>
  person.recovery ? (
    <StopDialog person={person} id={person.recovery.id} onClose={onClose} />
  ) : (
    <StartDialog person={person} onClose={onClose} />
  )

function StartDialog({ person, onClose }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const start = useEndpointMutation(startRecovery)
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const checked = emailAddress.safeParse(email)
  const { account_id, username } = person

  function save() {
    start.mutate(
      { account_id, email: checked.data!, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`Both addresses have been told. The account moves after the wait.` })
          onClose()
          void askAgain()
        },
      },
    )
  }

  const title = t`Move the account of ${username}?`
  if (isSure && checked.success)
    return (
      <Dialog title={title} onClose={onClose} wide>
        <p className="wrap-anywhere">
          <bdi dir="ltr">
            {person.email} → <b className="font-semibold">{checked.data}</b>
          </bdi>
        </p>
        <WhatHappens />
        <ConfirmStep
          reason={reason}
          error={start.error}
          busy={start.isPending}
          onBack={() => setSure(false)}
          onConfirm={save}
        >
          <Trans>Start the move</Trans>
        </ConfirmStep>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} wide>
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        onNext={() => setSure(checked.success)}
        hint={
          <Trans>
            Write what you checked and how. Kept on record with your name. Write no personal data.
          </Trans>
        }
        next={<Trans>Continue</Trans>}
      >
        {(isTried) => (
          <>
            <p className="font-semibold wrap-anywhere">{person.email}</p>
            <TextField
              label={<Trans>New address</Trans>}
              name="email"
              type="email"
              dir="ltr"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={
                isTried &&
                !checked.success && <Trans>Enter an email address such as name@example.jp.</Trans>
              }
            />
          </>
        )}
      </ReasonForm>
    </Dialog>
  )
}

function WhatHappens() {
  const days = useEndpointQuery(getSettings, {})?.recovery_wait_days
  return (
    <ul className="grid list-disc gap-2 ps-5">
      <li>
        <Trans>Both addresses get an email now, and the person’s devices show it.</Trans>
      </li>
      {days !== undefined && (
        <li>
          <Plural
            value={days}
            one="Nothing else changes for # day. The person, people who read the old mailbox, and every administrator can stop it."
            other="Nothing else changes for # days. The person, people who read the old mailbox, and every administrator can stop it."
          />
        </li>
      )}
      <li>
        <Trans>
          Then the account moves, and all its devices are signed out. Copies, balance and passkeys
          stay.
        </Trans>
      </li>
    </ul>
  )
}

function StopDialog({ person, id, onClose }: Props & { id: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const stop = useEndpointMutation(cancelRecovery)
  const [reason, setReason] = useState('')
  const { username } = person

  function save() {
    stop.mutate(
      { id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`The account of ${username} stays where it is.` })
          onClose()
          void askAgain()
        },
      },
    )
  }

  return (
    <Dialog title={t`Stop the move of ${username}?`} onClose={onClose} wide>
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        onNext={save}
        busy={stop.isPending}
        hint={<Trans>Kept on record with your name.</Trans>}
        next={<Trans>Stop the move</Trans>}
        foot={<RefusalMessage error={stop.error} />}
      >
        {() => (
          <p className="wrap-anywhere">
            <Trans>The account keeps {person.email}. Both addresses are told.</Trans>
          </p>
        )}
      </ReasonForm>
    </Dialog>
  )
}

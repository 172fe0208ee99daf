import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Verification } from '#src/catalog/brand/verification.shared.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ReasonForm } from '#src/ui/reason-form.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { decideVerification, type VerificationRequest } from './verification.shared.ts'

/** Asks for the reason of a decision about a badge, which the creator reads. */
export function VerificationDialog(props: {
  request: VerificationRequest
  decision: Verification
  onClose: () => void
}) {
  const { request, decision, onClose } = props
  const { name, brand_id } = request
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const decide = useEndpointMutation(decideVerification, { afterRefusal: refetchAll })
  const [reason, setReason] = useState('')
  const titles: Record<Verification, string> = {
    grant: t`Grant the badge to ${name}`,
    refuse: t`Refuse the badge to ${name}`,
    withdraw: t`Take the badge of ${name} back`,
  }
  const actions: Record<Verification, string> = {
    grant: t`Grant the badge`,
    refuse: t`Refuse the badge`,
    withdraw: t`Take the badge back`,
  }
  const save = () =>
    decide.mutate(
      { id: brand_id, decision, name, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ message: t`The creator of ${name} is told.` })
          onClose()
          void refetchAll()
        },
      },
    )
  return (
    <Dialog title={titles[decision]} onClose={onClose} wide>
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        onNext={save}
        busy={decide.isPending}
        hint={<Trans>The creator reads it. It is kept on record with your name.</Trans>}
        next={actions[decision]}
        foot={<RefusalMessage error={decide.error} />}
      >
        {() => null}
      </ReasonForm>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { takeBackClaim, type WaitingClaim } from './coupon.shared.ts'

/** Takes back a claim that waits for a sign-in, after confirmation. */
export function TakeBackDialog(props: { claim: WaitingClaim; onClose: () => void }) {
  const { claim, onClose } = props
  const { id, code } = claim
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const takeBack = useEndpointMutation(takeBackClaim, { afterRefusal: refetchAll })

  function finish() {
    toast({ message: <Trans>The claim of code {code} was taken back.</Trans> })
    onClose()
    void refetchAll()
  }

  return (
    <ConfirmDialog
      title={t`Take back the claim of code ${code}?`}
      doing={takeBack}
      keep={<Trans>Keep the claim</Trans>}
      action={<Trans>Take back</Trans>}
      onAction={() => takeBack.mutate({ id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>The code can be claimed again, by anyone who has it.</Trans>
      <Gap />
      <Trans>The person who claimed it gets nothing, and is not told.</Trans>
    </ConfirmDialog>
  )
}

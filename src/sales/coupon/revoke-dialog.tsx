import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Batch, revokeBatch } from './coupon.shared.ts'

/** Revokes the codes of a batch that nobody has entered, after confirmation. */
export function RevokeDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { id, name, valid, kid } = batch
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const revoke = useEndpointMutation(revokeBatch)

  function finish() {
    toast({ message: <Trans>The unused codes of {name} no longer work.</Trans> })
    onClose()
    void refetchAll()
  }

  return (
    <ConfirmDialog
      title={t`Cancel the unused codes of ${name}?`}
      doing={revoke}
      keep={<Trans>Keep codes</Trans>}
      action={<Trans>Cancel {valid} unused</Trans>}
      onAction={() => revoke.mutate({ id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Plural
        value={valid}
        one="# unused code stops working, including the printed one."
        other="# unused codes stop working, including printed ones."
      />
      <Gap />
      {kid !== null && <Trans>You can sell their numbers again.</Trans>}
      <Gap />
      <Trans>Used codes are not affected.</Trans>
    </ConfirmDialog>
  )
}

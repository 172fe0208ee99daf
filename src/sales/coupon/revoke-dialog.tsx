import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
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
    toast({ message: <Trans>What nobody entered of {name} has ended.</Trans> })
    onClose()
    void refetchAll()
  }

  return (
    <ConfirmDialog
      title={t`End what is left of ${name}?`}
      doing={revoke}
      keep={<Trans>Keep them</Trans>}
      action={<Trans>End {valid}</Trans>}
      onAction={() => revoke.mutate({ id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Plural
        value={valid}
        one="# code that nobody has entered becomes worthless, also on paper."
        other="# codes that nobody has entered become worthless, also on paper."
      />{' '}
      {kid !== null && <Trans>Their numbers are yours to sell again.</Trans>}{' '}
      <Trans>What was entered stays with its people.</Trans>
    </ConfirmDialog>
  )
}

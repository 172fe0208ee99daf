import { Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { cancelPayout, type Payout } from './payout.shared.ts'

/** Cancels a payout. Amount and fee return to the balance with the deadlines that they had. */
export function CancelDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { id, amount, fee } = payout
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const cancel = useEndpointMutation(cancelPayout, { afterRefusal: askAgain })

  function finish() {
    toast({ message: <Trans>{formatYen(amount + fee)} is back in your sales balance.</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <ConfirmDialog
      title={t`Cancel the payout of ${formatYen(amount)}?`}
      doing={cancel}
      failed={t`The payout was not cancelled.`}
      keep={<Trans>Keep the payout</Trans>}
      action={<Trans>Cancel the payout</Trans>}
      onAction={() => cancel.mutate({ id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>
        {formatYen(amount + fee)}, including the fee, goes back to your sales balance. Earnings past
        their payout deadline become points, which cannot be paid out. You can request another
        payout of the rest this month.
      </Trans>
    </ConfirmDialog>
  )
}

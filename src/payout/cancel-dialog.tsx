import { Trans, useLingui } from '@lingui/react/macro'
import { useAskAgain, useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { cancelPayout, type Payout } from './payout.shape.ts'

/** Takes a payout back: all of it returns to the balance, and another can be asked for. */
export function CancelDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { id, amount, fee } = payout
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const cancel = useCall(cancelPayout)

  function finish() {
    toast({ message: <Trans>{formatYen(amount + fee)} is back in your sales balance.</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <Dialog title={t`Cancel the payout of ${formatYen(amount)}?`} onClose={onClose}>
      <p>
        <Trans>
          {formatYen(amount + fee)} goes back to your sales balance at once, fee included. You can
          ask for another payout this month.
        </Trans>
      </p>
      <Refused error={cancel.error} failed={t`The payout was not canceled.`} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep the payout</Trans>
        </Button>
        <Button
          look="main"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate({ id }, { onSuccess: finish, onError: () => void askAgain() })
          }
        >
          <Trans>Cancel the payout</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

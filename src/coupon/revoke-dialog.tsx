import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useAskAgain, useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Batch, revokeBatch } from './coupon.shape.ts'

/** Ends the codes of a batch that nobody has entered. */
export function RevokeDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { id, name, valid, kid } = batch
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const revoke = useCall(revokeBatch)

  function finish() {
    toast({ message: <Trans>What nobody entered of {name} has ended.</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <Dialog title={t`End what is left of ${name}?`} onClose={onClose}>
      <p>
        <Plural
          value={valid}
          one="# code that nobody has entered becomes worthless, also on paper."
          other="# codes that nobody has entered become worthless, also on paper."
        />{' '}
        {kid !== null && <Trans>Their numbers are yours to sell again.</Trans>}{' '}
        <Trans>What was entered stays with its people.</Trans>
      </p>
      <Refused error={revoke.error} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep them</Trans>
        </Button>
        <Button
          look="main"
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ id }, { onSuccess: finish })}
        >
          <Trans>End {valid}</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

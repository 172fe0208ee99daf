import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog(props: { onClose: () => void; onLeave: () => void }) {
  const { onClose, onLeave } = props
  const { t } = useLingui()
  return (
    <Dialog title={t`Leave without saving?`} onClose={onClose}>
      <p>
        <Trans>Your changes on this page are not saved yet.</Trans>
      </p>
      <DialogActions>
        <Button onClick={onLeave}>
          <Trans>Leave</Trans>
        </Button>
        <Button look="main" onClick={onClose}>
          <Trans>Stay here</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

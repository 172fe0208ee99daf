import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { RefusalMessage } from './refusal-message.tsx'

/** Asks for confirmation of an action: its consequences, and two answers. */
export function ConfirmDialog(props: {
  title: string
  children: ReactNode
  /** The mutation. After success the button stays busy until the dialog or its page closes. */
  doing: { error: Error | null; isPending: boolean; isSuccess: boolean }
  /** A sentence before the refusal that says what did not happen, if the refusal leaves it open. */
  failed?: string
  /** The label of the button that cancels. */
  keep: ReactNode
  /** The label of the button that confirms. */
  action: ReactNode
  onAction: () => void
  onClose: () => void
}) {
  const { title, children, doing, failed, keep, action, onAction, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <RefusalMessage error={doing.error} failed={failed} />
      <DialogActions busy={doing.isPending}>
        <Button onClick={onClose} disabled={doing.isPending}>
          {keep}
        </Button>
        <Button look="main" busy={doing.isPending || doing.isSuccess} onClick={onAction}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

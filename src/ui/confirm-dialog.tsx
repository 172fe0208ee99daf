import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { RefusalMessage } from './refusal-message.tsx'

/**
 * Asks once more before something is done: what follows from it in a paragraph, and two answers.
 */
export function ConfirmDialog(props: {
  title: string
  children: ReactNode
  /** The call that does it; done, it stays busy until the dialog or its page goes. */
  doing: { error: Error | null; isPending: boolean; isSuccess: boolean }
  /** What has not happened where it is refused, if the reason leaves that open. */
  failed?: string
  /** What the button is called that leaves all as it is. */
  keep: ReactNode
  /** And the one that does it. */
  action: ReactNode
  onAction: () => void
  onClose: () => void
}) {
  const { title, children, doing, failed, keep, action, onAction, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <RefusalMessage error={doing.error} failed={failed} />
      <DialogActions>
        <Button onClick={onClose}>{keep}</Button>
        <Button look="main" busy={doing.isPending || doing.isSuccess} onClick={onAction}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { abortUpload, type Upload } from '#src/media/upload/upload.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { forgetTransfer } from './transfers.tsx'

/** Asks before a trailer or an extra on its way is cancelled, then says so. */
export function CancelUploadDialog(props: {
  upload: Pick<Upload, 'uuid' | 'files'>
  title: string
  action: ReactNode
  /** Says that the upload is cancelled. */
  done: ReactNode
  onCanceled?: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { upload, title, action, done, onCanceled, onClose, children } = props
  const { uuid, files } = upload
  const toast = useToast()
  const askAgain = useRefetchAll()
  const drop = useEndpointMutation(abortUpload)

  function finish() {
    for (const { upload_id } of files) forgetTransfer(upload_id)
    toast({ message: done })
    onCanceled?.()
    onClose()
  }

  return (
    <ConfirmDialog
      title={title}
      doing={drop}
      keep={<Trans>Keep it</Trans>}
      action={action}
      onAction={() =>
        drop.mutate({ uuid }, { onSuccess: finish, onSettled: () => void askAgain() })
      }
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { abortUpload, type Upload } from '#src/media/upload/upload.shared.ts'
import { forgetTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before a trailer or an extra whose file is on its way is cancelled. */
export function CancelUploadDialog(props: {
  upload: Pick<Upload, 'uuid' | 'files'>
  title: string
  action: ReactNode
  /** The message after it was cancelled. */
  done: ReactNode
  /** Follows the sentence that the file is deleted. */
  children?: ReactNode
  onCanceled?: () => void
  onClose: () => void
}) {
  const { upload, title, action, done, children, onCanceled, onClose } = props
  const { uuid, files } = upload
  const toast = useToast()
  const askAgain = useRefetchAll()
  const drop = useEndpointMutation(abortUpload, { afterAnswer: askAgain })

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
      onAction={() => drop.mutate({ uuid }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>Its uploaded file is deleted.</Trans>
      <Gap />
      {children}
    </ConfirmDialog>
  )
}

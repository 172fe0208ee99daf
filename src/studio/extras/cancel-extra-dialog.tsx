import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { abortUpload } from '#src/media/upload/upload.shared.ts'
import { forgetTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before an extra whose file is on its way is cancelled. */
export function CancelExtraDialog(props: {
  name: string
  upload: NonNullable<OwnExtra['upload']>
  onClose: () => void
}) {
  const { name, upload, onClose } = props
  const { uuid, files } = upload
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const drop = useEndpointMutation(abortUpload)

  function finish() {
    for (const { upload_id } of files) forgetTransfer(upload_id)
    toast({ message: <Trans>Extra cancelled.</Trans> })
    onClose()
  }

  return (
    <ConfirmDialog
      title={t`Cancel “${name}”?`}
      doing={drop}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Cancel this extra</Trans>}
      onAction={() =>
        drop.mutate({ uuid }, { onSuccess: finish, onSettled: () => void askAgain() })
      }
      onClose={onClose}
    >
      <Trans>Its uploaded file is deleted.</Trans>
    </ConfirmDialog>
  )
}

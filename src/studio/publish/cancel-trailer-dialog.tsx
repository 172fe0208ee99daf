import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { NextTrailer } from '#src/media/replacements/replacement.shared.ts'
import { abortUpload } from '#src/media/upload/upload.shared.ts'
import { forgetTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before a new trailer on its way is cancelled. */
export function CancelTrailerDialog({ next, onClose }: { next: NextTrailer; onClose: () => void }) {
  const { uuid, files } = next
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const drop = useEndpointMutation(abortUpload)

  function finish() {
    for (const { upload_id } of files) forgetTransfer(upload_id)
    toast({ message: <Trans>New trailer cancelled.</Trans> })
    onClose()
  }

  return (
    <ConfirmDialog
      title={t`Cancel the new trailer?`}
      doing={drop}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Cancel the new trailer</Trans>}
      onAction={() =>
        drop.mutate({ uuid }, { onSuccess: finish, onSettled: () => void askAgain() })
      }
      onClose={onClose}
    >
      <Trans>Its uploaded file is deleted.</Trans>
      <Gap />
      <Trans>The current trailer is kept.</Trans>
    </ConfirmDialog>
  )
}

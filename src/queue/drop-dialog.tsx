import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useCall } from '#core/ask.ts'
import { forgetSending } from '#src/sending/sending.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { abortUpload, type Upload } from '#src/upload/upload.shape.ts'

/** Asks before a title and what is up of its files are thrown away. */
export function DropDialog({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { uuid, title, files } = upload
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useCall(abortUpload)
  const drop = () =>
    mutate(
      { uuid },
      {
        onSuccess: () => {
          for (const { upload_id } of files) forgetSending(upload_id)
          toast({ message: t`The upload of ${title} is dropped.` })
          void navigate('/create')
        },
      },
    )
  return (
    <Dialog title={t`Drop this upload?`} onClose={onClose}>
      <p>
        <Trans>
          The files of {title} that are up are thrown away. No copies have been numbered yet.
        </Trans>
      </p>
      <Refused error={error} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button look="main" busy={isPending} onClick={drop}>
          <Trans>Drop the upload</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Upload } from '#src/upload/upload.shape.ts'
import { dropUpload, type InLine, leaveLine } from './line.tsx'

interface Props {
  uploads: readonly Upload[]
  /** Titles that are not begun yet. */
  line?: readonly InLine[]
  onDropped: () => void
  onClose: () => void
}

/** Asks before titles and what is up of their files are thrown away. */
export function DropDialog({ uploads, line = [], onDropped, onClose }: Props) {
  const { t } = useLingui()
  const count = uploads.length + line.length
  const title = uploads[0]?.title ?? line[0]?.title
  const { mutate, error, isPending } = useDrop({ uploads, line, onDropped })
  return (
    <Dialog title={count === 1 ? t`Drop this upload?` : t`Drop these uploads?`} onClose={onClose}>
      <p>
        {count === 1 ? (
          <Trans>
            The files of {title} that are up are thrown away. No copies have been numbered yet.
          </Trans>
        ) : (
          <Trans>
            What is up of {count} titles is thrown away. No copies of them have been numbered yet.
          </Trans>
        )}
      </p>
      <Refused error={error} />
      <DialogActions>
        <Button onClick={onClose}>
          <Plural value={count} one="Keep it" other="Keep them" />
        </Button>
        <Button look="main" busy={isPending} onClick={() => mutate()}>
          <Plural value={count} one="Drop the upload" other="Drop # uploads" />
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Those in the line first: else they would begin where others have made room. */
function useDrop({ uploads, line, onDropped }: Omit<Required<Props>, 'onClose'>) {
  const { t } = useLingui()
  const toast = useToast()
  const title = uploads[0]?.title ?? line[0]?.title
  const count = uploads.length + line.length
  return useMutation({
    async mutationFn() {
      for (const { id } of line) leaveLine(id)
      for (const { uuid, files } of uploads)
        await dropUpload({ uuid, upload_ids: files.map(({ upload_id }) => upload_id) })
    },
    onSuccess() {
      const message =
        count === 1 ? t`The upload of ${title} is dropped.` : t`${count} uploads are dropped.`
      toast({ message })
      onDropped()
    },
  })
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRefusal } from '#core/errors.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import {
  dropUpload,
  pauseQueue,
  type QueuedTitle,
  removeTitles,
  resumeQueue,
} from './title-queue.tsx'

interface Props {
  uploads: readonly Upload[]
  /** Titles still in the queue. */
  queued?: readonly QueuedTitle[]
  onDropped: () => void
  onClose: () => void
}

/** Asks before uploads, queued titles and their transferred files are discarded. */
export function DropDialog({ uploads, queued = [], onDropped, onClose }: Props) {
  const { t } = useLingui()
  const count = uploads.length + queued.length
  const title = uploads[0]?.title ?? queued[0]?.title
  const dropping = useDrop({ uploads, queued, onDropped })
  useEffect(() => {
    pauseQueue('dialog') // otherwise queued titles would start while the user reads
    return () => resumeQueue('dialog')
  }, [])
  return (
    <ConfirmDialog
      title={count === 1 ? t`Cancel this upload?` : t`Cancel these uploads?`}
      doing={dropping}
      keep={<Plural value={count} one="Keep it" other="Keep them" />}
      action={<Plural value={count} one="Cancel the upload" other="Cancel # uploads" />}
      onAction={() => dropping.mutate()}
      onClose={onClose}
    >
      {count === 1 ? (
        <Trans>The uploaded files of {title} are deleted. No copies have been numbered yet.</Trans>
      ) : (
        <Trans>
          The uploaded files of {count} titles are deleted. No copies of them have been numbered
          yet.
        </Trans>
      )}
    </ConfirmDialog>
  )
}

/** Drops the uploads. Among several, skips those whose copies were numbered meanwhile: they are titles. */
function useDrop({ uploads, queued, onDropped }: Omit<Required<Props>, 'onClose'>) {
  const { t } = useLingui()
  const toast = useToast()
  const title = uploads[0]?.title ?? queued[0]?.title
  const count = uploads.length + queued.length
  return useMutation({
    async mutationFn() {
      removeTitles(queued.map(({ id }) => id))
      for (const { uuid, files } of uploads) {
        const upload_ids = files.map(({ upload_id }) => upload_id)
        await dropUpload({ uuid, upload_ids }).catch((error: unknown) => {
          const isTooLate = isRefusal(error) && error.code === 'upload_closed'
          if (!isTooLate || count === 1) throw error
        })
      }
    },
    onSuccess() {
      const message =
        count === 1 ? t`Upload of ${title} cancelled.` : t`${count} uploads cancelled.`
      toast({ message })
      onDropped()
    },
  })
}

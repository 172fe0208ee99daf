import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRefusal } from '#core/errors.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Upload } from '#src/media/upload/upload.shared.ts'
import { dropUpload, holdLine, type InLine, leaveLine, letLineGo } from './line.tsx'

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
  const dropping = useDrop({ uploads, line, onDropped })
  useEffect(() => {
    holdLine('asking') // else some would begin while people read
    return () => letLineGo('asking')
  }, [])
  return (
    <ConfirmDialog
      title={count === 1 ? t`Drop this upload?` : t`Drop these uploads?`}
      doing={dropping}
      keep={<Plural value={count} one="Keep it" other="Keep them" />}
      action={<Plural value={count} one="Drop the upload" other="Drop # uploads" />}
      onAction={() => dropping.mutate()}
      onClose={onClose}
    >
      {count === 1 ? (
        <Trans>
          The files of {title} that are up are thrown away. No copies have been numbered yet.
        </Trans>
      ) : (
        <Trans>
          What is up of {count} titles is thrown away. No copies of them have been numbered yet.
        </Trans>
      )}
    </ConfirmDialog>
  )
}

/** Of several, those whose last file came in meanwhile are let be: they are being made into titles. */
function useDrop({ uploads, line, onDropped }: Omit<Required<Props>, 'onClose'>) {
  const { t } = useLingui()
  const toast = useToast()
  const title = uploads[0]?.title ?? line[0]?.title
  const count = uploads.length + line.length
  return useMutation({
    async mutationFn() {
      leaveLine(line.map(({ id }) => id))
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
        count === 1 ? t`The upload of ${title} is dropped.` : t`${count} uploads are dropped.`
      toast({ message })
      onDropped()
    },
  })
}

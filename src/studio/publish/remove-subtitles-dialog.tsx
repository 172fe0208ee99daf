import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { deleteSubtitles, type SubtitlesOf } from '#src/media/replacements/replacement.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before subtitles of a published title are removed. */
export function RemoveSubtitlesDialog(props: {
  kid: string
  subtitles: SubtitlesOf
  /** The name of their language. */
  name: string
  onClose: () => void
}) {
  const { kid, subtitles, name, onClose } = props
  const { of, language } = subtitles
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const removal = useEndpointMutation(deleteSubtitles)

  function finish() {
    toast({ message: <Trans>Subtitles removed: {name}</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <ConfirmDialog
      title={t`Remove the subtitles?`}
      doing={removal}
      failed={t`The subtitles were not removed.`}
      keep={<Trans>Keep them</Trans>}
      action={<Trans>Remove the subtitles</Trans>}
      onAction={() => removal.mutate({ kid, of, language }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>Viewers no longer see these subtitles: {name}. Their file is deleted.</Trans>
    </ConfirmDialog>
  )
}

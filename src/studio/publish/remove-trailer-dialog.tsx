import { Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { deleteTrailer } from '#src/media/replacements/replacement.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before a title's trailer is removed, and mentions its subtitles if it has any. */
export function RemoveTrailerDialog(props: {
  kid: string
  hasSubtitles: boolean
  onClose: () => void
}) {
  const { kid, hasSubtitles, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const removal = useEndpointMutation(deleteTrailer)

  function finish() {
    toast({ message: <Trans>Trailer removed.</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <ConfirmDialog
      title={t`Remove the trailer?`}
      doing={removal}
      failed={t`The trailer was not removed.`}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Remove the trailer</Trans>}
      onAction={() => removal.mutate({ kid }, { onSuccess: finish })}
      onClose={onClose}
    >
      {hasSubtitles ? (
        <Trans>Only the poster is shown. The trailer and its subtitles are deleted.</Trans>
      ) : (
        <Trans>Only the poster is shown. The trailer is deleted.</Trans>
      )}
    </ConfirmDialog>
  )
}

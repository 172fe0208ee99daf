import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { removeExtra } from '#src/media/extras/extra.shared.ts'
import type { OwnExtra } from '#src/media/replacements/extra.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Asks before an extra is removed, and says how many owners lose it. */
export function RemoveExtraDialog(props: { kid: string; extra: OwnExtra; onClose: () => void }) {
  const { kid, extra, onClose } = props
  const { id, name, holders_count } = extra
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const removal = useEndpointMutation(removeExtra)

  function finish() {
    toast({ message: <Trans>Extra removed.</Trans> })
    onClose()
    void askAgain()
  }

  return (
    <ConfirmDialog
      title={t`Remove “${name}”?`}
      doing={removal}
      failed={t`The extra was not removed.`}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Remove the extra</Trans>}
      onAction={() => removal.mutate({ kid, id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Plural
        value={holders_count}
        _0="No one owns one of its numbers yet. Its file is deleted."
        one="# owner loses it at once, though it may have been their reason to buy. Its file is deleted."
        other="# owners lose it at once, though it may have been their reason to buy. Its file is deleted."
      />
    </ConfirmDialog>
  )
}

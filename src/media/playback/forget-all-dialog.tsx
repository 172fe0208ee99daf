import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { forgetPositions } from './position.shared.ts'

/** Asks for confirmation before the reader's positions in all titles are forgotten. */
export function ForgetAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const forgetting = useEndpointMutation(forgetPositions)
  const forget = () =>
    forgetting.mutate(
      {},
      {
        onSuccess: () => {
          onClose()
          void refetchAll()
          toast({ message: t`All titles start from the beginning.` })
        },
      },
    )
  return (
    <ConfirmDialog
      title={t`Clear “Continue watching”?`}
      doing={forgetting}
      keep={<Trans>Cancel</Trans>}
      action={<Trans>Clear all</Trans>}
      onAction={forget}
      onClose={onClose}
    >
      <Trans>We forget where you stopped. All titles start from the beginning.</Trans>
    </ConfirmDialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { type Asset, WITHDRAWN_KEPT_DAYS } from '#src/catalog/asset/asset.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useUndoToast } from '#src/ui/undo-toast.tsx'
import { restoreAsset, withdrawAsset } from './listing.shared.ts'

/** Asks for confirmation before a title is withdrawn. The toast that follows can undo it. */
export function WithdrawDialog({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const { kid, title } = asset
  const { t } = useLingui()
  const undoable = useUndoToast()
  const withdraw = useEndpointMutation(withdrawAsset)
  const restore = useEndpointMutation(restoreAsset)

  function finish() {
    undoable(<Trans>{title} was withdrawn.</Trans>, () => restore.mutateAsync({ kid }))
    onClose()
  }

  return (
    <ConfirmDialog
      title={t`Withdraw ${title}?`}
      doing={withdraw}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Withdraw the title</Trans>}
      onAction={() => withdraw.mutate({ kid }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>
        All its listings end, and only you can see it. You can restore it for {WITHDRAWN_KEPT_DAYS}{' '}
        days. After that, its files are deleted.
      </Trans>
    </ConfirmDialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'

/** Asks whether to give up a drawn place or a turn. */
export function LeaveQueueDialog(
  props: { isTurn: boolean } & Pick<
    ComponentProps<typeof ConfirmDialog>,
    'doing' | 'onAction' | 'onClose'
  >,
) {
  const { isTurn, ...rest } = props
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...rest}
      title={t`Leave the queue?`}
      keep={isTurn ? <Trans>Keep my turn</Trans> : <Trans>Keep my place</Trans>}
      action={<Trans>Leave the queue</Trans>}
    >
      {isTurn ? (
        <Trans>
          You will lose your turn. If you rejoin, you will be behind everyone who is waiting.
        </Trans>
      ) : (
        <Trans>
          You will lose your place. If you rejoin, you will be behind everyone who is waiting.
        </Trans>
      )}
    </ConfirmDialog>
  )
}

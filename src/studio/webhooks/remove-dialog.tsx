import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { removeWebhook, type Webhook } from './webhook.shared.ts'

/** Removes a webhook with its messages. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const removing = useEndpointMutation(removeWebhook)
  function finish() {
    onClose()
    void revalidate()
  }
  return (
    <ConfirmDialog
      title={t`Remove this webhook?`}
      doing={removing}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Remove</Trans>}
      onAction={() => removing.mutate({ id: webhook.id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>Its log is removed, too. Your server gets no more messages.</Trans>
    </ConfirmDialog>
  )
}

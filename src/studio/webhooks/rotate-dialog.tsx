import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { HOUR_MS } from '#core/durations.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { rotateWebhook, ROTATION_HOURS, type Webhook } from './webhook.shared.ts'

/**
 * Makes a new secret for a webhook. Says when the current one was made if that is recent: only that one
 * stays valid beside the new one.
 */
export function RotateDialog(props: {
  webhook: Webhook
  /** The server's time. */
  now: string
  onMade: (secret: string) => void
  onClose: () => void
}) {
  const { webhook, now, onMade, onClose } = props
  const { id, rotated_at } = webhook
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const rotating = useEndpointMutation(rotateWebhook)
  const rotate = () =>
    rotating.mutate(
      { id },
      {
        onSuccess: ({ secret }) => {
          onMade(secret)
          onClose()
        },
        onSettled: () => void revalidate(), // a call without an answer may have made one
      },
    )
  const isRecent =
    rotated_at !== null && Date.parse(now) - Date.parse(rotated_at) < ROTATION_HOURS * HOUR_MS
  return (
    <ConfirmDialog
      title={t`Make a new secret?`}
      doing={rotating}
      keep={<Trans>Keep the current one</Trans>}
      action={<Trans>Make a new secret</Trans>}
      onAction={rotate}
      onClose={onClose}
    >
      <Trans>
        Put the new secret on your server within 24 hours. The current one stays valid until then.
      </Trans>
      {isRecent && (
        <>
          {' '}
          <Trans>
            The current one was made on <DateTime at={rotated_at} />, less than 24 hours ago. If
            your server still uses the one before it, it will reject our messages at once.
          </Trans>
        </>
      )}
    </ConfirmDialog>
  )
}

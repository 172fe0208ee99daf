import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type ApiKey, revokeApiKey } from './api-key.shared.ts'

/** Revokes a key. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name } = apiKey
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const revoking = useEndpointMutation(revokeApiKey)
  function finish() {
    toast({ message: t`${name} is revoked.` })
    onClose()
    void revalidate()
  }
  return (
    <ConfirmDialog
      title={t`Revoke ${name}?`}
      doing={revoking}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Revoke the key</Trans>}
      onAction={() => revoking.mutate({ id }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Trans>Programs that use this key are refused from now on. This cannot be undone.</Trans>
    </ConfirmDialog>
  )
}

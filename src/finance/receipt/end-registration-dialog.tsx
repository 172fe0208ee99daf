import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { endInvoiceRegistration } from './receipt.shared.ts'

/** Ends the caller’s registration for qualified invoices. */
export function EndRegistrationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const ending = useEndpointMutation(endInvoiceRegistration)
  const end = () =>
    ending.mutate(
      {},
      {
        onSuccess: () => {
          toast({
            message: t`Your registration has ended. Earlier sales keep their invoices.`,
          })
          onClose()
          void revalidate()
        },
      },
    )
  return (
    <ConfirmDialog
      title={t`End your registration?`}
      doing={ending}
      keep={<Trans>Keep the registration</Trans>}
      action={<Trans>End registration</Trans>}
      onAction={end}
      onClose={onClose}
    >
      <Trans>
        From now on, your sales get ordinary receipts. They will not get qualified invoices later,
        even if you enter a registration again.
      </Trans>
    </ConfirmDialog>
  )
}

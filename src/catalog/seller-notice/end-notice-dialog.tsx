import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import { endSellerNotice } from './seller-notice.shared.ts'

/** Removes the seller’s notice of a brand, then opens the brand’s page. */
export function EndNoticeDialog({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const { id, account } = brand
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const ending = useEndpointMutation(endSellerNotice)
  const end = () =>
    ending.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ message: t`The notice is no longer shown.` })
          void navigate(`/brand/${account}`, AFTER_SAVING)
        },
      },
    )
  return (
    <ConfirmDialog
      title={t`Remove the seller’s notice?`}
      doing={ending}
      keep={<Trans>Keep the notice</Trans>}
      action={<Trans>Remove the notice</Trans>}
      onAction={end}
      onClose={onClose}
    >
      <Trans>
        Buyers no longer see it on your brand’s page or before they pay. To publish one again, fill
        in a new notice.
      </Trans>
    </ConfirmDialog>
  )
}

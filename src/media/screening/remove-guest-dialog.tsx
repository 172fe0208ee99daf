import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { removeGuest, type Screening } from './screening.shared.ts'

/** Removes a guest from a screening for good. */
export function RemoveGuestDialog(props: {
  id: string
  guest: { id: string; name: string }
  show: (latest: Screening) => void
  onClose: () => void
}) {
  const { id, guest, show, onClose } = props
  const { name } = guest
  const { t } = useLingui()
  const removing = useEndpointMutation(removeGuest)
  const remove = () =>
    removing.mutate(
      { id, guest_id: guest.id },
      {
        onSuccess: (latest) => {
          show(latest)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={t`Remove ${name} from the screening?`}
      doing={removing}
      keep={<Trans>Keep the guest</Trans>}
      action={<Trans context="screening">Remove</Trans>}
      onAction={remove}
      onClose={onClose}
    >
      <Trans>{name} has to leave at once and cannot join this screening again.</Trans>
    </ConfirmDialog>
  )
}

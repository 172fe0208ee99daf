import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import { deleteGroup, type Group } from './group.shared.ts'

/** Deletes a group, then opens the brand's other groups. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { encrypted_id, name, brand, sorted_contents } = group
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const removal = useEndpointMutation(deleteGroup)

  function finish() {
    toast({ message: t`${name} was deleted.` })
    void navigate(`/brand/${brand.account}/group`, AFTER_SAVING)
  }

  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      doing={removal}
      failed={t`The group was not deleted.`}
      keep={<Trans>Keep it</Trans>}
      action={<Trans>Delete the group</Trans>}
      onAction={() => removal.mutate({ id: encrypted_id }, { onSuccess: finish })}
      onClose={onClose}
    >
      {sorted_contents.length > 0 && (
        <Plural
          value={sorted_contents.length}
          one="Its title is not deleted."
          other="Its # titles are not deleted."
        />
      )}
      <Gap />
      <Trans>Links to the group’s page will stop working.</Trans>
    </ConfirmDialog>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { deleteGroup, type Group } from './group.shape.ts'

/** Takes a group away, and leads to the brand's others. */
export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { encrypted_id, name, brand, sorted_contents } = group
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const removal = useCall(deleteGroup)

  function finish() {
    toast({ message: t`${name} is gone.` })
    void navigate(`/brand/${brand.account}/group`)
  }

  return (
    <Dialog title={t`Delete ${name}?`} onClose={onClose}>
      <p>
        {sorted_contents.length > 0 && (
          <Plural
            value={sorted_contents.length}
            one="Its title stays where it is."
            other="Its # titles stay where they are."
          />
        )}{' '}
        <Trans>Links to the group’s page stop working.</Trans>
      </p>
      <Refused error={removal.error} failed={t`The group was not deleted.`} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button
          look="main"
          busy={removal.isPending}
          onClick={() => removal.mutate({ id: encrypted_id }, { onSuccess: finish })}
        >
          <Trans>Delete the group</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

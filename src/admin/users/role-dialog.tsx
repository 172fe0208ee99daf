import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointQuery, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ChangeHistory, ReasonForm } from '#src/ui/reason-form.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { useRoleWords } from './role-words.tsx'
import { getUserRole, putUserRole, type User } from './user.shared.ts'

/** Grants or withdraws the creator role with a reason, and shows earlier changes. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const put = useEndpointMutation(putUserRole)
  const [reason, setReason] = useState('')
  const { account_id: id, username, email } = user
  const changes = useEndpointQuery(getUserRole, { id })?.changes ?? []
  const words = useRoleWords()
  const isCreator = user.role === 'ORH'

  function save() {
    put.mutate(
      { id, role: isCreator ? 'STANDARD_USER' : 'ORH', reason: reason.trim() },
      {
        onSuccess: () => {
          toast({
            message: isCreator
              ? t`${username} is no longer a creator.`
              : t`${username} is now a creator.`,
          })
          onClose()
          void askAgain()
        },
      },
    )
  }

  return (
    <Dialog
      title={
        isCreator ? t`Remove the creator role from ${username}?` : t`Make ${username} a creator?`
      }
      onClose={onClose}
      wide
    >
      <ReasonForm
        reason={reason}
        onReason={setReason}
        onCancel={onClose}
        onNext={save}
        busy={put.isPending}
        hint={<Trans>Kept on record with your name.</Trans>}
        next={isCreator ? <Trans>Remove creator role</Trans> : <Trans>Make a creator</Trans>}
        foot={
          <>
            <ChangeHistory
              changes={changes.map(({ at, changed_by, to_role, reason: why }) => ({
                at,
                by: changed_by ?? t`the operator`,
                to: words[to_role],
                reason: why,
              }))}
            />
            <RefusalMessage error={put.error} />
          </>
        }
      >
        {() => (
          <p className="wrap-anywhere">
            <b className="font-semibold">{email}</b>
            <br />
            {isCreator ? (
              <Trans>
                They will no longer be able to publish or edit titles. They keep their titles and
                royalties.
              </Trans>
            ) : (
              <Trans>
                They will be able to create brands, publish titles and sell numbered copies.
              </Trans>
            )}
          </p>
        )}
      </ReasonForm>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useAnswer, useAskAgain, useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { When } from '#src/ui/when.tsx'
import { useRoleWords } from './role-words.tsx'
import { getUserRole, putUserRole, type User, type UserRole } from './user.shape.ts'

/** Makes a person a creator or takes that back, with a reason, and shows the changes before. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const put = useCall(putUserRole)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { account_id: id, username, email } = user
  const changes = useAnswer(getUserRole, { id })?.changes ?? []
  const isCreator = user.role === 'ORH'

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (!reason.trim()) return
    put.mutate(
      { id, role: isCreator ? 'STANDARD_USER' : 'ORH', reason: reason.trim() },
      {
        onSuccess: () => {
          toast({
            message: isCreator
              ? t`${username} is no creator now.`
              : t`${username} is a creator now.`,
          })
          onClose()
          void askAgain()
        },
      },
    )
  }

  return (
    <Dialog
      title={isCreator ? t`Take the role back from ${username}?` : t`Make ${username} a creator?`}
      onClose={onClose}
      wide
    >
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <p className="wrap-anywhere">
          <b className="font-semibold">{email}</b>
          <br />
          {isCreator ? (
            <Trans>
              They can no longer publish or change titles. Their titles stay, and so do their
              royalties.
            </Trans>
          ) : (
            <Trans>They can create brands, publish titles and sell numbered copies.</Trans>
          )}
        </p>
        <TextArea
          name="reason"
          label={<Trans>Reason</Trans>}
          hint={<Trans>Kept on record with your name.</Trans>}
          error={isTried && !reason.trim() && t`Write why.`}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Changes changes={changes} />
        <Refused error={put.error} />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="main" busy={put.isPending}>
            {isCreator ? <Trans>Take the role back</Trans> : <Trans>Make a creator</Trans>}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Changes({ changes }: Pick<UserRole, 'changes'>) {
  const { t } = useLingui()
  const words = useRoleWords()
  if (changes.length === 0) return null
  return (
    <section className="grid gap-2 text-small">
      <h3 className="font-semibold">
        <Trans>Changes so far</Trans>
      </h3>
      <ul className="max-h-48 overflow-y-auto border-y border-line">
        {changes.map(({ at, changed_by, to_role, reason }) => (
          <li key={at} className="border-line py-2 wrap-anywhere not-first:border-t">
            <b className="font-semibold">{words[to_role]}</b>
            <span className="text-ink-2">
              {' '}
              · {changed_by ?? t`the operator`}, <When at={at} />
            </span>
            <br />
            {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Trans } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { cancelOwnRecovery, type OwnRecovery } from './recovery.shared.ts'

/** Tells the reader that their account is about to move to another address, and stops it. */
export function RecoveryNotice({ recovery: { new_email, due_at } }: { recovery: OwnRecovery }) {
  const { revalidate } = useRevalidator()
  const { mutate, error, isPending } = useEndpointMutation(cancelOwnRecovery, {
    afterAnswer: revalidate,
  })
  return (
    <section>
      <Note tone="warn">
        <div className="grid gap-3">
          <p>
            <Trans>
              On <DateTime at={due_at} /> your account moves to{' '}
              <strong className="font-semibold wrap-anywhere">{new_email}</strong>, because we were
              told that you lost your mailbox. All devices are then signed out.
            </Trans>
          </p>
          <p>
            <Trans>If you did not ask for this, or have your mailbox again, stop it.</Trans>
          </p>
          <RefusalMessage error={error} />
          <p>
            <Button busy={isPending} onClick={() => mutate({})}>
              <Trans>Stop the move</Trans>
            </Button>
          </p>
        </div>
      </Note>
    </section>
  )
}

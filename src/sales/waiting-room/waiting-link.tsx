import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import type { WaitingRoom } from './waiting.shared.ts'

/** Links to the waiting room, with the reader's place if they have one. */
export function WaitingLink({ waitingRoom, wide }: { waitingRoom: WaitingRoom; wide?: boolean }) {
  const { t } = useLingui()
  const { id, state, mine } = waitingRoom
  const before = mine?.people_before ?? null
  return (
    <LinkButton look="main" wide={wide} to={`/waiting/${id}`}>
      {mine?.status === 'waiting' || mine?.status === 'admitted' ? (
        before === null ? (
          <Trans>Your place in the waiting room</Trans>
        ) : (
          t`Your place: ${before + 1}`
        )
      ) : state === 'announced' ? (
        <Trans>Go to the waiting room</Trans>
      ) : (
        <Trans>Join the waiting room</Trans>
      )}
    </LinkButton>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { DeviceRow, useDevice } from '#src/ui/device-row.tsx'
import { endSession, type listSessions } from './account.shared.ts'

type Session = ReplyOf<typeof listSessions>['items'][number]

/** Lists the reader's sessions, each with a button to end it; "Sign out" ends this browser's. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul className="grid">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { mutate, error, isPending } = useEndpointMutation(endSession)
  const { id, user_agent, created_at, seen_at, is_current } = session
  const device = useDevice(user_agent)
  return (
    <DeviceRow
      device={device}
      isCurrent={is_current}
      about={
        <Trans>
          Signed in <DateTime at={created_at} detail="day" />, last seen <DateTime at={seen_at} />
        </Trans>
      }
      action={
        !is_current && (
          <Button
            small
            busy={isPending}
            aria-label={t`Sign out ${device}`}
            onClick={() => mutate({ id }, { onSuccess: () => void revalidate() })}
          >
            <Trans>Sign out</Trans>
          </Button>
        )
      }
      error={error}
    />
  )
}

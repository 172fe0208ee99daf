import { Trans, useLingui } from '@lingui/react/macro'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { endSession, type listSessions } from './account.shared.ts'
import { deviceOf } from '#src/ui/device.ts'

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
  const device = deviceOf(user_agent) ?? t`Unknown device`
  return (
    <ListRow
      name={device}
      about={
        <p className="text-small text-ink-2">
          <Trans>
            Signed in <DateTime at={created_at} detail="day" />, last seen <DateTime at={seen_at} />
          </Trans>
        </p>
      }
      action={
        is_current ? (
          <StateTag tone="ok">
            <Trans>This browser</Trans>
          </StateTag>
        ) : (
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
    >
      <RefusalMessage error={error} />
    </ListRow>
  )
}

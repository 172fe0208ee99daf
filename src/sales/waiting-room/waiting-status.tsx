import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { localeOf } from '#src/i18n/language.ts'
import { Bought, LeaveButton, RoomEnded, YourTurn } from './turn.tsx'
import { joinWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

interface Props {
  room: WaitingRoom
  now: string
}

/** Shows the reader's status in the waiting room with its one action. */
export function WaitingStatus(props: Props) {
  const { room } = props
  const { state, mine } = room
  const isAdmitted = mine?.status === 'admitted' && (state === 'admitting' || mine.is_ordered)
  if (isAdmitted) return <YourTurn {...props} />
  if (mine?.status === 'bought' && state !== 'ended')
    return (
      <Bought room={room}>
        <JoinButton room={room} />
      </Bought>
    )
  if (mine?.status === 'bought') return <Bought room={room} />
  if (state === 'ended') return <RoomEnded room={room} />
  if (state === 'announced') return <Announced {...props} />
  if (mine?.status === 'waiting') return <InQueue {...props} />
  return <NotInQueue {...props} />
}

function Announced({ room: { opens_at }, now }: Props) {
  const refetchAll = useRefetchAll()
  return (
    <Section
      title={
        <Trans>
          It opens on <UpcomingDateTime at={opens_at} />
        </Trans>
      }
      hint={<HowItGoes />}
    >
      <Countdown until={opens_at} now={now} onEnd={() => void refetchAll()} />
    </Section>
  )
}

/** Explains the draw: only being there at the start counts. */
const HowItGoes = () => (
  <Trans>
    When the sale starts, everyone in the waiting room gets a random place. Arriving early makes no
    difference. People who join later come after them.
  </Trans>
)

function NotInQueue({ room, now }: Props) {
  const { state, mine, people } = room
  return (
    <Section
      title={
        mine?.status === 'lapsed' ? (
          <Trans>Your turn is over</Trans>
        ) : state === 'open' ? (
          <Trans>The waiting room is open</Trans>
        ) : (
          <Trans>Admission has started</Trans>
        )
      }
      hint={
        mine?.status === 'lapsed' ? (
          <Trans>You did not choose a number in time. You were not charged.</Trans>
        ) : state === 'open' ? (
          <HowItGoes />
        ) : people === 0 ? (
          <Trans>No one is waiting. You will be next.</Trans>
        ) : (
          <Plural
            value={people}
            one="# person is waiting. You will join behind them."
            other="# people are waiting. You will join behind them."
          />
        )
      }
    >
      {state === 'open' && <CountdownToStart room={room} now={now} />}
      <JoinButton room={room} />
    </Section>
  )
}

function CountdownToStart({ room: { starts_at }, now }: Props) {
  const refetchAll = useRefetchAll()
  return <Countdown until={starts_at} now={now} onEnd={() => void refetchAll()} />
}

/** Joins the room. People who may not buy more are told so instead. */
function JoinButton({
  room: { id, state, creator_account_id, mine, limit_reached },
}: {
  room: WaitingRoom
}) {
  const { i18n } = useLingui()
  const reader = useReader()
  const signIn = useSignIn()
  const refetchAll = useRefetchAll()
  const { mutate, error, isPending } = useEndpointMutation(joinWaitingRoom, {
    afterAnswer: refetchAll,
  })
  if (reader?.account_id === creator_account_id)
    return (
      <p className="text-small text-ink-2">
        <Trans>This is your own sale. You see what everyone sees.</Trans>
      </p>
    )
  if (limit_reached !== null)
    return (
      <p className="text-small text-ink-2">
        <Plural
          value={limit_reached}
          one="You have reached the limit of # copy per person, so you cannot join."
          other="You have reached the limit of # copies per person, so you cannot join."
        />
      </p>
    )
  const join = () => {
    if (!reader) signIn({ next: `/waiting/${id}` })
    else mutate({ id, lang: localeOf(i18n) })
  }
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalMessage error={error} />
      <Button look="main" busy={isPending} onClick={join}>
        {mine && state !== 'open' ? (
          <Trans>Rejoin at the end</Trans>
        ) : (
          <Trans>Join the waiting room</Trans>
        )}
      </Button>
    </div>
  )
}

function InQueue({ room, now }: Props) {
  const { state, mine } = room
  const before = mine?.people_before ?? null
  if (state === 'open')
    return (
      <Section
        title={<Trans>You are in the waiting room</Trans>}
        hint={
          <Trans>
            We draw your place when the sale starts. It belongs to your account, so you can close
            this page and come back on any device.
          </Trans>
        }
      >
        <CountdownToStart room={room} now={now} />
        <LeaveButton room={room} />
      </Section>
    )
  if (before === null)
    return (
      <Section title={<Trans>The places are being drawn</Trans>}>
        <Drawing />
      </Section>
    )
  return (
    <Section
      title={<Trans>Your place</Trans>}
      hint={
        <Trans>
          We email you when it is your turn. You can close this page and come back on any device.
        </Trans>
      }
    >
      <div>
        <p className="number text-[3.75rem]">{before + 1}</p>
        <p className="mt-2 font-semibold">
          <Plural value={before} one="# person ahead of you" other="# people ahead of you" />
        </p>
        <p className="text-small text-ink-2">
          <ExpectedWait seconds={mine?.expected_seconds ?? 0} />
        </p>
      </div>
      <LeaveButton room={room} />
    </Section>
  )
}

function Drawing() {
  const { t } = useLingui()
  return <Progress label={t`The places are being drawn`} />
}

function ExpectedWait({ seconds }: { seconds: number }) {
  return (
    <Plural
      value={Math.max(1, Math.ceil(seconds / 60))}
      one="Your turn is in about a minute, if copies are left."
      other="Your turn is in about # minutes, if copies are left."
    />
  )
}

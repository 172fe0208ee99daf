import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { leaveWaitingRoom, type WaitingRoom } from './waiting.shared.ts'

const LeaveQueueDialog = lazyDialog(() => import('./leave-queue-dialog.tsx'), 'LeaveQueueDialog')

/** Returns the path of the title or group that is sold through a room. */
export const salePath = ({ id, kid }: Pick<WaitingRoom, 'id' | 'kid'>) =>
  kid ? `/asset/${kid}` : `/group/${id}`

/** Returns true if the reader can choose a number now. */
export const isYourTurn = ({ state, mine }: WaitingRoom) =>
  state === 'admitting' && mine?.status === 'admitted' && !mine.is_ordered

/** Renders a button that gives up a place or a turn. It asks first once places are drawn. */
export function LeaveButton({ room: { id, state, mine } }: { room: WaitingRoom }) {
  const refetchAll = useRefetchAll()
  const [isAsking, setAsking] = useState(false)
  const leaving = useEndpointMutation(leaveWaitingRoom, { afterAnswer: refetchAll })
  const onClose = () => setAsking(false)
  const leave = () => leaving.mutate({ id }, { onSuccess: onClose })
  return (
    <div className="grid justify-items-start gap-3">
      {!isAsking && <RefusalMessage error={leaving.error} />}
      <Button
        look="plain"
        className="-ms-2"
        busy={leaving.isPending}
        onClick={state === 'open' ? leave : () => setAsking(true)}
      >
        <Trans>Leave the queue</Trans>
      </Button>
      {isAsking && (
        <LeaveQueueDialog
          isTurn={mine?.status === 'admitted'}
          doing={leaving}
          onAction={leave}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** Leads an admitted reader to the numbers and shows the time left. */
export function YourTurn({ room, now }: { room: WaitingRoom; now: string }) {
  const { mine } = room
  const refetchAll = useRefetchAll()
  if (mine!.is_ordered)
    return (
      <Section
        title={<Trans>Your order is placed</Trans>}
        hint={<Trans>We hold it while you pay, even after your turn ends.</Trans>}
      >
        <NumbersLink room={room}>
          <Trans>See the numbers</Trans>
        </NumbersLink>
      </Section>
    )
  return (
    <Section
      title={<Trans>It is your turn</Trans>}
      hint={
        <Trans>
          Choose a number and buy it within{' '}
          <TimeLeft until={mine!.pass_ends_at!} now={now} onEnd={() => void refetchAll()} />. There
          are enough copies for everyone who was let in.
        </Trans>
      }
    >
      <NumbersLink room={room} main>
        <Trans>Choose a number</Trans>
      </NumbersLink>
      <LeaveButton room={room} />
    </Section>
  )
}

/** Says that the reader's order is paid. */
export function Bought({ room, children }: { room: WaitingRoom; children?: ReactNode }) {
  return (
    <Section title={<Trans>You bought a copy</Trans>}>
      <NumbersLink room={room}>
        <Trans>See the numbers</Trans>
      </NumbersLink>
      {children}
    </Section>
  )
}

/** Says why the room ended and what the reader can do now. */
export function RoomEnded({ room }: { room: WaitingRoom }) {
  const { ending, mine } = room
  return (
    <Section
      title={
        ending === 'sold_out' ? (
          <Trans>All copies are sold</Trans>
        ) : ending === 'sale_ended' ? (
          <Trans>The sale has ended</Trans>
        ) : (
          <Trans>No one is waiting</Trans>
        )
      }
      hint={
        ending === 'served' ? (
          <Trans>You can buy without waiting.</Trans>
        ) : (
          mine && <Trans>You were not charged.</Trans>
        )
      }
    >
      <NumbersLink room={room} main={ending === 'served'}>
        <Trans>See the numbers</Trans>
      </NumbersLink>
    </Section>
  )
}

function NumbersLink(props: { room: WaitingRoom; main?: boolean; children: ReactNode }) {
  return (
    <p>
      <LinkButton look={props.main ? 'main' : 'other'} to={salePath(props.room)}>
        {props.children}
      </LinkButton>
    </p>
  )
}

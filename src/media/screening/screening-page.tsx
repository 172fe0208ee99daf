import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ask, askOptional, nowContext, send, useEndpointMutation } from '#core/http/ask.ts'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import type { Chapters } from '#src/media/playback/chapters.shared.ts'
import { loadPlayer } from '#src/media/playback/lazy-player.tsx'
import { getChapters, getSound, type Sound } from '#src/media/playback/playback.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/screening-page.ts'
import { ChatPanel } from './chat-panel.tsx'
import { HostPanel } from './host-panel.tsx'
import { JoinForm } from './join-form.tsx'
import { PeoplePanel } from './people-panel.tsx'
import {
  getInvitation,
  getScreening,
  type Invitation,
  leaveScreening,
  type Screening,
} from './screening.shared.ts'
import { useScreening, useServerTime } from './use-screening.tsx'

const loadStage = () => import('./stage.tsx')
const Stage = lazy(() => loadStage().then(({ Stage: it }) => ({ default: it })))

/** Loads a screening for whoever has its code; for its host and guests with what goes on there. */
export async function loader({ context, params: { code } }: Route.LoaderArgs) {
  const invitation = await ask(context, getInvitation, { code })
  const { id, copy } = invitation
  const now = context.get(nowContext).toISOString()
  const isIn = id !== null && invitation.reason !== 'region_unavailable'
  const screening = isIn ? await askOptional(context, GONE, getScreening, { id }) : undefined
  if (!screening) return { code, invitation, screening: null, chapters: [], sound: null, now }
  const { chapters } = await ask(context, getChapters, { id: copy.kid })
  const isSong = copy.media_type === 'audio'
  const sound = isSong ? (await ask(context, getSound, { id: copy.kid })).sound : null
  return { code, invitation, screening, chapters, sound, now }
}

const GONE = ['not_found', 'screening_removed', 'not_signed_in', 'session_expired'] as const

export function headers() {
  return { 'cache-control': 'no-store' }
}

export default function ScreeningPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { code, invitation, screening, chapters, sound, now } = loaderData
  const { title } = invitation.copy
  return (
    <>
      <title>{t`Screening of ${title} · Renban`}</title>
      <meta name="robots" content="noindex" />
      {screening ? (
        <Inside
          key={screening.id}
          initial={screening}
          chapters={chapters}
          sound={sound}
          loadedAt={now}
        />
      ) : (
        <Outside code={code} invitation={invitation} />
      )}
    </>
  )
}

interface InsideProps {
  initial: Screening
  chapters: Chapters
  sound: Sound | null
  loadedAt: string
}

/** Shows the host and the guests the lobby, the film, or that it is over. */
function Inside({ initial, chapters, sound, loadedAt }: InsideProps) {
  const { screening, refresh, show } = useScreening(initial)
  const { id, role, status, chat_enabled } = screening
  const clock = useServerTime(id, loadedAt, status !== 'ended')
  useEffect(() => void Promise.allSettled([loadStage(), loadPlayer()]), []) // to be there at the start
  useHostLeaves(role === 'host' && status === 'running' ? id : undefined)
  const isHost = role === 'host'
  const stage = useShownAtStart(isHost && status === 'running', initial.status === 'open')
  if (status === 'ended') return <Over screening={screening} />
  return (
    <>
      {status === 'running' && (
        <div ref={stage} tabIndex={-1} className="bg-[#000] outline-0">
          <Suspense fallback={<div className="aspect-video max-h-[calc(100svh-72px)]" />}>
            <Stage
              screening={screening}
              clock={clock}
              sound={sound}
              chapters={chapters}
              show={show}
              refresh={refresh}
            />
          </Suspense>
        </div>
      )}
      <div className="wrap grid gap-8 pt-6 pb-16 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-14">
        <div className="grid min-w-0 content-start gap-8">
          <Heading screening={screening} />
          {status === 'open' && !isHost && <Lobby screening={screening} />}
          {chat_enabled && <ChatPanel screening={screening} refresh={refresh} />}
          <PeoplePanel screening={screening} show={show} />
        </div>
        <div className="grid content-start gap-8">
          {isHost ? (
            <HostPanel screening={screening} show={show} />
          ) : (
            <Leave id={id} onLeft={refresh} />
          )}
        </div>
      </div>
    </>
  )
}

/** Leads the host to the film that they have just started, which stands above the button on a phone. */
function useShownAtStart(isShown: boolean, startsHere: boolean) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShown || !startsHere) return
    stage.current?.focus({ preventScroll: true })
    stage.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown, startsHere])
  return stage
}

/** Pauses for everyone when the host closes the page or goes to another one. */
function useHostLeaves(id: string | undefined) {
  useEffect(() => {
    if (!id) return undefined
    const leave = () => void send(leaveScreening, { id }, { keepalive: true }).catch(() => {})
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      if (!location.pathname.startsWith('/screening/')) leave()
    }
  }, [id])
}

function Heading({ screening }: { screening: Screening }) {
  const { copy, host_name, role, status, playback } = screening
  const { kid, title, number, copies_count: of } = copy
  return (
    <div className="grid gap-1">
      <h1 className="text-h1 wrap-anywhere">
        {role === 'host' && status === 'running' ? (
          <bdi>{title}</bdi> // going there would pause the film for everyone
        ) : (
          <Link to={`/asset/${kid}`}>
            <bdi>{title}</bdi>
          </Link>
        )}
      </h1>
      <p className="text-ink-2 wrap-anywhere">
        {role === 'host' ? (
          <Trans>
            You are showing No. {number} of {of}
          </Trans>
        ) : (
          <Trans>
            {host_name} is showing No. {number} of {of}
          </Trans>
        )}
      </p>
      <output className="text-small text-ink-2">
        {status === 'running' && !playback.is_playing && role === 'guest' && (
          <Trans>Paused by the host</Trans>
        )}
      </output>
    </div>
  )
}

function Lobby({ screening: { host_name } }: { screening: Screening }) {
  return (
    <output className="block border-s-4 border-ink bg-well px-4 py-3.5">
      <Trans>You have a seat. The screening begins here as soon as {host_name} starts it.</Trans>
    </output>
  )
}

function Leave({ id, onLeft }: { id: string; onLeft: () => Promise<void> }) {
  const leave = useEndpointMutation(leaveScreening, { afterRefusal: onLeft })
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        small
        busy={leave.isPending}
        onClick={() => leave.mutate({ id }, { onSuccess: () => void onLeft() })}
      >
        <Trans>Leave the screening</Trans>
      </Button>
      <RefusalMessage error={leave.error} />
    </div>
  )
}

function Over({ screening }: { screening: Screening }) {
  const { role, copy, host_name, started_at } = screening
  const { kid, title, number } = copy
  return (
    <div className="wrap-narrow py-10 sm:py-16">
      <EmptyState
        whole
        title={<Trans>The screening has ended</Trans>}
        actions={<AfterwardsLinks kid={kid} isHost={role === 'host'} />}
      >
        {!started_at ? (
          role === 'host' ? (
            <Trans>It ended before you started it.</Trans>
          ) : (
            <Trans>It ended before it began. Ask {host_name} about the next one.</Trans>
          )
        ) : role === 'host' ? (
          <Trans>
            You showed No. {number} of “{title}” on <DateTime at={started_at} detail="day" />. Its
            history says so.
          </Trans>
        ) : (
          <Trans>Thank you for watching “{title}” together.</Trans>
        )}
      </EmptyState>
    </div>
  )
}

function AfterwardsLinks({ kid, isHost }: { kid: string; isHost: boolean }) {
  return (
    <>
      <LinkButton look="main" to={`/asset/${kid}`}>
        {isHost ? <Trans>Open the title</Trans> : <Trans>See the title and its copies</Trans>}
      </LinkButton>
      {isHost && (
        <LinkButton to="/screenings">
          <Trans>Your screenings</Trans>
        </LinkButton>
      )}
    </>
  )
}

/** Shows a visitor the invitation, or why they cannot join. */
function Outside({ code, invitation }: { code: string; invitation: Invitation }) {
  const { copy, host_name, reason } = invitation
  if (reason) return <CannotJoin invitation={invitation} reason={reason} />
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-10">
      <div className="mx-auto w-full max-w-80">
        <CopyTile eager copy={copy} sizes="320px" />
      </div>
      <div className="grid gap-2 text-center">
        <p className="text-ink-2 wrap-anywhere">
          <Trans>{host_name} invites you to a screening</Trans>
        </p>
        <h1 className="text-d1 wrap-anywhere">
          <bdi>{copy.title}</bdi>
        </h1>
      </div>
      <div className="mx-auto grid w-full max-w-120 gap-4">
        <JoinForm code={code} invitation={invitation} />
      </div>
    </div>
  )
}

function CannotJoin(props: { invitation: Invitation; reason: NonNullable<Invitation['reason']> }) {
  const { invitation, reason } = props
  const { copy, host_name, guests_max } = invitation
  const titles: Record<typeof reason, ReactNode> = {
    ended: <Trans>The screening has ended</Trans>,
    removed: <Trans>You were removed from this screening</Trans>,
    locked: <Trans>The screening is locked</Trans>,
    full: <Trans>All seats are taken</Trans>,
    region_unavailable: <Trans>Not available where you are</Trans>,
  }
  const sentences: Record<typeof reason, ReactNode> = {
    ended: <Trans>Its link no longer works. Ask {host_name} about the next one.</Trans>,
    removed: <Trans>The host decides who watches. You cannot join this screening again.</Trans>,
    locked: <Trans>Ask {host_name} to let you in, then reload this page.</Trans>,
    full: (
      <Trans>
        This screening has {guests_max} seats. Ask {host_name} about the next one.
      </Trans>
    ),
    region_unavailable: <Trans>This title can only be watched in Japan.</Trans>,
  }
  return (
    <div className="wrap-narrow py-10 sm:py-16">
      <EmptyState
        whole
        title={titles[reason]}
        actions={<AfterwardsLinks kid={copy.kid} isHost={false} />}
      >
        {sentences[reason]}
      </EmptyState>
    </div>
  )
}

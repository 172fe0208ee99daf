import { Trans, useLingui } from '@lingui/react/macro'
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Announcer, useAnnouncer } from './announcer.tsx'
import { useCaptionPosition, useCaptionStyle } from './caption-style.tsx'
import type { Chapters } from './chapters.shared.ts'
import { type Commands, commandsOf, hasPictureInPicture, type SharedPlayback } from './commands.tsx'
import { Controls } from './controls.tsx'
import { useMediaSession } from './media-session.tsx'
import { useMediaState } from './media-state.tsx'
import { useCast } from './outputs.tsx'
import type { Sound } from './playback.shared.ts'
import { gainFor, type Work } from './player.shared.ts'
import { useActivity, useCaption, useKeys, useOpening, useStream } from './player-hooks.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import type { Source } from './stream.tsx'
import type { ChosenTracks } from './tracks.tsx'
import './player.css'

const KeysDialog = lazyDialog(() => import('./keys-dialog.tsx'), 'KeysDialog')

interface Props {
  work: Work
  /**
   * The title by its kid, which needs a token, or a trailer. Changes are ignored while the player
   * is mounted.
   */
  source: Source
  /** The card shown before playback, for a moment or until a key is pressed. */
  card?: ReactNode
  sound?: Sound | null
  chapters?: Chapters
  /** True if keys work wherever the focus is, because the page is made for the player. */
  wholePage?: boolean
  /** The position to seek to in seconds, whenever it changes. */
  startAt?: number | undefined
  onTime?: (seconds: number, duration: number) => void
  /** Given if playback is controlled from outside. It does not begin by itself then. */
  shared?: SharedPlayback
  /** A few words in the bar about the time left, as of a rental. */
  note?: ReactNode
}

/** Settings of the viewer, kept if the film is opened anew after a failure. */
interface Setting {
  /** A number from 0 to 1, where 1 is this title's levelled maximum. */
  volume: number
  isMuted: boolean
  rate: number
  tracks: ChosenTracks
}

/** Holds where playback stopped. Counts until the viewer wants to be elsewhere. */
interface Stop {
  at: number
  /** The position that was asked for until then. */
  startAt: number | undefined
}

const NONE: Chapters = []

/** Plays a film or a song at once. Load it lazily, because it imports the streaming library. */
export function Player({ startAt, onTime, ...props }: Props) {
  const [attempt, setAttempt] = useState(0)
  const [stopped, setStopped] = useState<Stop>()
  const [kept, setKept] = useState<Setting>()
  const latest = useRef<Stop>(undefined)
  const keepTime = (seconds: number, duration: number) => {
    latest.current = { at: seconds, startAt }
    onTime?.(seconds, duration)
  }
  const tryAgain = (setting: Setting | undefined) => {
    setKept(setting)
    setStopped(latest.current)
    setAttempt(attempt + 1)
  }
  return (
    <Playing
      {...props}
      key={attempt}
      kept={kept}
      startAt={stopped?.startAt === startAt ? (stopped?.at ?? startAt) : startAt}
      onTime={keepTime}
      onRetry={tryAgain}
    />
  )
}

interface PlayingProps extends Props {
  kept: Setting | undefined
  onRetry: (setting: Setting | undefined) => void
}

function Playing(props: PlayingProps) {
  const { work, card, sound = null, chapters = NONE, wholePage, startAt, onTime, onRetry } = props
  const { shared, note, kept } = props
  const { t } = useLingui()
  const [source] = useState(props.source)
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [isHelping, setHelping] = useState(false)
  const { stream, problem, isAway } = useStream(media, source, startAt)
  const { isOpening, open } = useOpening(card !== undefined)
  const { caption, choose, toggle } = useCaption(stream, kept?.tracks.caption ?? null)
  const { style, change } = useCaptionStyle()
  useCaptionPosition(media, style.position, caption)
  const state = useMediaState(media)
  const gain = gainFor(sound?.loudness_lufs ?? null)
  const commands = useMemo(() => {
    const asked = { onCaptions: toggle, onHelp: () => setHelping(true) }
    return media && stage && commandsOf({ media, stage, gain, chapters, shared, ...asked })
  }, [media, stage, gain, chapters, shared, toggle])
  const isShared = shared !== undefined
  const { said, announce } = useAnnouncer({ media, gain, chapters, stream, caption, isShared })
  const at = stage && (wholePage ? stage.ownerDocument : stage)
  useKeys(commands, { at, opening: isOpening ? open : undefined, onAction: announce })
  useMediaSession(commands, { work, chapters, state })
  const { isActive, wasIdle } = useActivity(stage)
  useEffect(() => {
    const hasNone = document.activeElement === document.body // the pressed button has disappeared
    if (hasNone && !wholePage) stage?.focus({ preventScroll: true })
  }, [stage, wholePage])
  const onCast = useCast(media)
  const isReady = stream !== undefined && !isOpening
  usePlaybackStart(commands, { isReady, startAt, isShared, kept })
  useEffect(() => {
    if (kept) stream?.restore(kept.tracks)
  }, [stream, kept])
  const retry = () => {
    if (!media || !isReady) return onRetry(kept)
    const { volume, muted: isMuted, defaultPlaybackRate: rate } = media
    onRetry({ volume: volume / gain, isMuted, rate, tracks: stream.chosen() })
  }
  const onMedia = shared?.onMedia
  useEffect(() => {
    if (!isReady || !onMedia) return undefined
    onMedia(media)
    return () => onMedia(null)
  }, [isReady, media, onMedia])
  const { time, duration, isPaused, isWaiting } = state
  const told = useEffectEvent((seconds: number, of: number) => onTime?.(seconds, of))
  useEffect(() => {
    if (time > 0) told(time, duration)
  }, [time, duration])
  const isPlaying = !isPaused && !isOpening
  const isStill = work.media === 'audio' || (time === 0 && isPaused)
  const press = ({ nativeEvent }: MouseEvent) => {
    const isTap = (nativeEvent as PointerEvent).pointerType === 'touch'
    if (!isTap || !wasIdle.current) commands?.toggle()
  }
  return (
    <section
      ref={setStage}
      className="player"
      data-media={work.media}
      data-playing={isPlaying ? '' : undefined}
      data-idle={isPlaying && !isActive ? '' : undefined}
      data-caption-size={style.size}
      data-caption-colour={style.colour}
      data-caption-background={style.background}
      aria-label={t`Player: ${work.title}`}
      tabIndex={-1}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- they come with the stream */}
      <video ref={setMedia} playsInline preload="auto" onClick={press} />
      {isStill && work.poster && (
        <div className="player-still">
          <Picture source={work.poster} alt="" sizes="100vw" eager />
        </div>
      )}
      {problem ? (
        <ProblemNotice problem={problem} source={source} onRetry={retry} />
      ) : isOpening ? (
        <div className="player-card" onPointerDown={open}>
          {card}
        </div>
      ) : (
        <CenterControl
          isWaiting={!stream || isWaiting}
          isAway={isAway}
          isPaused={isPaused && (!shared || shared.mayControl || shared.needsPress)}
          onPlay={commands?.toggle}
        />
      )}
      <Announcer said={said} />
      {commands && media && stage && !problem && !isOpening && (
        <Controls
          state={state}
          commands={commands}
          stream={stream}
          gain={gain}
          sound={sound}
          chapters={chapters}
          caption={caption}
          onCaption={choose}
          style={style}
          onStyle={change}
          mayControl={shared?.mayControl ?? true}
          mayChangeSpeed={!shared}
          hasPicture={work.media === 'video' && hasPictureInPicture(media)}
          onCast={onCast}
          onHelp={() => setHelping(true)}
          stage={stage}
          note={note}
        />
      )}
      {isHelping && (
        <KeysDialog
          stage={stage && document.fullscreenElement === stage ? stage : undefined}
          hasChapters={chapters.length > 0}
          onClose={() => setHelping(false)}
        />
      )}
    </section>
  )
}

/**
 * Begins playback once, when everything is ready and nothing else plays, as the viewer has set it before, or else at this title's
 * full volume. Later commands, such as those of another caption language, neither begin nor seek again.
 */
function usePlaybackStart(
  commands: Commands | null,
  options: {
    isReady: boolean
    startAt: number | undefined
    isShared: boolean
    kept: Setting | undefined
  },
) {
  const { isReady, startAt, isShared, kept } = options
  const hasBegun = useRef(false)
  const wentTo = useRef<number>(undefined)
  useEffect(() => {
    if (!commands || !isReady) return
    if (!hasBegun.current) {
      hasBegun.current = true
      commands.setVolume(kept?.volume ?? 1)
      if (kept?.isMuted) commands.mute()
      if (kept) commands.setRate(kept.rate)
      if (!isShared && !isAnyPlaying()) commands.play()
    }
    if (startAt !== undefined && startAt !== wentTo.current) {
      wentTo.current = startAt
      commands.goTo(startAt)
    }
  }, [commands, isReady, startAt, isShared, kept])
}

/** Tells if something on the page plays, such as an extra that was begun meanwhile. */
const isAnyPlaying = () =>
  [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused)

const SLOW_MS = 6_000

/** Shows that the film loads, and why it takes long, or else a button that plays it. */
function CenterControl(props: {
  isWaiting: boolean
  /** True while the server cannot be reached. */
  isAway: boolean
  isPaused: boolean
  onPlay: (() => void) | undefined
}) {
  const { isWaiting, isAway, isPaused, onPlay } = props
  const { t } = useLingui()
  if (isWaiting) return <Waiting isAway={isAway} />
  if (!isPaused) return null
  return (
    <button
      type="button"
      className="player-middle player-play"
      aria-label={t`Play`}
      onClick={onPlay}
    >
      <Icon name="play" size={40} />
    </button>
  )
}

function Waiting({ isAway }: { isAway: boolean }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="player-wait">
      <Icon name="busy" size={40} className="spin" />
      {isAway ? (
        <span className="player-wait-words">
          <Trans>Waiting for the network. Playback continues when you are back online.</Trans>
        </span>
      ) : isSlow ? (
        <span className="player-wait-words">
          <Trans>Your connection is slow. Still loading.</Trans>
        </span>
      ) : (
        <span className="sr-only">
          <Trans>Loading</Trans>
        </span>
      )}
    </output>
  )
}

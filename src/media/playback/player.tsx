import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import type { Chapters } from './chapters.shared.ts'
import { type Commands, commandsOf, type SharedPlayback } from './commands.tsx'
import { Controls } from './controls.tsx'
import { useMediaState } from './media-state.tsx'
import type { Sound } from './playback.shared.ts'
import { gainFor, type Work } from './player.shared.ts'
import { useCaption, useKeys, useOpening, useStream } from './player-hooks.tsx'
import { RentAgain } from './rented-until.tsx'
import type { Source, PlaybackProblem } from './stream.tsx'
import './player.css'

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
}

const NONE: Chapters = []

/** Plays a film or a song at once. Load it lazily, because it imports the streaming library. */
export function Player(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <Playing {...props} key={attempt} onRetry={() => setAttempt(attempt + 1)} />
}

function Playing(props: Props & { onRetry: () => void }) {
  const { work, card, sound = null, chapters = NONE, wholePage, startAt, onTime, onRetry } = props
  const { shared } = props
  const { t } = useLingui()
  const [source] = useState(props.source)
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const { stream, problem } = useStream(media, source)
  const { isOpening, open } = useOpening(card !== undefined)
  const { caption, choose, toggle } = useCaption(stream)
  const state = useMediaState(media)
  const gain = gainFor(sound?.loudness_lufs ?? null)
  const commands = useMemo(
    () =>
      media && stage && commandsOf({ media, stage, gain, chapters, shared, onCaptions: toggle }),
    [media, stage, gain, chapters, shared, toggle],
  )
  const at = stage && (wholePage ? stage.ownerDocument : stage)
  useKeys(commands, { at, opening: isOpening ? open : undefined })
  const isReady = stream !== undefined && !isOpening
  usePlaybackStart(commands, { isReady, startAt, isShared: shared !== undefined })
  const onMedia = shared?.onMedia
  useEffect(() => {
    if (!isReady || !onMedia) return undefined
    onMedia(media)
    return () => onMedia(null)
  }, [isReady, media, onMedia])
  const { time, duration, isPaused, isWaiting } = state
  useEffect(() => {
    if (time > 0) onTime?.(time, duration)
  }, [time, duration, onTime])
  const isStill = work.media === 'audio' || (time === 0 && isPaused)
  return (
    <section
      ref={setStage}
      className="player"
      data-media={work.media}
      data-playing={isPaused || isOpening ? undefined : ''}
      aria-label={t`Player: ${work.title}`}
      tabIndex={-1}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- they come with the stream */}
      <video ref={setMedia} playsInline preload="auto" onClick={commands?.toggle} />
      {isStill && work.poster && (
        <div className="player-still">
          <Picture source={work.poster} alt="" sizes="100vw" eager />
        </div>
      )}
      {problem ? (
        <ProblemNotice problem={problem} source={source} onRetry={onRetry} />
      ) : isOpening ? (
        <div className="player-card" onPointerDown={open}>
          {card}
        </div>
      ) : (
        <CenterControl
          isWaiting={!stream || isWaiting}
          isPaused={isPaused}
          onPlay={commands?.toggle}
        />
      )}
      {commands && !problem && !isOpening && (
        <Controls
          state={state}
          commands={commands}
          gain={gain}
          sound={sound}
          chapters={chapters}
          caption={caption}
          captions={stream?.captions ?? []}
          onCaption={choose}
          mayControl={shared?.mayControl ?? true}
          mayChangeSpeed={!shared}
        />
      )}
    </section>
  )
}

/**
 * Begins playback once, when everything is ready, at this title's full volume. Later commands, such as
 * those of another caption language, neither begin nor seek again.
 */
function usePlaybackStart(
  commands: Commands | null,
  options: { isReady: boolean; startAt: number | undefined; isShared: boolean },
) {
  const { isReady, startAt, isShared } = options
  const hasBegun = useRef(false)
  const wentTo = useRef<number>(undefined)
  useEffect(() => {
    if (!commands || !isReady) return
    if (!hasBegun.current) {
      hasBegun.current = true
      commands.setVolume(1)
      if (!isShared) commands.play()
    }
    if (startAt !== undefined && startAt !== wentTo.current) {
      wentTo.current = startAt
      commands.goTo(startAt)
    }
  }, [commands, isReady, startAt, isShared])
}

function CenterControl(props: {
  isWaiting: boolean
  isPaused: boolean
  onPlay: (() => void) | undefined
}) {
  const { t } = useLingui()
  if (props.isWaiting)
    return (
      <output className="player-middle">
        <Icon name="busy" size={40} className="spin" />
        <span className="sr-only">
          <Trans>Loading</Trans>
        </span>
      </output>
    )
  if (!props.isPaused) return null
  return (
    <button
      type="button"
      className="player-middle player-play"
      aria-label={t`Play`}
      onClick={props.onPlay}
    >
      <Icon name="play" size={40} />
    </button>
  )
}

function ProblemNotice(props: { problem: PlaybackProblem; source: Source; onRetry: () => void }) {
  const { problem, source, onRetry } = props
  const isRentalEnded = typeof problem === 'object' && problem.code === 'rental_ended'
  return (
    <div role="alert" className="player-trouble">
      <p>
        {problem === 'unsupported' ? (
          <Trans>
            This browser cannot play this title. Use a current version of Chrome, Edge, Firefox or
            Safari.
          </Trans>
        ) : problem === 'failed' ? (
          <Trans>Playback stopped. Try again.</Trans>
        ) : (
          <RefusalText error={problem} />
        )}
      </p>
      {isRentalEnded && 'kid' in source && <RentAgain kid={source.kid} small />}
      {problem !== 'unsupported' && !isRentalEnded && (
        <Button small onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

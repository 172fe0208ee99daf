import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import type { Chapters } from './chapters.shared.ts'
import { type Commands, commandsOf } from './commands.tsx'
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
  /** A title by its kid, which needs leave to watch, or a trailer. Fixed while the player stands. */
  source: Source
  /** Shown for a moment, or until a key, before it begins. */
  card?: ReactNode
  sound?: Sound | null
  chapters?: Chapters
  /** Keys count wherever the focus is: the player is what the page is for. */
  wholePage?: boolean
  /** Seconds to go to; changed, it goes there. */
  startAt?: number | undefined
  onTime?: (seconds: number, duration: number) => void
}

const NONE: Chapters = []

/** Plays a film or a song at once. Load it lazily: with it comes what reads streams. */
export function Player(props: Props) {
  const [round, setRound] = useState(0)
  return <Playing {...props} key={round} onAgain={() => setRound(round + 1)} />
}

function Playing(props: Props & { onAgain: () => void }) {
  const { work, card, sound = null, chapters = NONE, wholePage, startAt, onTime, onAgain } = props
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
    () => media && stage && commandsOf({ media, stage, gain, chapters, onCaptions: toggle }),
    [media, stage, gain, chapters, toggle],
  )
  const at = wholePage ? document : stage
  useKeys(commands, { at, opening: isOpening ? open : undefined })
  useBeginning(commands, { isReady: stream !== undefined && !isOpening, startAt })
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
        <Unplayable problem={problem} source={source} onAgain={onAgain} />
      ) : isOpening ? (
        <div className="player-card" onPointerDown={open}>
          {card}
        </div>
      ) : (
        <Middle isWaiting={!stream || isWaiting} isPaused={isPaused} onPlay={commands?.toggle} />
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
        />
      )}
    </section>
  )
}

/** Begins when all is ready, at full volume for this title. */
function useBeginning(
  commands: Commands | null,
  { isReady, startAt }: { isReady: boolean; startAt: number | undefined },
) {
  useEffect(() => commands?.setVolume(1), [commands])
  useEffect(() => {
    if (isReady) commands?.play()
  }, [commands, isReady])
  useEffect(() => {
    if (isReady && startAt !== undefined) commands?.goTo(startAt)
  }, [commands, isReady, startAt])
}

function Middle(props: {
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

function Unplayable(props: { problem: PlaybackProblem; source: Source; onAgain: () => void }) {
  const { problem, source, onAgain } = props
  const isOver = typeof problem === 'object' && problem.code === 'rental_ended'
  return (
    <div role="alert" className="player-trouble">
      <p>
        {problem === 'unsupported' ? (
          <Trans>This browser cannot play it. Use a current Chrome, Edge, Firefox or Safari.</Trans>
        ) : problem === 'failed' ? (
          <Trans>It stopped, and we do not know why.</Trans>
        ) : (
          <RefusalText error={problem} />
        )}
      </p>
      {isOver && 'kid' in source && <RentAgain kid={source.kid} small />}
      {problem !== 'unsupported' && !isOver && (
        <Button small onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { chapterAt, type Chapters } from './chapters.shared.ts'
import type { Commands } from './commands.tsx'
import type { MediaState } from './media-state.tsx'
import type { Sound } from './playback.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { useFullscreen } from './fullscreen.tsx'
import { Seek } from './seek.tsx'
import { SettingsPanel, type Settings as SettingsProps } from './settings-panel.tsx'
import type { Stream } from './stream.tsx'

interface Props extends Pick<SettingsProps, 'style' | 'onStyle'> {
  state: MediaState
  commands: Commands
  stream: Stream | undefined
  /** The language of the visible captions. */
  caption: string | null
  onCaption: (language: string | null) => void
  gain: number
  sound: Sound | null
  chapters: Chapters
  /** True if the viewer may play, pause and seek. */
  mayControl: boolean
  mayChangeSpeed: boolean
  /** True if the film can be shown in a window of its own. */
  hasPicture: boolean
  /** Opens the choice of other screens, while there are any. */
  onCast: (() => void) | undefined
  onHelp: () => void
  /** The element that fills the screen. */
  stage: HTMLElement
  /** A few words about the time left, as of a rental. */
  note?: ReactNode
}

/**
 * Shows the player's bar. Time runs from left to right in every language, so the bar is never
 * mirrored.
 */
export function Controls(props: Props) {
  const { state, commands, stream, caption, onCaption, gain, sound, chapters, stage, note } = props
  const { mayControl, mayChangeSpeed, hasPicture, onCast, onHelp, style, onStyle } = props
  const { t } = useLingui()
  const isFull = useFullscreen()
  const { time, duration, isPaused, isMuted, rate } = state
  const captions = stream?.captions ?? []
  return (
    <div className="player-bar" dir="ltr">
      <Seek
        time={time}
        duration={duration}
        sound={sound}
        chapters={chapters}
        isFixed={!mayControl}
        onSeek={commands.goTo}
      />
      <div className="player-buttons">
        {mayControl && (
          <IconButton
            icon={isPaused ? 'play' : rareIcons.pause}
            label={isPaused ? t`Play (space)` : t`Pause (space)`}
            onClick={commands.toggle}
          />
        )}
        <span className="player-time">
          {clockTime(time)} / {clockTime(duration)}
        </span>
        <bdi className="player-gap">{chapters[chapterAt(chapters, time)]?.name}</bdi>
        {note && <span className="player-note">{note}</span>}
        <Volume state={state} commands={commands} gain={gain} isMuted={isMuted} />
        {mayControl && <ChapterChoice chapters={chapters} time={time} onSeek={commands.goTo} />}
        {captions.length > 0 && (
          <Choice
            icon={rareIcons.captions}
            label={t`Captions (C)`}
            value={caption ?? ''}
            options={[['', t`Off`], ...captions.map((one) => [one.language, one.label] as const)]}
            onChange={(language) => onCaption(language || null)}
          />
        )}
        <SettingsPanel
          container={isFull ? stage : undefined}
          stream={stream}
          speed={mayChangeSpeed ? { rate, onChange: commands.setRate } : undefined}
          style={style}
          onStyle={onStyle}
          onHelp={onHelp}
        />
        {hasPicture && (
          <IconButton
            icon={rareIcons.picture}
            label={t`Picture-in-picture (I)`}
            className="player-wide"
            onClick={commands.pictureInPicture}
          />
        )}
        {onCast && (
          <IconButton icon={rareIcons.cast} label={t`Play on another screen`} onClick={onCast} />
        )}
        <IconButton
          icon={isFull ? rareIcons.smaller : rareIcons.larger}
          label={isFull ? t`Exit full screen (F)` : t`Full screen (F)`}
          onClick={commands.fullscreen}
        />
      </div>
    </div>
  )
}

function Volume(props: Pick<Props, 'state' | 'commands' | 'gain'> & { isMuted: boolean }) {
  const { state, commands, gain, isMuted } = props
  const { t } = useLingui()
  return (
    <>
      <IconButton
        icon={isMuted ? rareIcons.silent : rareIcons.loud}
        label={isMuted ? t`Sound on (M)` : t`Sound off (M)`}
        onClick={commands.mute}
      />
      <input
        type="range"
        className="slider player-volume"
        aria-label={t`Volume`}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : state.volume / gain}
        onChange={(event) => commands.setVolume(event.target.valueAsNumber)}
      />
    </>
  )
}

/** Shows a menu of the chapters, with the current one selected. */
function ChapterChoice(props: {
  chapters: Chapters
  time: number
  onSeek: (seconds: number) => void
}) {
  const { chapters, time, onSeek } = props
  const { t } = useLingui()
  if (chapters.length === 0) return null
  const at = chapterAt(chapters, time)
  const options = chapters.map(({ at_seconds, name }, i) => {
    return [String(i), `${clockTime(at_seconds)} ${name}`] as const
  })
  return (
    <Choice
      icon={rareIcons.chapters}
      label={t`Chapters (N, P)`}
      value={String(at)}
      options={at < 0 ? [['-1', t`Beginning`], ...options] : options}
      onChange={(chosen) => onSeek(chapters[Number(chosen)]?.at_seconds ?? 0)}
    />
  )
}

/** Shows a native select menu, which also opens over a film in full screen. */
function Choice(props: {
  icon: IconName
  label: string
  value: string
  options: (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}) {
  const { icon, label, value, options, onChange } = props
  return (
    <label className="player-choice" title={label}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

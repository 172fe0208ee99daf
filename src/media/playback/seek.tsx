import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useState } from 'react'
import { chapterAt, type Chapters } from './chapters.shared.ts'
import type { Sound } from './playback.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { Waveform } from './waveform.tsx'

interface Props {
  time: number
  duration: number
  sound: Sound | null
  chapters: Chapters
  /** True if the viewer cannot seek. */
  isFixed: boolean
  onSeek: (seconds: number) => void
}

/** Shows the length of the title as a slider, with a song's waveform and a mark at each chapter. */
export function Seek({ time, duration, sound, chapters, isFixed, onSeek }: Props) {
  const { t } = useLingui()
  const [pointed, setPointed] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const [now, whole] = [clockTime(time), clockTime(duration)]
  const name = chapters[chapterAt(chapters, time)]?.name
  const shown = pointed ?? (isFocused && chapters.length > 0 ? time : undefined)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    setPointed(Math.min(1, Math.max(0, share)) * duration)
  }
  return (
    <div
      className="player-seek"
      data-sound={sound ? '' : undefined}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      {sound && <Waveform waveform={sound.waveform} share={duration > 0 ? time / duration : 0} />}
      <input
        type="range"
        className="slider"
        aria-label={t`Position`}
        aria-valuetext={name ? t`${now} of ${whole}, ${name}` : t`${now} of ${whole}`}
        min={0}
        max={duration || 1}
        step="any"
        value={time}
        disabled={duration === 0 || isFixed}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {duration > 0 && <Marks chapters={chapters} duration={duration} />}
      {shown !== undefined && duration > 0 && (
        <PointerLabel
          share={shown / duration}
          time={shown}
          name={chapters[chapterAt(chapters, shown)]?.name}
        />
      )}
    </div>
  )
}

const WIDE = 1_000

/** Draws the chapter marks. They are decorative: the chapter menu has the same in words. */
function Marks({ chapters, duration }: { chapters: Chapters; duration: number }) {
  const places = chapters.filter(({ at_seconds }) => at_seconds > 0 && at_seconds < duration)
  if (places.length === 0) return null
  const line = ({ at_seconds }: Chapters[number]) => `M${(at_seconds / duration) * WIDE} 0V1`
  const drawn = places.map(line).join('')
  return (
    <svg aria-hidden className="player-marks" viewBox={`0 0 ${WIDE} 1`} preserveAspectRatio="none">
      <path d={drawn} className="player-marks-gap" vectorEffect="non-scaling-stroke" />
      <path d={drawn} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/**
 * Shows time and chapter at the pointer. The label stays within the slider, however long its text
 * is.
 */
function PointerLabel({
  share,
  time,
  name,
}: {
  share: number
  time: number
  name: string | undefined
}) {
  return (
    <span
      aria-hidden
      className="player-flag"
      ref={(element) => element?.style.setProperty('--share', String(share))}
    >
      {clockTime(time)}
      {name && <bdi className="player-flag-name">{name}</bdi>}
    </span>
  )
}

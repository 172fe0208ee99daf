import { useEffect, useRef, useState } from 'react'
import { correctionOf } from './follow.shared.ts'
import { type Playback, positionAt } from './screening.shared.ts'
import type { ServerTime } from './use-screening.tsx'

const LOOK_EVERY_MS = 150
const SETTLE_MS = 700 // after a jump, before the next one
const LATE_MAX_SECONDS = 2

interface Followed {
  playback: Playback
  duration_seconds: number | null
  clock: ServerTime
}

/**
 * Keeps a media element where the screening is. `isBlocked` is true while the browser refuses to play until
 * the reader presses something, `isOver` at the end of the film. `hold` stops it while the host drags the slider.
 */
export function useFollow(
  media: HTMLVideoElement | null,
  { playback, duration_seconds, clock }: Followed,
) {
  const [isBlocked, setBlocked] = useState(false)
  const [isOver, setOver] = useState(false)
  const isHeld = useRef(false)
  useEffect(() => {
    if (!media) return undefined
    const follower = follow(media, {
      now: () => clock.now(),
      onBlocked: setBlocked,
      onOver: setOver,
    })
    const look = () => isHeld.current || follower.look(playback, duration_seconds)
    look()
    const timer = window.setInterval(look, LOOK_EVERY_MS)
    // Exactly when playback is to begin, and as soon as the element can go on.
    const begin = window.setTimeout(look, Date.parse(playback.moved_at) - clock.now())
    const events = ['seeked', 'canplay', 'playing', 'pause']
    for (const event of events) media.addEventListener(event, look)
    return () => {
      window.clearInterval(timer)
      window.clearTimeout(begin)
      for (const event of events) media.removeEventListener(event, look)
    }
  }, [media, playback, duration_seconds, clock])
  return { isBlocked, isOver, hold: (held: boolean) => void (isHeld.current = held) }
}

interface Follower {
  now: () => number
  onBlocked: (is: boolean) => void
  onOver: (is: boolean) => void
}

function follow(media: HTMLVideoElement, { now, onBlocked, onOver }: Follower) {
  let jumpedAt = -Infinity
  let isMeasured = true
  let late = Number(media.dataset.late ?? 0) // seconds that a jump takes; learned from the last one

  function play() {
    media.play().then(
      () => onBlocked(false),
      (error: DOMException) => error.name === 'NotAllowedError' && onBlocked(true),
    )
  }

  function jump(to: number) {
    jumpedAt = performance.now()
    isMeasured = false
    media.currentTime = Math.min(to, Number.isFinite(media.duration) ? media.duration : to)
  }

  /** Learns from a finished jump by how much playback came too late. */
  function measure(off: number) {
    isMeasured = true
    late = Math.min(LATE_MAX_SECONDS, Math.max(0, late + off))
    media.dataset.late = String(late)
  }

  return {
    look(playback: Playback, duration_seconds: number | null) {
      const time = now()
      const shouldPlay = playback.is_playing && time >= Date.parse(playback.moved_at)
      const expected = positionAt(playback, time, duration_seconds) / 1_000
      const isOver = Number.isFinite(media.duration) && expected >= media.duration - 0.05
      onOver(isOver)
      if (shouldPlay && media.paused && !isOver) play()
      if ((!shouldPlay || isOver) && !media.paused) media.pause()
      if (media.seeking) return
      const settled = performance.now() - jumpedAt
      const isReady = media.readyState >= media.HAVE_FUTURE_DATA || !shouldPlay
      if (!isReady && settled < SETTLE_MS) return
      const off = expected - media.currentTime
      if (shouldPlay && isReady && !isMeasured && !media.paused) measure(off)
      const { seekTo, rate } = correctionOf(
        { expected, actual: media.currentTime, shouldPlay: shouldPlay && !isOver },
        late,
      )
      if (media.playbackRate !== rate) media.playbackRate = rate
      if (seekTo !== undefined && (settled > SETTLE_MS || !shouldPlay)) jump(seekTo)
    },
  }
}

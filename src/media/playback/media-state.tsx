import { useEffect, useState } from 'react'

/** What the controls show of a media element. */
export interface MediaState {
  time: number
  duration: number
  isPaused: boolean
  isWaiting: boolean
  isMuted: boolean
  volume: number
  rate: number
}

const EVENTS = [
  ...['timeupdate', 'durationchange', 'loadedmetadata', 'play', 'pause', 'ended', 'seeking'],
  ...['seeked', 'waiting', 'playing', 'canplay', 'volumechange', 'ratechange', 'emptied'],
]

/** Follows the element: whatever moves it (keys, system buttons, the end), the screen is told. */
export function useMediaState(media: HTMLMediaElement | null): MediaState {
  const [state, setState] = useState<MediaState>(() => stateOf(media))
  useEffect(() => {
    if (!media) return undefined
    const look = () => setState(stateOf(media))
    for (const event of EVENTS) media.addEventListener(event, look)
    return () => {
      for (const event of EVENTS) media.removeEventListener(event, look)
    }
  }, [media])
  return state
}

const stateOf = (media: HTMLMediaElement | null): MediaState => ({
  time: media?.currentTime ?? 0,
  duration: media && Number.isFinite(media.duration) ? media.duration : 0,
  isPaused: media?.paused ?? true,
  isWaiting: media !== null && !media.paused && media.readyState < media.HAVE_FUTURE_DATA,
  isMuted: media?.muted ?? false,
  volume: media?.volume ?? 1,
  rate: media?.playbackRate ?? 1,
})

import { useEffect, useState } from 'react'

/** The state of a media element that the controls show. */
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
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'play',
  'pause',
  'ended',
  'seeking',
  'seeked',
  'waiting',
  'playing',
  'canplay',
  'volumechange',
  'ratechange',
  'emptied',
]

/** Follows a media element, whether keys, system buttons or the end of the media change it. */
export function useMediaState(media: HTMLMediaElement | null): MediaState {
  const [state, setState] = useState<MediaState>(() => stateOf(media))
  useEffect(() => {
    if (!media) return undefined
    const update = () =>
      setState(({ rate }) => {
        const now = stateOf(media)
        return { ...now, rate: now.rate || rate }
      })
    for (const event of EVENTS) media.addEventListener(event, update)
    return () => {
      for (const event of EVENTS) media.removeEventListener(event, update)
    }
  }, [media])
  return state
}

// Shaka stops a film that buffers by a rate of 0, while there is still half a second to play.
const isStopped = ({ readyState, playbackRate, HAVE_FUTURE_DATA }: HTMLMediaElement) =>
  readyState < HAVE_FUTURE_DATA || playbackRate === 0

const stateOf = (media: HTMLMediaElement | null): MediaState => ({
  // Shaka steps back by a millisecond to flush, also from the beginning.
  time: Math.max(0, media?.currentTime ?? 0),
  duration: media && Number.isFinite(media.duration) ? media.duration : 0,
  isPaused: media?.paused ?? true,
  isWaiting: media !== null && !media.paused && isStopped(media),
  isMuted: media?.muted ?? false,
  volume: media?.volume ?? 1,
  rate: media?.playbackRate ?? 1,
})

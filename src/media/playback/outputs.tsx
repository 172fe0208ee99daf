import { useEffect, useState } from 'react'

/** The parts of Apple's media element that choose a screen or speaker. */
interface AirPlayMedia extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void
}

/**
 * Returns what opens the browser's choice of other screens, while the browser offers any: Remote
 * Playback, or AirPlay in Safari.
 */
export function useCast(media: HTMLVideoElement | null): (() => void) | undefined {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!media) return undefined
    const picker = (media as AirPlayMedia).webkitShowPlaybackTargetPicker
    if (picker) {
      const update = (event: Event) =>
        setOffered((event as Event & { availability?: string }).availability === 'available')
      media.addEventListener('webkitplaybacktargetavailabilitychanged', update)
      return () => media.removeEventListener('webkitplaybacktargetavailabilitychanged', update)
    }
    const { remote } = media
    const watching = remote?.watchAvailability(setOffered).catch(() => undefined)
    return () => void watching?.then((id) => remote.cancelWatchAvailability(id)).catch(() => {})
  }, [media])
  if (!media || !isOffered) return undefined
  const airPlay = media as AirPlayMedia
  if (airPlay.webkitShowPlaybackTargetPicker) return () => airPlay.webkitShowPlaybackTargetPicker!()
  return () => void media.remote.prompt().catch(() => {})
}

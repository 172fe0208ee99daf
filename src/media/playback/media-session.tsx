import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { widestJpeg } from '#src/ui/picture.tsx'
import type { Chapters } from './chapters.shared.ts'
import type { Commands } from './commands.tsx'
import type { MediaState } from './media-state.tsx'
import type { Work } from './player.shared.ts'

const STEP_SECONDS = 10

/**
 * Shows the work on lock screens and in the system's controls, and obeys them and the keys of
 * keyboards and headphones.
 */
export function useMediaSession(
  commands: Commands | null,
  { work, chapters, state }: { work: Work; chapters: Chapters; state: MediaState },
) {
  const { t } = useLingui()
  const { title, brand, copy, poster } = work
  const { number, of } = copy ?? {}
  const album = copy ? t`No. ${number} of ${of}` : ''
  useEffect(() => {
    if (!navigator.mediaSession) return undefined
    const { path, width, height } = poster ? widestJpeg(poster) : { path: '', width: 0, height: 0 }
    const artwork = poster ? [{ src: path, sizes: `${width}x${height}`, type: 'image/jpeg' }] : []
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist: brand ?? '',
      album,
      artwork,
    })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, brand, album, poster])

  const setPaused = useEffectEvent((isPaused: boolean) => {
    if (state.isPaused !== isPaused) commands?.toggle()
  })
  useEffect(() => {
    if (!navigator.mediaSession || !commands) return undefined
    const { action, goTo } = commands
    const move = (seconds: number) => action({ action: 'move', seconds })
    const chapter = (by: 1 | -1) => () => action({ action: 'chapter', by })
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => setPaused(false)],
      ['pause', () => setPaused(true)],
      ['seekbackward', ({ seekOffset }) => move(-(seekOffset ?? STEP_SECONDS))],
      ['seekforward', ({ seekOffset }) => move(seekOffset ?? STEP_SECONDS)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && goTo(seekTime)],
    ]
    if (chapters.length > 0)
      handlers.push(['previoustrack', chapter(-1)], ['nexttrack', chapter(1)])
    for (const [name, handler] of handlers) handle(name, handler)
    return () => {
      for (const [name] of handlers) handle(name, null)
    }
  }, [commands, chapters])

  const { time, duration, rate, isPaused } = state
  const second = Math.floor(time)
  useEffect(() => {
    if (!navigator.mediaSession || duration === 0) return
    navigator.mediaSession.playbackState = isPaused ? 'paused' : 'playing'
    const position = Math.min(second, duration)
    navigator.mediaSession.setPositionState({ duration, position, playbackRate: rate })
  }, [second, duration, rate, isPaused])
}

/** Sets a handler. Browsers throw for actions that they do not know. */
function handle(name: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    navigator.mediaSession.setActionHandler(name, handler)
  } catch {
    // The system's controls then have no such button.
  }
}

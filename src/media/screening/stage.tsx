import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import { send } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import type { Chapters } from '#src/media/playback/chapters.shared.ts'
import type { Sound } from '#src/media/playback/playback.shared.ts'
import { Player } from '#src/media/playback/player.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { controlScreening, type Screening } from './screening.shared.ts'
import { useFollow } from './use-follow.tsx'
import type { ServerTime } from './use-screening.tsx'

const DRAG_MS = 200 // after the last movement of the slider, its position is sent

interface Props {
  screening: Screening
  clock: ServerTime
  sound: Sound | null
  chapters: Chapters
  /** Shows the answer of a command. */
  show: (latest: Screening) => void
  refresh: () => Promise<void>
}

/** Plays the film or song where the screening is. The host's buttons and keys move everyone. */
export function Stage({ screening, clock, sound, chapters, show, refresh }: Props) {
  const { id, role, copy, playback } = screening
  const { kid, number, title, poster, media_type, duration_seconds } = copy
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  const { isBlocked, isOver, hold } = useFollow(media, { playback, duration_seconds, clock })
  const needsPress = isBlocked && playback.is_playing
  const latest = useRef({ playback, isOver, show, refresh, hold })
  useEffect(() => void (latest.current = { playback, isOver, show, refresh, hold }))
  const isHost = role === 'host'
  const toast = useToast()
  const timer = useRef<number>(undefined)
  const shared = useMemo(() => {
    const order = async (command: { action: 'play' | 'pause' | 'seek'; position_ms?: number }) => {
      try {
        latest.current.show(await send(controlScreening, { id, ...command }))
      } catch (error) {
        toast({ icon: 'warning', message: <RefusalText error={error as Error} /> })
        if (isRefusal(error)) await latest.current.refresh()
      } finally {
        latest.current.hold(false)
      }
    }
    const beginAgain = async () => {
      const { is_playing } = latest.current.playback
      await order({ action: 'seek', position_ms: 0 })
      if (!is_playing) await order({ action: 'play' })
    }
    return {
      mayControl: isHost,
      needsPress,
      toggle() {
        const { is_playing } = latest.current.playback
        if (latest.current.isOver) {
          if (isHost) void beginAgain()
        } else if (is_playing && media?.paused) void media.play().catch(() => {})
        else if (isHost) void order({ action: is_playing ? 'pause' : 'play' })
      },
      goTo(seconds: number) {
        if (!isHost || !media) return
        latest.current.hold(true)
        seek(media, seconds)
        window.clearTimeout(timer.current)
        const position_ms = Math.round(seconds * 1_000)
        const orderSeek = () => void order({ action: 'seek', position_ms })
        timer.current = window.setTimeout(orderSeek, DRAG_MS)
      },
      onMedia: setMedia,
    }
  }, [id, isHost, media, needsPress, toast])
  return (
    <>
      <Player
        work={{ title, poster, media: media_type === 'audio' ? 'audio' : 'video' }}
        source={isHost ? { kid, serial_number: number } : { kid, screening_id: id }}
        sound={sound}
        chapters={chapters}
        shared={shared}
        wholePage
      />
      {(needsPress || isOver) && (
        <output className="wrap block bg-[#000] py-3 text-center text-label text-[#f3f2ec]">
          {isOver ? (
            <Over isHost={isHost} />
          ) : (
            <Trans>
              Your browser is waiting for you. Press the play button in the picture to join in.
            </Trans>
          )}
        </output>
      )}
    </>
  )
}

function Over({ isHost }: { isHost: boolean }) {
  if (isHost) return <Trans>That was the end. Press play to show it again from the start.</Trans>
  return <Trans>That was the end. The host can show it again, or end the screening.</Trans>
}

function seek(media: HTMLVideoElement, seconds: number) {
  media.currentTime = seconds
}

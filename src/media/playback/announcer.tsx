import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { chapterAt, type Chapters } from './chapters.shared.ts'
import type { KeyAction } from './player.shared.ts'
import type { Stream } from './stream.tsx'

const SHOWN_MS = 1_200
const QUIET_MS = 500 // a key that is held is announced once

interface Context {
  media: HTMLVideoElement | null
  gain: number
  chapters: Chapters
  stream: Stream | undefined
  caption: string | null
  /** True if the film follows a screening, so that it starts and pauses some time after the key. */
  isShared: boolean
}

/**
 * Says in words what a key has done, on screen and to screen readers. Buttons need no words, because
 * their own labels change.
 */
export function useAnnouncer({ media, gain, chapters, stream, caption, isShared }: Context) {
  const { t } = useLingui()
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useCallback((words: string) => {
    setSaid(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(''), SHOWN_MS)
  }, [])
  const sayToggled = (of: HTMLVideoElement) => say(of.paused ? t`Paused` : t`Playing`)
  const awaited = useRef<AbortController>(undefined)
  const sayOnceToggled = (of: HTMLVideoElement) => {
    awaited.current?.abort()
    const waiting = (awaited.current = new AbortController())
    const tell = () => {
      waiting.abort()
      sayToggled(of)
    }
    for (const event of ['play', 'pause'])
      of.addEventListener(event, tell, { signal: waiting.signal })
  }
  const announce = (what: KeyAction) => {
    if (!media) return
    const { action } = what
    const volume = Math.round((media.volume / gain) * 100)
    const speed = media.defaultPlaybackRate
    if (action === 'toggle') (isShared ? sayOnceToggled : sayToggled)(media)
    else if (action === 'mute') say(media.muted ? t`Sound off` : t`Sound on`)
    else if (action === 'louder') say(t`Volume ${volume}%`)
    else if (action === 'faster') say(t`Speed ${speed}×`)
    else if (action === 'move' || action === 'go') say(clockTime(media.currentTime))
    else if (action === 'chapter')
      say(chapters[chapterAt(chapters, media.currentTime)]?.name ?? clockTime(media.currentTime))
  }
  const label = stream?.captions.find(({ language }) => language === caption)?.label
  const before = useRef(label)
  useEffect(() => {
    if (label === before.current) return
    before.current = label
    say(label ? t`Captions: ${label}` : t`Captions off`)
  }, [label, say, t])
  return { said, announce }
}

/** Shows what was said, and says it to screen readers once nothing follows. */
export function Announcer({ said }: { said: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    if (said === '') return undefined
    const timer = setTimeout(() => setSpoken(said), QUIET_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      {said && (
        <p aria-hidden className="player-said">
          {said}
        </p>
      )}
      <output className="sr-only">{spoken}</output>
    </>
  )
}

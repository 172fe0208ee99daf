import { useCallback, useEffect, useState } from 'react'
import type { Commands } from './commands.tsx'
import { keyAction, OPENING_MS } from './player.shared.ts'
import { openStream, type Source, type Stream, type PlaybackProblem } from './stream.tsx'

/** Opens a stream in a media element. Returns the stream, or the problem with it. */
export function useStream(media: HTMLMediaElement | null, source: Source) {
  const [stream, setStream] = useState<Stream>()
  const [problem, setProblem] = useState<PlaybackProblem>()
  useEffect(() => {
    if (!media) return undefined
    let isOver = false
    const opening = openStream(media, source, (found) => isOver || setProblem(found))
    void opening.then((opened) => isOver || setStream(opened))
    return () => {
      isOver = true
      void opening.then((opened) => opened?.close())
    }
  }, [media, source])
  return { stream, problem }
}

/** Shows the opening card for a moment, or until a key or a press. */
export function useOpening(hasCard: boolean) {
  const [isOpening, setIsOpening] = useState(hasCard)
  const open = useCallback(() => setIsOpening(false), [])
  useEffect(() => {
    if (!isOpening) return undefined
    const timer = setTimeout(open, OPENING_MS)
    return () => clearTimeout(timer)
  }, [isOpening, open])
  return { isOpening, open }
}

/**
 * Holds the language of the captions: none at first. Toggling shows those of the page's language,
 * or else the first.
 */
export function useCaption(stream: Stream | undefined) {
  const [caption, setCaption] = useState<string | null>(null)
  const choose = useCallback(
    (language: string | null) => {
      stream?.show(language)
      setCaption(language)
    },
    [stream],
  )
  const toggle = useCallback(() => {
    const [page] = document.documentElement.lang.split('-')
    const languages = stream?.captions.map(({ language }) => language) ?? []
    const preferred = languages.find((language) => language.split('-')[0] === page)
    choose(caption === null ? (preferred ?? languages[0] ?? null) : null)
  }, [stream, caption, choose])
  return { caption, choose, toggle }
}

const TYPED = 'input:not([type=range]), textarea, select, [contenteditable]'
const ACTIONS = 'a, button, summary'

/** Controls the player by keys, except those that the focused element needs. */
export function useKeys(
  commands: Commands | null,
  { at, opening }: { at: HTMLElement | Document | null; opening: (() => void) | undefined },
) {
  useEffect(() => {
    if (!commands || !at) return undefined
    const onKey = (event: Event) => {
      const { key, target, ctrlKey, metaKey, altKey } = event as KeyboardEvent
      const element = target instanceof Element ? target : undefined
      if (ctrlKey || metaKey || altKey || element?.closest(TYPED)) return
      if (key === ' ' && element?.closest(ACTIONS)) return
      if (/^(Arrow|Home|End)/.test(key) && element?.closest('input')) return
      const action = keyAction(key)
      if (!action) return
      event.preventDefault()
      if (opening) opening()
      else commands.action(action)
    }
    at.addEventListener('keydown', onKey)
    return () => at.removeEventListener('keydown', onKey)
  }, [commands, at, opening])
}

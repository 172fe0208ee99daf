import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Commands } from './commands.tsx'
import { type KeyAction, keyAction, OPENING_MS } from './player.shared.ts'
import type { PlaybackProblem } from './recovery.tsx'
import { openStream, type Source, type Stream } from './stream.tsx'

/**
 * Opens a stream in a media element, at the position that is given at first. Returns the stream, the
 * problem with it, and whether it waits for the network.
 */
export function useStream(
  media: HTMLMediaElement | null,
  source: Source,
  startAt: number | undefined,
) {
  const [firstAt] = useState(startAt)
  const [stream, setStream] = useState<Stream>()
  const [problem, setProblem] = useState<PlaybackProblem>()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!media) return undefined
    let isOver = false
    const opening = openStream(media, source, {
      startAt: firstAt,
      onProblem: (found) => isOver || setProblem(found),
      onNetwork: (away) => isOver || setAway(away),
    })
    void opening.then((opened) => isOver || setStream(opened))
    return () => {
      isOver = true
      void opening.then((opened) => opened?.close())
    }
  }, [media, source, firstAt])
  return { stream, problem, isAway }
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
 * Holds the language of the captions, which is `first` at first. Toggling shows those of the page's
 * language, or else the first that there are.
 */
export function useCaption(stream: Stream | undefined, first: string | null) {
  const [caption, setCaption] = useState(first)
  const latest = useRef(first)
  const choose = useCallback(
    (language: string | null) => {
      stream?.show(language)
      latest.current = language
      setCaption(language)
    },
    [stream],
  )
  const toggle = useCallback(() => {
    const [page] = document.documentElement.lang.split('-')
    const languages = stream?.captions.map(({ language }) => language) ?? []
    const preferred = languages.find((language) => language.split('-')[0] === page)
    choose(latest.current === null ? (preferred ?? languages[0] ?? null) : null)
  }, [stream, choose])
  return { caption, choose, toggle }
}

const TYPED =
  'input:not([type=range]), textarea, select, [contenteditable], [role=log], audio[controls], video[controls]'
const ACTIONS = 'a, button, summary'

interface KeyTarget {
  at: HTMLElement | Document | null
  opening: (() => void) | undefined
  /** Receives each action after it was done. */
  onAction: (action: KeyAction) => void
}

/** Controls the player by keys, except those that the focused element needs. */
export function useKeys(commands: Commands | null, { at, opening, onAction }: KeyTarget) {
  const done = useEffectEvent(onAction)
  useEffect(() => {
    if (!commands || !at) return undefined
    const onKey = (event: Event) => {
      const { key, target, ctrlKey, metaKey, altKey } = event as KeyboardEvent
      const element = target instanceof Element ? target : undefined
      if (ctrlKey || metaKey || altKey || element?.closest(TYPED)) return
      if (element?.closest('[role=dialog]')) return
      if (key === ' ' && element?.closest(ACTIONS)) return
      if (/^(Arrow|Home|End)/.test(key) && element?.closest('input')) return
      const action = keyAction(key)
      if (!action) return
      event.preventDefault()
      if (opening) return opening()
      commands.action(action)
      done(action)
    }
    at.addEventListener('keydown', onKey)
    return () => at.removeEventListener('keydown', onKey)
  }, [commands, at, opening])
}

const IDLE_MS = 3_000

/**
 * Says whether the viewer has moved or pressed anything lately. A tap first shows the controls and
 * does nothing else: `wasIdle` is true while it lasts.
 */
export function useActivity(stage: HTMLElement | null) {
  const [isActive, setActive] = useState(true)
  const wasIdle = useRef(false)
  useEffect(() => {
    if (!stage) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setActive(true)
      clearTimeout(timer)
      timer = setTimeout(() => setActive(false), IDLE_MS)
    }
    const press = () => {
      wasIdle.current = stage.hasAttribute('data-idle')
      wake()
    }
    wake()
    stage.addEventListener('pointermove', wake)
    stage.addEventListener('pointerdown', press)
    document.addEventListener('keydown', wake)
    return () => {
      clearTimeout(timer)
      stage.removeEventListener('pointermove', wake)
      stage.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', wake)
    }
  }, [stage])
  return { isActive, wasIdle }
}

import { useCallback, useEffect, useState } from 'react'

/** How captions look: the viewer's choice, remembered in this browser. */
export interface CaptionStyle {
  size: (typeof sizes)[number]
  colour: (typeof colours)[number]
  background: (typeof backgrounds)[number]
  position: (typeof positions)[number]
}
export const sizes = ['small', 'normal', 'large', 'huge'] as const
export const colours = ['white', 'yellow', 'cyan', 'green'] as const
export const backgrounds = ['dim', 'black', 'none'] as const
export const positions = ['bottom', 'top'] as const

const choices = { size: sizes, colour: colours, background: backgrounds, position: positions }
const NAME = 'captions'
const INITIAL: CaptionStyle = {
  size: 'normal',
  colour: 'white',
  background: 'dim',
  position: 'bottom',
}

export function useCaptionStyle() {
  const [style, setStyle] = useState(read)
  const change = useCallback((part: Partial<CaptionStyle>) => {
    setStyle((before) => {
      const after = { ...before, ...part }
      localStorage.setItem(NAME, JSON.stringify(after))
      return after
    })
  }, [])
  return { style, change }
}

/** Reads the remembered style; an unknown value counts as the first choice. */
function read(): CaptionStyle {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, unknown>
    const known = Object.entries(choices).filter(([name, all]) =>
      (all as readonly unknown[]).includes(stored[name]),
    )
    return { ...INITIAL, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
  } catch {
    return INITIAL
  }
}

/** Moves captions to the top of the picture. Those that their author has placed stay. */
export function useCaptionPosition(
  media: HTMLMediaElement | null,
  position: CaptionStyle['position'],
  caption: string | null,
) {
  useEffect(() => {
    if (!media || caption === null) return undefined
    const place = () => {
      for (const track of media.textTracks)
        if (track.mode === 'showing')
          for (const cue of (track.activeCues ?? []) as Iterable<VTTCue>) placeCue(cue, position)
    }
    place()
    const tracks = [...media.textTracks]
    for (const track of tracks) track.addEventListener('cuechange', place)
    return () => {
      for (const track of tracks) track.removeEventListener('cuechange', place)
    }
  }, [media, position, caption])
}

const TOP_LINE = 1
const moved = new WeakSet<VTTCue>()

function placeCue(cue: VTTCue, position: CaptionStyle['position']) {
  if (position === 'top' && cue.line === 'auto') {
    moved.add(cue)
    cue.line = TOP_LINE
  } else if (position === 'bottom' && moved.has(cue)) {
    moved.delete(cue)
    cue.line = 'auto'
  }
}

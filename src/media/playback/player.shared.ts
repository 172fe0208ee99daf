import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'

export const OPENING_MS = 2_500
const LEVEL_LUFS = -16 // music louder than this is turned down to it
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** What a title's player is told of it. */
export interface Work {
  title: string
  media: 'video' | 'audio'
  poster: PictureFacts | null
}

/** A trailer that everybody may see: one file, or a stream in both manifests' forms. */
export type Trailer = { url: string } | { dash: string; hls: string }

/**
 * Reads an asset's `preview_url` (product.md 3): the text None, an address, or JSON with HLS and
 * DASH manifests. Anything else is no trailer.
 */
export function trailerOf(preview_url: string): Trailer | undefined {
  if (/^(https?:\/\/|\/(?!\/))/.test(preview_url)) return { url: preview_url }
  try {
    const { dash, hls } = JSON.parse(preview_url) as { dash?: unknown; hls?: unknown }
    return typeof dash === 'string' && typeof hls === 'string' ? { dash, hls } : undefined
  } catch {
    return undefined
  }
}

/** What a key asks of the player. Seconds are moved by, shares are of the whole. */
export type KeyAction =
  | { action: 'toggle' | 'mute' | 'fullscreen' | 'captions' }
  | { action: 'move'; seconds: number }
  | { action: 'louder'; by: number }
  | { action: 'go'; share: number }
  | { action: 'faster'; steps: number }
  | { action: 'chapter'; by: 1 | -1 }

const KEYS: Record<string, KeyAction> = {
  ' ': { action: 'toggle' },
  k: { action: 'toggle' },
  ArrowLeft: { action: 'move', seconds: -5 },
  ArrowRight: { action: 'move', seconds: 5 },
  j: { action: 'move', seconds: -10 },
  l: { action: 'move', seconds: 10 },
  ArrowUp: { action: 'louder', by: 0.05 },
  ArrowDown: { action: 'louder', by: -0.05 },
  m: { action: 'mute' },
  f: { action: 'fullscreen' },
  c: { action: 'captions' },
  Home: { action: 'go', share: 0 },
  End: { action: 'go', share: 1 },
  n: { action: 'chapter', by: 1 },
  p: { action: 'chapter', by: -1 },
  '<': { action: 'faster', steps: -1 },
  '>': { action: 'faster', steps: 1 },
}

/** The keys of players everywhere; time runs from left to right in every language. */
export function keyAction(key: string): KeyAction | undefined {
  if (/^\d$/.test(key)) return { action: 'go', share: Number(key) / 10 }
  return KEYS[key.length === 1 ? key.toLowerCase() : key]
}

/** The next speed in the list, staying within it. */
export function speedAfter(rate: number, steps: number): number {
  const at = SPEEDS.findIndex((speed) => speed >= rate)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + steps))]!
}

/** 0:07, 12:34, 1:24:08. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [
    Math.floor(whole / 3_600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** How much of full volume a song gets: a player can turn down, not up. */
export function gainFor(loudness_lufs: number | null): number {
  return loudness_lufs === null ? 1 : Math.min(1, 10 ** ((LEVEL_LUFS - loudness_lufs) / 20))
}

/** The highest of every so many buckets: as many bars as there is room for. */
export function barsOf(waveform: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * waveform.length) / count)
    const to = Math.max(from + 1, Math.floor(((i + 1) * waveform.length) / count))
    return Math.max(0, ...waveform.slice(from, to))
  })
}

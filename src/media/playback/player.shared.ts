import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'

export const OPENING_MS = 2_500
const LEVEL_LUFS = -16 // music louder than this is turned down to it
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** The facts of a title that its player shows. */
export interface Work {
  title: string
  media: 'video' | 'audio'
  poster: PictureFacts | null
  /** Its brand, which lock screens show. */
  brand?: string | undefined
  /** The number being watched, and the size of its edition. */
  copy?: { number: number; of: number } | undefined
}

/** The action of a key. `seconds` are relative, `share` is a part of the whole length. */
export type KeyAction =
  | { action: 'toggle' | 'mute' | 'fullscreen' | 'captions' | 'picture' | 'help' }
  | { action: 'move'; seconds: number }
  | { action: 'louder'; by: number }
  | { action: 'go'; share: number }
  | { action: 'faster'; steps: number }
  | { action: 'chapter'; by: 1 | -1 }

const KEYS = new Map<string, KeyAction>(
  Object.entries({
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
    i: { action: 'picture' },
    '?': { action: 'help' },
    Home: { action: 'go', share: 0 },
    End: { action: 'go', share: 1 },
    n: { action: 'chapter', by: 1 },
    p: { action: 'chapter', by: -1 },
    '<': { action: 'faster', steps: -1 },
    '>': { action: 'faster', steps: 1 },
  }),
)

/**
 * Returns the action of a key, as common players define it. Time runs from left to right in every
 * language.
 */
export function keyAction(key: string): KeyAction | undefined {
  if (/^\d$/.test(key)) return { action: 'go', share: Number(key) / 10 }
  return KEYS.get(key.length === 1 ? key.toLowerCase() : key)
}

/** Returns the speed some steps up or down the list, within its limits. */
export function speedAfter(rate: number, steps: number): number {
  const at = SPEEDS.findIndex((speed) => speed >= rate)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + steps))]!
}

/** Returns the share of full volume for a song. Players can only turn down, not up. */
export function gainFor(loudness_lufs: number | null): number {
  return loudness_lufs === null ? 1 : Math.min(1, 10 ** ((LEVEL_LUFS - loudness_lufs) / 20))
}

/** Reduces a waveform to `count` bars, each the peak of its buckets. */
export function barsOf(waveform: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * waveform.length) / count)
    const to = Math.max(from + 1, Math.floor(((i + 1) * waveform.length) / count))
    return Math.max(0, ...waveform.slice(from, to))
  })
}

const HEIGHTS = [144, 240, 360, 480, 720, 1080, 1440, 2160] // of the usual 16:9 sizes

/** Names a picture by the usual size that it fits into: 1920 × 804 pixels are 1080p. */
export function qualityName(width: number, height: number): string {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const fit = HEIGHTS.find((one) => short <= one && long <= Math.ceil((one * 16) / 9))
  return `${fit ?? short}p`
}

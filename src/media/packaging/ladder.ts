import type { SoundFacts } from './package.ts'
import type { AudioTrack, Probe, VideoTrack } from '#src/integrations/ffprobe.ts'

export interface Rung {
  /**
   * The name 360p, 720p or 1080p: the box that the picture fits into, and the stem of its file
   * name.
   */
  name: string
  width: number
  height: number
  frame_rate: string
  /** The maximum bit rate of the encoder, in bits per second. */
  rate_max: number
  /** True if the source's stream is copied instead of encoded again. */
  copied: boolean
}
/**
 * The files that one call of ffmpeg makes of a source: its sound and its pictures, the smallest
 * first. Missing sound or pictures are not made up.
 */
export interface Plan {
  rungs: Rung[]
  /** The bit rate of the sound track in bits per second; undefined without sound. */
  audio_rate?: number
  /** The further sound tracks of a film, as of other languages; absent without any. */
  more_sounds?: NamedSound[]
  /**
   * True if keyframes follow those of the copied rung, so that players can switch between rungs.
   */
  aligned: boolean
}
/** A further sound track, and the name of its rendition. */
interface NamedSound {
  name: string
  track: AudioTrack
}
export interface LadderOptions {
  /**
   * The longest time between two keyframes of the source, in seconds. Without it, nothing is
   * copied.
   */
  keyframe_gap_seconds?: number
}

const BOXES = [
  { name: '360p', long: 640, short: 360, rate_max: 1_000_000 },
  { name: '720p', long: 1280, short: 720, rate_max: 3_000_000 },
  { name: '1080p', long: 1920, short: 1080, rate_max: 6_200_000 },
]
export const SOUND = 'audio' // the name of the first sound's rendition
const SOUNDS_MAX = 12 // of a film
const MIN_WIDTH_RATIO = 1.2 // between two rungs
const COPY_GAP_SECONDS = 4 // segments are cut at keyframes
const COPY_DELAY_SECONDS = 0.05
const AUDIO_RATE = 128_000 // for films
const MUSIC_RATE = 192_000 // for songs
const HIGH_FRAME_RATE = 30.5 // frames per second
// oxfmt-ignore
const RATES: [rate: number, name: string][] = [
  [24_000 / 1001, '24000/1001'], [24, '24'], [25, '25'],
  [30_000 / 1001, '30000/1001'], [30, '30'],
  [50, '50'], [60_000 / 1001, '60000/1001'], [60, '60'],
]

/** Plans the renditions of a source in one decoding. No rung is larger than the source. */
export function renditionPlan(probe: Probe, options: LadderOptions = {}): Plan {
  const rungs = probe.video ? ladder(probe.video, options) : []
  const audio_rate = probe.video ? AUDIO_RATE : MUSIC_RATE
  const aligned = rungs.some(({ copied }) => copied)
  const more = moreSounds(probe)
  const sounds = {
    ...(probe.audio && { audio_rate }),
    ...(more.length > 0 && { more_sounds: more }),
  }
  return { rungs, ...sounds, aligned }
}

/** Names the further sound tracks of a film. A song is the first track of its file. */
function moreSounds({ video, more_audio = [] }: Probe): NamedSound[] {
  if (!video) return []
  return more_audio
    .slice(0, SOUNDS_MAX - 1)
    .map((track, i) => ({ name: `${SOUND}${i + 2}`, track }))
}

/**
 * Returns the language, title and place of a film's sound, for players to offer. A single sound
 * without a language has none.
 */
export function soundFacts(probe: Probe, name: string): SoundFacts | undefined {
  const more = moreSounds(probe)
  const place = [SOUND, ...more.map((sound) => sound.name)].indexOf(name)
  const track = place === 0 ? probe.audio : more[place - 1]?.track
  if (!track || !probe.video) return undefined
  const { language, title } = track
  if (more.length === 0 && !language) return undefined
  return { place, ...(language && { language }), ...(title && { title }) }
}

/**
 * Returns the names of a plan's renditions, sound first. Each is the stem of a file, as in
 * `360p.mp4`.
 */
export function renditionNames({ rungs, audio_rate, more_sounds = [] }: Plan): string[] {
  return [...(audio_rate ? [SOUND] : []), ...[...more_sounds, ...rungs].map(({ name }) => name)]
}

/** Returns the part of a plan that makes the named renditions. */
export function selectRenditions(plan: Plan, names: string[]): Plan {
  const { rungs, audio_rate, more_sounds = [], aligned } = plan
  const isNamed = ({ name }: { name: string }) => names.includes(name)
  const more = more_sounds.filter(isNamed)
  const heard = audio_rate && names.includes(SOUND) ? { audio_rate } : {}
  return {
    rungs: rungs.filter(isNamed),
    ...heard,
    ...(more.length > 0 && { more_sounds: more }),
    aligned,
  }
}

/**
 * Returns true if the keyframe gap decides about copying. Measuring the gap reads the whole file.
 */
export function mayBeCopied(video: VideoTrack): boolean {
  return ladder(video, { keyframe_gap_seconds: 0 }).at(-1)!.copied
}

function ladder(video: VideoTrack, options: LadderOptions): Rung[] {
  const all = BOXES.map((box) => ({ ...box, ...fitInto(video, box) }))
  const top = all.find(({ width, height }) => same(all.at(-1)!, { width, height }))!
  const kept = all.filter((rung) => rung === top || rung.width * MIN_WIDTH_RATIO <= top.width)
  return kept.map(({ name, width, height, rate_max }) => {
    const copied = name === top.name && canCopy(video, { width, height, rate_max }, options)
    const quick = name !== '360p'
    const rate = rate_max * (quick && video.frame_rate > HIGH_FRAME_RATE ? 1.5 : 1)
    return { name, width, height, copied, rate_max: rate, frame_rate: frameRate(video, quick) }
  })
}

/** Fits a picture into a box, which may be upright. Sides are even because 4:2:0 halves them. */
function fitInto({ width, height }: Size, box: { long: number; short: number }): Size {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const factor = Math.min(1, box.long / long, box.short / short)
  const even = (pixels: number) => Math.max(2, 2 * Math.floor((pixels * factor) / 2 + 1e-6))
  return { width: even(width), height: even(height) }
}

/**
 * Returns true if the source can be served without encoding: H.264 8 bit 4:2:0, upright, constant
 * frame rate, small enough.
 */
function canCopy(video: VideoTrack, rung: Size & { rate_max: number }, options: LadderOptions) {
  const { bit_rate = Number.POSITIVE_INFINITY, codec, profile, pixel_format } = video
  return (
    codec === 'h264' &&
    /^(Constrained Baseline|Main|High)$/.test(profile) &&
    pixel_format === 'yuv420p' &&
    video.plain &&
    video.hdr === undefined &&
    video.constant_rate &&
    video.frame_rate <= HIGH_FRAME_RATE &&
    Math.abs(video.delay_seconds) <= COPY_DELAY_SECONDS &&
    same(video, rung) &&
    bit_rate <= rung.rate_max &&
    (options.keyframe_gap_seconds ?? Number.POSITIVE_INFINITY) <= COPY_GAP_SECONDS
  )
}

/** Returns the standard frame rate close to the source's, halved until it suits the rung. */
function frameRate(video: VideoTrack, quick: boolean): string {
  const limit = quick ? 60.5 : HIGH_FRAME_RATE
  let rate = Math.max(1, video.frame_rate)
  while (rate > limit) rate /= 2
  const known = RATES.find(([value]) => Math.abs(value - rate) / value < 0.0005)
  if (known) return known[1]
  return video.constant_rate ? rate.toFixed(3) : String(Math.ceil(rate))
}

interface Size {
  width: number
  height: number
}
const same = (a: Size, b: Size) => a.width === b.width && a.height === b.height

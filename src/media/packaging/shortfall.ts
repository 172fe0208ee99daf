import type { Probe } from '#src/integrations/ffprobe.ts'
import { type TrackIndex, trackSeconds } from './package.ts'

/** The duration that a file states, and how much of it could be read. */
export interface Shortfall {
  stated_seconds: number
  read_seconds: number
}

// Differences of a whole file: the last frame, the frames by which sound begins early, rounding.
const SLACK_SECONDS = 0.5
const SLACK_SHARE = 0.001

/**
 * Compares the stated duration of a film or song with its renditions. Returns the track that lacks
 * most, or undefined if nothing is missing. Formats that state no duration cannot be compared.
 */
export function shortfallOf({ stated }: Probe, tracks: readonly TrackIndex[]) {
  const read = (...kinds: TrackIndex['kind'][]) =>
    Math.max(0, ...tracks.filter(({ kind }) => kinds.includes(kind)).map(trackSeconds))
  const ofTracks = [
    { stated_seconds: stated.video, read_seconds: read('video') },
    { stated_seconds: stated.audio, read_seconds: read('audio') },
  ]
  const ofWhole = { stated_seconds: stated.whole, read_seconds: read('video', 'audio') }
  const known = ofTracks.filter(isStated)
  const missing = (one: Shortfall) => one.stated_seconds - one.read_seconds
  return (known.length > 0 ? known : [ofWhole].filter(isStated))
    .filter((one) => missing(one) > SLACK_SECONDS + SLACK_SHARE * one.stated_seconds)
    .toSorted((a, b) => missing(b) - missing(a))[0]
}

const isStated = (one: { stated_seconds: number | undefined }): one is Shortfall =>
  one.stated_seconds !== undefined

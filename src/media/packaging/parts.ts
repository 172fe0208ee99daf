import type { Rung } from './ladder.ts'

/** The length of a part of a film: 30 segments of four seconds. The last part is longer or shorter. */
export const PART_SECONDS = 120
export const PART_SEGMENTS = 30
const IN_PARTS_SECONDS = 300 // a shorter film is encoded at once
const LEAD_SECONDS = 1 // read before a part, so that its first frame is chosen as within the whole film
const ROUNDING = 1e-6 // frames

/** A part of a film, of which there are `count`. The first has number 1. */
export interface FilmPart {
  number: number
  count: number
  /** True if the times of its file are in milliseconds. */
  inMilliseconds?: boolean
}

/** Returns the number of parts that a film of this length is encoded in. */
export const partCount = (seconds: number) =>
  seconds < IN_PARTS_SECONDS ? 1 : Math.round(seconds / PART_SECONDS)

/** Returns the second of the film at which a part begins. */
export const partStart = ({ number }: Pick<FilmPart, 'number'>) => (number - 1) * PART_SECONDS

/**
 * Returns the seconds to allow for a part: 120, or what is left for the last part if that is more. A file
 * may state too short a length.
 */
export const secondsAllowed = (part: FilmPart, filmSeconds: number) =>
  part.number === part.count ? Math.max(PART_SECONDS, filmSeconds - partStart(part)) : PART_SECONDS

/** Returns the second from which a part is read. */
export const readFrom = (part: FilmPart) => Math.max(0, partStart(part) - LEAD_SECONDS)

/** Returns the number of frames before a part, at the frame rate of a rung. */
export const framesBefore = (
  part: Pick<FilmPart, 'number'>,
  { frame_rate }: Pick<Rung, 'frame_rate'>,
) => Math.ceil(partStart(part) * valueOf(frame_rate) - ROUNDING)

/** Returns the number of frames of a part; undefined for the last, which ends with the film. */
export function framesOf({ number, count }: FilmPart, rung: Pick<Rung, 'frame_rate'>) {
  if (number === count) return undefined
  return framesBefore({ number: number + 1 }, rung) - framesBefore({ number }, rung)
}

/** Returns the time of a part's first frame within the film, in seconds. */
export const firstFrameAt = (part: Pick<FilmPart, 'number'>, rung: Pick<Rung, 'frame_rate'>) =>
  framesBefore(part, rung) / valueOf(rung.frame_rate)

/** Returns the value of a frame rate in ffmpeg's notation, such as `30000/1001`. */
function valueOf(rate: string): number {
  const [frames, seconds = 1] = rate.split('/').map(Number)
  return frames! / seconds
}

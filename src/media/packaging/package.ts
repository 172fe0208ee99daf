import { broken } from './boxes.ts'
import { type TrackKey, encryptFragment, encryptInit, encryptSegment } from './encrypt.ts'
import {
  type Fragment,
  type GrowingFile,
  type Track,
  moveFragment,
  readFragment,
  readFragments,
  trackOf,
} from './fragments.ts'
import { type ContentKeys, constantIv, keyIds, segmentKey } from './keys.ts'
import { freeBuffer } from './free-buffer.ts'

/** The index of a packaged rendition, with all that manifests need. It is stored as JSON. */
export interface TrackIndex {
  name: string
  kind: 'video' | 'audio'
  /** The codec in the notation of RFC 6381. */
  codec: string
  /** The key id and the constant IV in hexadecimal; undefined for clear tracks. */
  kid?: string
  iv?: string
  width?: number
  height?: number
  channels?: number
  sampling_rate?: number
  /** The language and title of a film's sound, and its place among the sound tracks. */
  sound?: SoundFacts
  /** The number of units of `start` and of the segments' durations in a second. */
  timescale: number
  start: number
  /** The highest bit rate of a segment, in bits per second. */
  bandwidth: number
  /** The average bit rate, in bits per second. */
  average_bandwidth: number
  segments: { duration: number; bytes: number }[]
}
export interface SoundFacts {
  place: number
  /** The language as a BCP 47 tag. */
  language?: string
  title?: string
}
export interface MediaIndex {
  duration_seconds: number
  encrypted: boolean
  tracks: TrackIndex[]
}
/**
 * The folder of a set of files below the rendition's base: `cbcs/360p/init.mp4`, `cbcs/360p/1.m4s`.
 */
export type FileSet = 'cbcs' | 'aes-128' | 'clear'

interface PackagingJob extends GrowingFile {
  /** The rendition's name, which is its folder in every set. */
  name: string
  /** The path of a fragmented file of one track, as the encoder writes it. */
  path: string
  /** The keys to encrypt with. Without them the files stay clear, as for trailers. */
  locked?: { kid: string; keys: ContentKeys }
  /** Stores one file and takes over its bytes. Awaited before the next segment is read. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Counts what precedes the file in its rendition, if it is a part of a film. */
  before?: { segments: number; seconds: number }
  /** Receives the index so far after each segment, and is awaited. */
  onGrown?: (soFar: TrackIndex) => Promise<void>
}

const SEGMENT_SECONDS = 4

/**
 * Cuts one rendition into segments of about four seconds and writes them: a clear set, or a cbcs
 * set for players with a licence and an AES-128 set for HLS players without. A growing file is
 * written as it grows. The same input gives the same files, so an interrupted packaging can simply
 * be repeated. Refuses `media_broken` for content that cannot be packaged.
 */
export async function packageTrack(job: PackagingJob): Promise<TrackIndex> {
  const parts = readFragments(job.path, job)
  try {
    return await packaged(job, parts)
  } finally {
    await parts.return(undefined) // closes the file, even if storage refused the first one
  }
}

async function packaged(job: PackagingJob, parts: ReturnType<typeof readFragments>) {
  const { value: init } = await parts.next()
  if (!Buffer.isBuffer(init)) broken('the file has no initialisation before its first fragment')
  const track = trackOf(init)
  const key = job.locked && trackKey(job.locked, track.kind)
  const sets = fileSets(track, key)
  const before = job.before ?? { segments: 0, seconds: 0 }
  const shift = Math.round(before.seconds * track.timescale)
  if (before.segments === 0)
    for (const { set, start } of sets) await job.write(`${set}/${job.name}/init.mp4`, start(init))

  const segments: TrackIndex['segments'] = []
  let first = 0
  for await (const segment of readSegments(parts as AsyncGenerator<Fragment>, track)) {
    job.signal?.throwIfAborted()
    if (segments.length === 0) first = segment.start + shift
    if (shift > 0) for (const each of segment.fragments) moveFragment(each, shift)
    const number = before.segments + segments.length + 1
    const files = sets.map(({ set, make }) => ({ set, bytes: make(segment.fragments, number) }))
    segments.push({ duration: segment.duration, bytes: files.at(-1)!.bytes.length })
    await Promise.all(
      files.map(({ set, bytes }) => job.write(`${set}/${job.name}/${number}.m4s`, bytes)),
    )
    partsOf(segment.fragments).forEach(freeBuffer)
    await job.onGrown?.(trackIndex(job.name, track, key, first, segments))
  }
  if (segments.length === 0) broken('the rendition has no fragments')
  return trackIndex(job.name, track, key, first, segments)
}

/** Returns the duration of a rendition in seconds. */
export const trackSeconds = ({ segments, timescale }: TrackIndex): number =>
  segments.reduce((sum, { duration }) => sum + duration, 0) / timescale

/**
 * Combines the indexes of the renditions that exist so far, the largest picture last. Sound has the
 * order of its file.
 */
export function mediaIndex(tracks: TrackIndex[]): MediaIndex {
  return {
    duration_seconds: Math.max(...tracks.map(trackSeconds)),
    encrypted: tracks.some(({ kid }) => kid !== undefined),
    tracks: tracks.toSorted(
      (a, b) => (a.width ?? 0) - (b.width ?? 0) || (a.sound?.place ?? 0) - (b.sound?.place ?? 0),
    ),
  }
}

function trackKey(
  { kid, keys }: { kid: string; keys: ContentKeys },
  kind: Track['kind'],
): TrackKey {
  const id = keyIds(kid)[kind]
  return { kid: id, key: keys[kind], iv: constantIv(id) }
}

interface Set {
  set: FileSet
  start: (init: Buffer) => Buffer
  make: (fragments: Fragment[], number: number) => Buffer
}

/**
 * Returns the file sets to write. The last one's sizes go into the index. The cbcs set is last
 * because it encrypts in place.
 */
function fileSets(track: Track, key: TrackKey | undefined): Set[] {
  if (!key) return [{ set: 'clear', start: (init) => Buffer.from(init), make: joined }]
  const whole = segmentKey(key.key)
  return [
    {
      set: 'aes-128',
      start: (init) => Buffer.from(init),
      make: (fragments, number) => encryptSegment(partsOf(fragments), whole, number),
    },
    {
      set: 'cbcs',
      start: (init) => encryptInit(init, track, key),
      make: (fragments) => joined(fragments.map((each) => encryptFragment(each, track, key))),
    },
  ]
}

const partsOf = (fragments: Fragment[]) => fragments.flatMap(({ moof, mdat }) => [moof, mdat])

function joined(fragments: Fragment[]): Buffer {
  return Buffer.concat(partsOf(fragments))
}

interface Segment {
  start: number
  duration: number
  fragments: Fragment[]
}

/** Groups fragments into segments, each ending as close to four seconds as possible. */
async function* readSegments(
  fragments: AsyncGenerator<Fragment>,
  track: Track,
): AsyncGenerator<Segment> {
  const full = SEGMENT_SECONDS * track.timescale
  let segment: Segment | undefined
  for await (const fragment of fragments) {
    const { start, samples } = readFragment(fragment, track)
    const duration = samples.reduce((sum, sample) => sum + sample.duration, 0)
    if (segment && segment.duration + duration / 2 > full) {
      yield segment
      segment = undefined
    }
    segment ??= { start, duration: 0, fragments: [] }
    segment.fragments.push(fragment)
    segment.duration += duration
  }
  if (segment) yield segment
}

function trackIndex(
  name: string,
  track: Track,
  key: TrackKey | undefined,
  start: number,
  segments: TrackIndex['segments'],
): TrackIndex {
  const { nalLengthSize: _, defaults: __, ...facts } = track
  return {
    name,
    ...facts,
    ...(key && { kid: key.kid, iv: key.iv.toString('hex') }),
    start,
    ...bitRates(segments, track.timescale),
    segments: [...segments],
  }
}

/** Joins the indexes of a rendition's parts, in their order. */
export function joinParts(parts: TrackIndex[]): TrackIndex {
  const [first] = parts as [TrackIndex]
  const segments = parts.flatMap((part) => part.segments)
  return { ...first, ...bitRates(segments, first.timescale), segments }
}

function bitRates(segments: TrackIndex['segments'], timescale: number) {
  const rate = (bytes: number, duration: number) => Math.ceil((bytes * 8 * timescale) / duration)
  const total = segments.reduce((sum, s) => sum + s.bytes, 0)
  const average = rate(
    total,
    segments.reduce((sum, s) => sum + s.duration, 0),
  )
  // A last segment of a few frames does not count as the peak bit rate (RFC 8216, 4.3.4.2).
  const long = segments.filter((s) => s.duration >= (SEGMENT_SECONDS * timescale) / 2)
  return {
    bandwidth: Math.max(average, ...long.map((s) => rate(s.bytes, s.duration))),
    average_bandwidth: average,
  }
}

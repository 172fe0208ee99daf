import { type TrackKey, encryptFragment, encryptInit, encryptSegment } from './encrypt.ts'
import {
  type Fragment,
  type GrowingFile,
  type Track,
  readFragment,
  readFragments,
  trackOf,
} from './fragments.ts'
import { type ContentKeys, constantIv, keyIds, segmentKey } from './keys.ts'
import { freeBuffer } from './free-buffer.ts'

/** One packaged rendition: all that manifests need to know of it. It is stored as JSON. */
export interface TrackIndex {
  name: string
  kind: 'video' | 'audio'
  /** As RFC 6381 writes it. */
  codec: string
  /** The key id in the files, and the constant IV in hex; `undefined` where the track is clear. */
  kid?: string
  iv?: string
  width?: number
  height?: number
  channels?: number
  sampling_rate?: number
  /** Units of `start` and of segments' durations in a second. */
  timescale: number
  start: number
  /** Bits a second: the highest of a segment, and the average. */
  bandwidth: number
  average_bandwidth: number
  segments: { duration: number; bytes: number }[]
}
export interface MediaIndex {
  duration_seconds: number
  encrypted: boolean
  tracks: TrackIndex[]
}
/** Where a set of files lies below the rendition's base: `cbcs/360p/init.mp4`, `cbcs/360p/1.m4s`. */
export type FileSet = 'cbcs' | 'aes-128' | 'clear'

interface PackagingJob extends GrowingFile {
  /** The rendition's name: its folder in every set. */
  name: string
  /** A fragmented one-track file, as the ladder makes them. */
  path: string
  /** Without it the files stay clear, as those of trailers do. */
  locked?: { kid: string; keys: ContentKeys }
  /** Stores one file, whose bytes are its own; awaited before the next are read. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Told after each segment what there is so far, and awaited. */
  onGrown?: (soFar: TrackIndex) => Promise<void>
}

const SEGMENT_SECONDS = 4

/**
 * Cuts one rendition into segments of about four seconds and writes them: a clear set, or one under
 * cbcs for players with a licence and one under AES-128 for HLS players without. What still grows is
 * written as it grows. The same input gives the same files, so a packaging that broke off is simply
 * done again.
 */
export async function packageTrack(job: PackagingJob): Promise<TrackIndex> {
  const parts = readFragments(job.path, job)
  try {
    return await packaged(job, parts)
  } finally {
    await parts.return(undefined) // closes the file, also where storage refused its beginning
  }
}

async function packaged(job: PackagingJob, parts: ReturnType<typeof readFragments>) {
  const { value: init } = await parts.next()
  if (!Buffer.isBuffer(init)) throw new Error('no initialisation before the first fragment')
  const track = trackOf(init)
  const key = job.locked && trackKey(job.locked, track.kind)
  const sets = fileSets(track, key)
  for (const { set, start } of sets) await job.write(`${set}/${job.name}/init.mp4`, start(init))

  const segments: TrackIndex['segments'] = []
  let first = 0
  for await (const segment of readSegments(parts as AsyncGenerator<Fragment>, track)) {
    job.signal?.throwIfAborted()
    if (segments.length === 0) first = segment.start
    const number = segments.length + 1
    const files = sets.map(({ set, make }) => ({ set, bytes: make(segment.fragments, number) }))
    segments.push({ duration: segment.duration, bytes: files.at(-1)!.bytes.length })
    await Promise.all(
      files.map(({ set, bytes }) => job.write(`${set}/${job.name}/${number}.m4s`, bytes)),
    )
    partsOf(segment.fragments).forEach(freeBuffer)
    await job.onGrown?.(trackIndex(job.name, track, key, first, segments))
  }
  if (segments.length === 0) throw new Error('a rendition without fragments')
  return trackIndex(job.name, track, key, first, segments)
}

/** What manifests are made of: the renditions there are so far, best picture last. */
export function mediaIndex(tracks: TrackIndex[]): MediaIndex {
  const seconds = tracks.map(
    ({ segments, timescale }) => segments.reduce((sum, s) => sum + s.duration, 0) / timescale,
  )
  return {
    duration_seconds: Math.max(...seconds),
    encrypted: tracks.some(({ kid }) => kid !== undefined),
    tracks: tracks.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0)),
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

/** The last set's sizes go into the index; cbcs is last also because it encrypts in place. */
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

/** Gathers fragments until the next would lead further away from four seconds than nearer to it. */
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
  const rate = (bytes: number, duration: number) =>
    Math.ceil((bytes * 8 * track.timescale) / duration)
  const total = segments.reduce((sum, s) => sum + s.bytes, 0)
  const average = rate(
    total,
    segments.reduce((sum, s) => sum + s.duration, 0),
  )
  // A last segment of a few frames is no peak that a line must carry: RFC 8216, 4.3.4.2.
  const long = segments.filter((s) => s.duration >= (SEGMENT_SECONDS * track.timescale) / 2)
  return {
    name,
    ...facts,
    ...(key && { kid: key.kid, iv: key.iv.toString('hex') }),
    start,
    bandwidth: Math.max(average, ...long.map((s) => rate(s.bytes, s.duration))),
    average_bandwidth: average,
    segments: [...segments],
  }
}

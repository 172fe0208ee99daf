import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Box, boxHeader, broken, requireBox, parseBoxes, u32 } from './boxes.ts'

export interface Track {
  kind: 'video' | 'audio'
  /** The number of time units in a second. */
  timescale: number
  /** The codec in the notation of RFC 6381. */
  codec: string
  width?: number
  height?: number
  channels?: number
  sampling_rate?: number
  /** The size in bytes of a NAL unit's length field; video only. */
  nalLengthSize: number
  defaults: SampleDefaults
}
interface SampleDefaults {
  duration: number
  size: number
}
export interface Sample {
  /** The offset in the mdat box, header included. */
  at: number
  size: number
  duration: number
}
export interface Fragment {
  moof: Buffer
  mdat: Buffer
}

/** A file that may still be written while it is read. */
export interface GrowingFile {
  /** Returns true once the file is complete. By default it is. */
  isWhole?: () => boolean
  signal?: AbortSignal
}

const GROWTH_MS = 100
const FRAGMENT_BYTES_MAX = 128 * 1024 * 1024
const VIDEO_ENTRIES = ['avc1', 'encv']

/**
 * Reads a fragmented file of one track as a stream: first the initialisation (ftyp and moov), then
 * one moof and mdat at a time. Only those are held in memory. Waits for a file that is missing or
 * still growing.
 */
export async function* readFragments(
  path: string,
  growing: GrowingFile = {},
): AsyncGenerator<Buffer | Fragment> {
  const init: Buffer[] = []
  let moof: Buffer | undefined
  for await (const { type, bytes } of readTopBoxes(path, growing)) {
    if (type === 'ftyp' || type === 'moov') init.push(bytes)
    if (type === 'moov') yield Buffer.concat(init)
    if (type === 'moof') moof = bytes
    if (type === 'mdat' && moof) yield { moof, mdat: bytes }
  }
}

async function* readTopBoxes(path: string, { isWhole = () => true, signal }: GrowingFile) {
  const file = await openWhenCreated(path, { isWhole, signal })
  try {
    for (let at = 0; ;) {
      const last = isWhole() // before reading the size, so that the size is final
      const { size: end } = await file.stat()
      for (;;) {
        const box = await readBoxAt(file, at, end)
        if (!box) break
        if (box.bytes) yield { type: box.type, bytes: box.bytes }
        at += box.size
      }
      if (last && at < end) broken(`a box is cut off at ${at} of ${end}`)
      if (last) return
      await sleep(GROWTH_MS, undefined, { signal })
    }
  } finally {
    await file.close()
  }
}

async function openWhenCreated(
  path: string,
  { isWhole, signal }: GrowingFile & { isWhole: () => boolean },
) {
  for (;;) {
    const last = isWhole()
    try {
      return await open(path)
    } catch (error) {
      if (last || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    await sleep(GROWTH_MS, undefined, { signal })
  }
}

/**
 * Reads the box at an offset, with its bytes if its type is one of the four in use. Returns
 * undefined if the box is incomplete.
 */
async function readBoxAt(file: FileHandle, at: number, end: number) {
  const header = Buffer.alloc(Math.min(16, Math.max(0, end - at)))
  if (header.length < 8) return undefined
  await file.read(header, 0, header.length, at)
  if (header.readUInt32BE(0) === 1 && header.length < 16) return undefined // its size is 8 bytes long
  const { type, size } = boxHeader(header)
  if (size < 8) broken(`box ${type} has no size`)
  if (at + size > end) return undefined
  if (!['ftyp', 'moov', 'moof', 'mdat'].includes(type)) return { type, size }
  if (size > FRAGMENT_BYTES_MAX) broken(`box ${type} is too large`)
  const bytes = Buffer.allocUnsafe(size)
  await file.read(bytes, 0, size, at)
  return { type, size, bytes }
}

/**
 * Parses the one track of an initialisation segment: H.264 or AAC, as the rendition ladder encodes
 * them.
 */
export function trackOf(init: Buffer): Track {
  const moov = requireBox(parseBoxes(init), 'moov').children!
  const media = requireBox(moov, 'trak', 'mdia').children!
  const mdhd = requireBox(media, 'mdhd').head
  const entry = requireBox(media, 'minf', 'stbl', 'stsd').children![0]!
  const trex = requireBox(moov, 'mvex', 'trex').head
  const track = {
    timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
    defaults: { duration: trex.readUInt32BE(12), size: trex.readUInt32BE(16) },
  }
  return VIDEO_ENTRIES.includes(entry.type)
    ? { ...track, ...video(entry) }
    : { ...track, ...audio(entry) }
}

// AVCDecoderConfigurationRecord: ISO/IEC 14496-15, 5.3.3.1
function video(entry: Box) {
  const config = requireBox(entry.children!, 'avcC').head
  return {
    kind: 'video' as const,
    codec: `avc1.${config.toString('hex', 1, 4).toUpperCase()}`,
    width: entry.head.readUInt16BE(24),
    height: entry.head.readUInt16BE(26),
    nalLengthSize: (config[4]! & 3) + 1,
  }
}

function audio(entry: Box) {
  return {
    kind: 'audio' as const,
    codec: `mp4a.40.${audioObjectType(requireBox(entry.children!, 'esds').head)}`,
    channels: entry.head.readUInt16BE(16),
    sampling_rate: entry.head.readUInt16BE(24),
    nalLengthSize: 0,
  }
}

/**
 * Returns the first five bits of AudioSpecificConfig in descriptor 5 of esds (ISO/IEC 14496-3,
 * 1.6.2.1).
 */
function audioObjectType(esds: Buffer): number {
  let at = 4 // version and flags
  const header = { 3: 3, 4: 13 } as Record<number, number> // bytes before the nested descriptor
  while (at < esds.length) {
    const tag = esds[at++]!
    while (esds[at++]! & 0x80); // length, seven bits a byte
    if (tag === 5) return esds[at]! >> 3
    at += header[tag] ?? 0
  }
  return 2
}

/**
 * Returns the start time of a fragment and its samples in order (ISO/IEC 14496-12, 8.8.7, 8.8.8 and
 * 8.8.12).
 */
export function readFragment(
  fragment: Fragment,
  track: Track,
): { start: number; samples: Sample[] } {
  const traf = requireBox(parseBoxes(fragment.moof), 'moof', 'traf').children!
  const tfdt = requireBox(traf, 'tfdt').head
  const start = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4)
  const defaults = fragmentDefaults(requireBox(traf, 'tfhd').head, track.defaults)
  const runs = traf.filter(({ type }) => type === 'trun')
  return {
    start,
    samples: runs.flatMap(({ head }) => readRun(head, fragment.moof.length, defaults)),
  }
}

function fragmentDefaults(tfhd: Buffer, track: SampleDefaults): SampleDefaults {
  const flags = tfhd.readUIntBE(1, 3)
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  return {
    duration: flags & 8 ? tfhd.readUInt32BE(at) : track.duration,
    size: flags & 0x10 ? tfhd.readUInt32BE(at + (flags & 8 ? 4 : 0)) : track.size,
  }
}

/**
 * Reads the samples of a run. The data offset counts from the start of moof (default-base-is-moof),
 * directly before mdat.
 */
function readRun(trun: Buffer, moofSize: number, defaults: SampleDefaults): Sample[] {
  const flags = trun.readUIntBE(1, 3)
  const count = trun.readUInt32BE(4)
  let place = flags & 1 ? trun.readInt32BE(8) - moofSize : 8
  let at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const next = () => trun.readUInt32BE((at += 4) - 4)
  return Array.from({ length: count }, () => {
    const duration = flags & 0x100 ? next() : defaults.duration
    const size = flags & 0x200 ? next() : defaults.size
    if (flags & 0x400) next()
    if (flags & 0x800) next()
    place += size
    return { at: place - size, size, duration }
  })
}

/** Moves a fragment to a later time, by time units of its track, in place (ISO/IEC 14496-12, 8.8.12). */
export function moveFragment({ moof }: Fragment, by: number): void {
  const tfdt = requireBox(parseBoxes(moof), 'moof', 'traf', 'tfdt').head
  if (tfdt[0] === 1) tfdt.writeBigUInt64BE(tfdt.readBigUInt64BE(4) + BigInt(by), 4)
  else tfdt.writeUInt32BE(tfdt.readUInt32BE(4) + by, 4)
}

/** Shifts the data offsets of all runs by `shift` bytes, by which the moof has grown. */
export function shiftRuns(traf: Box[], shift: number): void {
  for (const run of traf.filter(({ type }) => type === 'trun')) {
    if (!(run.head.readUIntBE(1, 3) & 1)) continue
    const place = u32(run.head.readUInt32BE(8) + shift)
    run.head = Buffer.concat([run.head.subarray(0, 8), place, run.head.subarray(12)])
  }
}

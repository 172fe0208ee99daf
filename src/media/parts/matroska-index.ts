import { type FileHandle, open } from 'node:fs/promises'
import type { FileRange } from './mov-index.ts'

// Elements of Matroska (RFC 9559, 5).
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const CUES = 0x1c53bb6b
const CUE_POINT = 0xbb
const CUE_TIME = 0xb3
const CUE_POSITIONS = 0xb7
const CUE_TRACK = 0xf7
const CUE_CLUSTER = 0xf1
const CLUSTER = 0x1f43b675

const STREAM_TYPES = [1, 2, 17, 33] // video, audio, subtitles and metadata: ffmpeg counts no others
const HEADER_BYTES = 12
const ELEMENTS_MAX = 200_000
const INDEX_BYTES_MAX = 64_000_000
const CUES_BYTES_MAX = 8_000_000 // a hostile file has an element in every two bytes
const CHILDREN_MAX = 200_000
const DEFAULT_SCALE = 1_000_000 // nanoseconds
const MARGIN_SECONDS = 1 // by which a file may begin before 0

interface Element {
  id: number
  /** Offsets of the first byte of its payload, and of the byte after its last. */
  data: number
  end: number
}

interface MatroskaIndex {
  /** The bytes that tell where the media are. */
  ranges: FileRange[]
  /** Returns the whole clusters that ffmpeg reads for bytes of the file when it seeks to a time in seconds. */
  around(read: FileRange, seconds: number): FileRange
}

/**
 * Returns the index of a Matroska or WebM file (RFC 9559) for seeking in one of its streams, counted from 0.
 * Returns undefined for files in which ffmpeg cannot seek without reading all of it: those without cues of
 * that stream, those with more cues than a film can need, and those whose sizes are not known.
 */
export async function matroskaIndex(
  path: string,
  stream: number,
): Promise<MatroskaIndex | undefined> {
  const file = await open(path)
  try {
    const found = await topElements(file)
    if (!found) return undefined
    const { segment, elements, size } = found
    const clusters = elements.filter(({ id }) => id === CLUSTER)
    const others = elements.filter(({ id }) => id !== CLUSTER)
    if (sum(others.map(lengthOf)) > INDEX_BYTES_MAX || clusters.length === 0) return undefined
    if (others.some((one) => one.id === CUES && lengthOf(one) > CUES_BYTES_MAX)) return undefined
    const contents = await contentsOf(file, others)
    const cues = cuesOf(contents, stream)
    const isFound = contents.get(SEEK_HEAD)?.includes(bytesOf(CUES)) // else ffmpeg does not look for them
    if (!isFound || cues.length === 0) return undefined
    const ranges = others.map(({ from, end }) => ({ from, to: Math.min(size, end) }))
    const whole = clusters.map(({ from, end }) => ({ from, to: end }))
    const first = whole[0]!
    return {
      ranges: [{ from: 0, to: segment }, ...ranges],
      around({ from, to }, seconds) {
        const cue = cues.findLast(({ at }) => at <= seconds - MARGIN_SECONDS)
        const begin = Math.min(from, cue ? segment + cue.position : first.from)
        const last = whole.find((cluster) => cluster.to >= to)
        return {
          from: whole.findLast((cluster) => cluster.from <= begin)?.from ?? first.from,
          to: last?.to ?? size,
        }
      },
    }
  } finally {
    await file.close()
  }
}

type Placed = Element & { from: number }
const lengthOf = ({ from, end }: Placed) => end - from
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0)

/** Lists the elements of the segment. Returns undefined if one has no size or goes beyond the file. */
async function topElements(file: FileHandle) {
  const { size } = await file.stat()
  const head = await elementAt(file, 0)
  const segment = head && (await elementAt(file, head.end))
  if (segment?.id !== SEGMENT) return undefined
  const elements: Placed[] = []
  for (let from = segment.data; from < Math.min(segment.end, size);) {
    const element = await elementAt(file, from)
    if (!element || element.end > size || elements.length === ELEMENTS_MAX) return undefined
    elements.push({ ...element, from })
    from = element.end
  }
  return { segment: segment.data, elements, size }
}

async function elementAt(file: FileHandle, at: number): Promise<Element | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at)
  const found = readHeader(buffer.subarray(0, bytesRead), 0)
  return found && { id: found.id, data: at + found.data, end: at + found.end }
}

/** Reads the id and the size of an element (RFC 8794, 4 to 6). Returns undefined if the size is not known. */
function readHeader(bytes: Buffer, at: number): Element | undefined {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23
  const sizeAt = at + idLength
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23
  const data = sizeAt + sizeLength
  if (idLength > 4 || sizeLength > 8 || data > bytes.length) return undefined
  const size = bytes.subarray(sizeAt, data)
  const length = Number(unsigned(size) & ((1n << BigInt(7 * sizeLength)) - 1n))
  const isUnknown = length === 2 ** (7 * sizeLength) - 1
  if (isUnknown || !Number.isSafeInteger(length)) return undefined
  return { id: bytes.readUIntBE(at, idLength), data, end: data + length }
}

const unsigned = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex') || '0'}`)
const bytesOf = (id: number) => Buffer.from(id.toString(16), 'hex')

/** Reads the first of each of the elements that say where the media are. */
async function contentsOf(file: FileHandle, elements: Placed[]) {
  const contents = new Map<number, Buffer>()
  for (const { id, data, end } of elements) {
    if (![SEEK_HEAD, INFO, TRACKS, CUES].includes(id) || contents.has(id)) continue
    const { buffer } = await file.read(Buffer.alloc(end - data), 0, end - data, data)
    contents.set(id, buffer)
  }
  return contents
}

/** Lists the places to which a stream's cues lead, in seconds and bytes; none if there are too many. */
function cuesOf(contents: Map<number, Buffer>, stream: number) {
  const all = (id: number) => childrenOf(contents.get(id) ?? Buffer.alloc(0))
  const streams = all(TRACKS).filter(
    (track) => track.id === TRACK && STREAM_TYPES.includes(valueIn(track.bytes, TRACK_TYPE) ?? 0),
  )
  const number = streams[stream] && valueIn(streams[stream].bytes, TRACK_NUMBER)
  const scale = valueIn(contents.get(INFO), TIMESTAMP_SCALE) ?? DEFAULT_SCALE
  const found = all(CUES)
  const points = found.length < CHILDREN_MAX ? found.filter(({ id }) => id === CUE_POINT) : []
  const cues = points.flatMap(({ bytes }) => {
    const at = ((valueIn(bytes, CUE_TIME) ?? 0) * scale) / 1e9
    return childrenOf(bytes)
      .filter((one) => one.id === CUE_POSITIONS && valueIn(one.bytes, CUE_TRACK) === number)
      .map((one) => ({ at, position: valueIn(one.bytes, CUE_CLUSTER) ?? 0 }))
  })
  return cues.toSorted((a, b) => a.at - b.at)
}

/** Lists the elements in an element, the first of them if it has too many. */
function childrenOf(bytes: Buffer): { id: number; bytes: Buffer }[] {
  const children: { id: number; bytes: Buffer }[] = []
  for (let at = 0; at < bytes.length && children.length < CHILDREN_MAX;) {
    const found = readHeader(bytes, at)
    if (!found) break
    children.push({ id: found.id, bytes: bytes.subarray(found.data, found.end) })
    at = found.end
  }
  return children
}

/** Returns the whole number in a child of an element. */
function valueIn(bytes: Buffer | undefined, wanted: number): number | undefined {
  const found = childrenOf(bytes ?? Buffer.alloc(0)).find(({ id }) => id === wanted)
  return found && Number(unsigned(found.bytes))
}

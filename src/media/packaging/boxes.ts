import { Refusal } from '#core/errors.ts'

/** A box of ISO/IEC 14496-12: a payload, or children after a fixed head. */
export interface Box {
  type: string
  head: Buffer
  children?: Box[]
}

const CONTAINERS = new Set('moov trak mdia minf stbl mvex moof traf sinf schi edts'.split(' '))
const SAMPLE_DESCRIPTIONS_HEAD = 8
const VISUAL_ENTRY_HEAD = 78 // ISO/IEC 14496-12, 12.1.3
const AUDIO_ENTRY_HEAD = 28 // 12.2.3
const ENTRY_HEADS = new Map(
  Object.entries({
    avc1: VISUAL_ENTRY_HEAD,
    encv: VISUAL_ENTRY_HEAD,
    mp4a: AUDIO_ENTRY_HEAD,
    enca: AUDIO_ENTRY_HEAD,
  }),
)

/** Refuses a file whose content cannot be packaged; the cause is for the log. */
export function broken(why: string): never {
  throw new Refusal('media_broken', {}, { cause: new Error(why) })
}

/** Parses bytes into boxes. Refuses `media_broken` if a size exceeds the remaining bytes. */
export function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const { type, headerSize, size } = boxHeader(bytes.subarray(at))
    if (size < headerSize || at + size > bytes.length) broken(`box ${type} is cut off`)
    boxes.push(boxOf(type, bytes.subarray(at + headerSize, at + size)))
    at += size
  }
  return boxes
}

/**
 * Reads the type and sizes from the first 8 (or 16) bytes of a box. Size 0, "to the end", is not
 * supported.
 */
export function boxHeader(bytes: Buffer): { type: string; headerSize: number; size: number } {
  if (bytes.length < 8) broken('a box is cut off')
  const type = bytes.toString('latin1', 4, 8)
  const short = bytes.readUInt32BE(0)
  if (short !== 1) return { type, headerSize: 8, size: short }
  if (bytes.length < 16) broken('a box is cut off')
  return { type, headerSize: 16, size: Number(bytes.readBigUInt64BE(8)) }
}

export function boxSize(box: Box): number {
  return (box.children ?? []).reduce((sum, child) => sum + boxSize(child), 8 + box.head.length)
}

export function writeBox(box: Box): Buffer {
  const children = (box.children ?? []).map(writeBox)
  return Buffer.concat([u32(boxSize(box)), ascii(box.type), box.head, ...children])
}

/** Returns the first box on a path of types, as in `findBox(boxes, 'moof', 'traf')`. */
export function findBox(boxes: Box[], ...path: string[]): Box | undefined {
  const [type, ...rest] = path
  const box = boxes.find((each) => each.type === type)
  return rest.length === 0 ? box : findBox(box?.children ?? [], ...rest)
}

/** Returns the first box on a path of types. Refuses `media_broken` if there is none. */
export function requireBox(boxes: Box[], ...path: string[]): Box {
  const box = findBox(boxes, ...path)
  return box ?? broken(`no ${path.join('/')} box`)
}

/** Encodes 32 bit integers in big-endian order, as all numbers of the format. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i))
  return bytes
}

export const ascii = (text: string) => Buffer.from(text, 'latin1')

function boxOf(type: string, payload: Buffer): Box {
  const headSize = CONTAINERS.has(type)
    ? 0
    : type === 'stsd'
      ? SAMPLE_DESCRIPTIONS_HEAD
      : ENTRY_HEADS.get(type)
  if (headSize === undefined) return { type, head: payload }
  return {
    type,
    head: payload.subarray(0, headSize),
    children: parseBoxes(payload.subarray(headSize)),
  }
}

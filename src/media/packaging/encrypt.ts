import { createCipheriv } from 'node:crypto'
import { type Box, ascii, boxSize, broken, requireBox, parseBoxes, u32, writeBox } from './boxes.ts'
import { type Fragment, type Sample, type Track, readFragment, shiftRuns } from './fragments.ts'
import { bytesOfUuid } from './keys.ts'
import { freeBuffer } from './free-buffer.ts'

// Common Encryption, scheme cbcs: ISO/IEC 23001-7, 10.4. Video encrypts one block of ten inside
// each slice, sound whole samples. Both start from the constant IV every time.
const SCHEME_VERSION = 0x10000
const PATTERN = { video: 0x19, audio: 0x00 } // encrypted and clear blocks, four bits each
const BLOCK = 16
const PATTERN_BYTES = 10 * BLOCK
const SLICE_HEAD = 96 // stays clear: covers the NAL and slice headers that decoders must read
const CLEAR_MAX = 0xffff // the field has 16 bits
const SLICES_MAX = 32 // saiz has 8 bits for a picture's map; slices beyond stay clear
const COMMON_SYSTEM = '1077efecc0b24d02ace33c1e52e2fb4b' // W3C "cenc" Initialization Data Format

export interface TrackKey {
  /** The key id, a UUID. */
  kid: string
  key: Buffer
  iv: Buffer
}
interface Subsample {
  clear: number
  encrypted: number
}

/**
 * Returns the initialisation segment that declares the encryption of the samples and the key id.
 */
export function encryptInit(init: Buffer, track: Track, key: TrackKey): Buffer {
  const boxes = parseBoxes(init)
  const moov = requireBox(boxes, 'moov').children!
  const entry = requireBox(moov, 'trak', 'mdia', 'minf', 'stbl', 'stsd').children![0]!
  const schm = Buffer.concat([u32(0), ascii('cbcs'), u32(SCHEME_VERSION)])
  const sinf: Box[] = [
    { type: 'frma', head: ascii(entry.type) },
    { type: 'schm', head: schm },
    { type: 'schi', head: NONE, children: [{ type: 'tenc', head: tenc(track, key) }] },
  ]
  entry.type = track.kind === 'video' ? 'encv' : 'enca'
  entry.children!.push({ type: 'sinf', head: NONE, children: sinf })
  moov.push({ type: 'pssh', head: psshHead(key.kid) })
  return Buffer.concat(boxes.map(writeBox))
}

/**
 * Returns the `pssh` box of a key id for the common system, which needs no DRM vendor. Manifests
 * carry it too.
 */
export function pssh(kid: string): Buffer {
  return writeBox({ type: 'pssh', head: psshHead(kid) })
}

/**
 * Encrypts the samples of one fragment in place, and describes the encrypted ranges in senc, saiz
 * and saio.
 */
export function encryptFragment(fragment: Fragment, track: Track, key: TrackKey): Fragment {
  const { mdat } = fragment
  const maps = readFragment(fragment, track).samples.map((sample) => {
    const map = track.kind === 'video' ? subsamples(mdat, sample, track.nalLengthSize) : []
    if (track.kind === 'video') encryptSlices(mdat, sample.at, map, key)
    else encryptBlocks(mdat.subarray(sample.at, sample.at + sample.size), key)
    return map
  })
  return { moof: track.kind === 'video' ? withMaps(fragment.moof, maps) : fragment.moof, mdat }
}

/**
 * Encrypts a whole segment, given in parts, with AES-128 and PKCS #7 (RFC 8216, 4.3.2.4). The
 * segment's number is the IV.
 */
export function encryptSegment(parts: Buffer[], key: Buffer, number: number): Buffer {
  const iv = u32(0, 0, 0, number)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  const encrypted = parts.map((part) => cipher.update(part))
  const whole = Buffer.concat([...encrypted, cipher.final()])
  encrypted.forEach(freeBuffer)
  return whole
}

const NONE = Buffer.alloc(0)

// Version 1, with a pattern; a per-sample IV of size 0 selects the constant one that follows.
function tenc(track: Track, { kid, iv }: TrackKey): Buffer {
  const rule = Buffer.from([0, PATTERN[track.kind], 1, 0])
  return Buffer.concat([u32(0x01000000), rule, bytesOfUuid(kid), Buffer.from([iv.length]), iv])
}

function psshHead(kid: string): Buffer {
  const system = Buffer.from(COMMON_SYSTEM, 'hex')
  return Buffer.concat([u32(0x01000000), system, u32(1), bytesOfUuid(kid), u32(0)])
}

/**
 * Returns the encrypted ranges of a picture: of every slice (NAL types 1 to 5) the bytes after its
 * head. Refuses `media_broken` if a NAL unit is longer than the picture.
 */
function subsamples(mdat: Buffer, sample: Sample, lengthSize: number): Subsample[] {
  const map: Subsample[] = []
  const end = sample.at + sample.size
  let clear = 0
  for (let at = sample.at; at < end;) {
    const size = at + lengthSize > end ? Infinity : lengthSize + mdat.readUIntBE(at, lengthSize)
    if (at + size > end) broken('a NAL unit runs over its sample')
    const type = mdat[at + lengthSize]! & 31
    const slice = type >= 1 && type <= 5 && map.length < SLICES_MAX
    const encrypted = slice && size >= SLICE_HEAD + BLOCK ? size - SLICE_HEAD : 0
    clear += size - encrypted
    for (; clear > CLEAR_MAX; clear -= CLEAR_MAX) map.push({ clear: CLEAR_MAX, encrypted: 0 })
    if (encrypted > 0) {
      map.push({ clear, encrypted })
      clear = 0
    }
    at += size
  }
  if (clear > 0) map.push({ clear, encrypted: 0 })
  return map
}

function encryptSlices(mdat: Buffer, start: number, map: Subsample[], key: TrackKey): void {
  let at = start
  for (const { clear, encrypted } of map) {
    at += clear
    encryptPattern(mdat.subarray(at, at + encrypted), key)
    at += encrypted
  }
}

/**
 * Encrypts one block of ten as one chain: gathers them, encrypts them at once, and puts them back.
 */
function encryptPattern(bytes: Buffer, key: TrackKey): void {
  const whole = Math.floor(bytes.length / BLOCK)
  const gathered = Buffer.allocUnsafe(Math.ceil(whole / 10) * BLOCK)
  for (let at = 0, from = 0; at < gathered.length; at += BLOCK, from += PATTERN_BYTES)
    bytes.copy(gathered, at, from, from + BLOCK)
  const encrypted = cbc(gathered, key)
  for (let at = 0, to = 0; at < encrypted.length; at += BLOCK, to += PATTERN_BYTES)
    encrypted.copy(bytes, to, at, at + BLOCK)
}

/** Encrypts all whole blocks in place. The remaining bytes at the end stay clear. */
function encryptBlocks(bytes: Buffer, key: TrackKey): void {
  cbc(bytes.subarray(0, bytes.length - (bytes.length % BLOCK)), key).copy(bytes)
}

function cbc(blocks: Buffer, { key, iv }: TrackKey): Buffer {
  return createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(blocks)
}

/** Adds the maps to the moof, and shifts the offsets behind it (ISO/IEC 23001-7, 7.2). */
function withMaps(bytes: Buffer, maps: Subsample[][]): Buffer {
  const [moof] = parseBoxes(bytes)
  const traf = requireBox(moof!.children!, 'traf')
  const entries = maps.map(mapEntry)
  const sizes = Buffer.from(entries.map(({ length }) => length))
  const senc = { type: 'senc', head: Buffer.concat([u32(2, maps.length), ...entries]) }
  const saiz = {
    type: 'saiz',
    head: Buffer.concat([u32(0), Buffer.from([0]), u32(maps.length), sizes]),
  }
  const saio = { type: 'saio', head: u32(0, 1, bytes.length + 16) }
  shiftRuns(traf.children!, boxSize(senc) + boxSize(saiz) + boxSize(saio))
  // Offsets count from moof. The traf is its last box, so the entries begin after senc's 16 bytes.
  if (moof!.children!.at(-1) !== traf) throw new Error('traf is not the last box of moof')
  traf.children!.push(senc, saiz, saio)
  return writeBox(moof!)
}

function mapEntry(map: Subsample[]): Buffer {
  const entry = Buffer.alloc(2 + 6 * map.length)
  if (entry.length > 255) throw new Error('too many slices in a picture')
  entry.writeUInt16BE(map.length, 0)
  map.forEach(({ clear, encrypted }, i) => {
    entry.writeUInt16BE(clear, 2 + 6 * i)
    entry.writeUInt32BE(encrypted, 4 + 6 * i)
  })
  return entry
}

import { equal } from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { findBox, parseBoxes, writeBox } from '../src/media/packaging/boxes.ts'
import { type Track, readFragment } from '../src/media/packaging/fragments.ts'

// Decrypts by the standard's own tables (senc, ISO/IEC 23001-7), independently of the packager.

/** Returns the samples of a segment in order, decrypted if a key is given. */
export function samplesOf(segment: Buffer, track: Track, key?: Buffer, iv?: Buffer): Buffer[] {
  const boxes = parseBoxes(segment)
  return boxes.flatMap((box, i) => {
    if (box.type !== 'moof') return []
    const fragment = { moof: writeBox(box), mdat: writeBox(boxes[i + 1]!) }
    const { samples } = readFragment(fragment, track)
    const senc = findBox(box.children!, 'traf', 'senc')?.head
    let at = 8
    return samples.map(({ at: from, size }) => {
      const bytes = Buffer.from(fragment.mdat.subarray(from, from + size))
      if (!key || !iv) return bytes
      const map = senc ? readMap(senc, at) : [{ clear: 0, hidden: size }]
      at += 2 + 6 * map.length
      reveal(bytes, map, track.kind === 'video' ? 10 : 1, key, iv)
      return bytes
    })
  })
}

function readMap(senc: Buffer, at: number) {
  return Array.from({ length: senc.readUInt16BE(at) }, (_, i) => ({
    clear: senc.readUInt16BE(at + 2 + 6 * i),
    hidden: senc.readUInt32BE(at + 4 + 6 * i),
  }))
}

function reveal(
  bytes: Buffer,
  map: { clear: number; hidden: number }[],
  every: number,
  key: Buffer,
  iv: Buffer,
) {
  let at = 0
  for (const { clear, hidden } of map) {
    at += clear
    const cipher = createDecipheriv('aes-128-cbc', key, iv).setAutoPadding(false)
    for (let block = 0; block + 16 <= hidden; block += 16 * every)
      cipher.update(bytes.subarray(at + block, at + block + 16)).copy(bytes, at + block)
    at += hidden
  }
  equal(at, bytes.length, 'the map covers the sample')
}

/** Returns the IV that HLS derives from the sequence number when the playlist gives none. */
export function sequenceIv(number: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(number, 12)
  return iv
}

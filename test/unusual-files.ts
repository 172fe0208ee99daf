import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ffmpeg, H264, PICTURE, TONE, tempFolder } from './ffmpeg.ts'

const RATE = 48_000

/** Builds a WAV file of 16 bits that holds some samples and may state another number of them. */
export function wavFile(samples: number, stated = samples): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + 2 * stated, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // PCM
  head.writeUInt16LE(1, 22) // channel
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(2 * RATE, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(2 * stated, 40)
  return Buffer.concat([head, Buffer.alloc(2 * samples, 0x11)])
}

const BLOCK = 4_096 // samples in a frame of FLAC
const BITS_32 = 7 // in a frame's header: RFC 9639, 9.1.4

/** Builds a FLAC file of 32 bits a sample, which Debian's ffmpeg does not write (RFC 9639). */
export function wideFlacFile(seconds: number): Buffer {
  const count = Math.round(seconds * RATE)
  const info = Buffer.alloc(34)
  info.writeUInt16BE(BLOCK, 0)
  info.writeUInt16BE(BLOCK, 2)
  info.writeBigUInt64BE((BigInt(RATE) << 44n) | (31n << 36n) | BigInt(count), 10)
  const frames = Array.from({ length: Math.ceil(count / BLOCK) }, (_, i) =>
    wideFrame(i, Math.min(BLOCK, count - i * BLOCK)),
  )
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...frames])
}

/** Builds a frame of one channel whose samples stand as they are. */
function wideFrame(number: number, samples: number): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0x7a, BITS_32 << 1, number, 0, 0])
  head.writeUInt16BE(samples - 1, 5)
  const body = Buffer.alloc(4 * samples)
  for (let i = 0; i < samples; i++)
    body.writeInt32BE(Math.round(2 ** 30 * Math.sin((i + number * BLOCK) / 20)), 4 * i)
  const frame = Buffer.concat([head, Buffer.from([crc(head, 0x07, 8), 0x02]), body])
  const check = Buffer.alloc(2)
  check.writeUInt16BE(crc(frame, 0x8005, 16))
  return Buffer.concat([frame, check])
}

function crc(bytes: Buffer, polynomial: number, bits: number): number {
  const top = 1 << (bits - 1)
  const mask = 2 ** bits - 1
  return bytes.reduce((sum, byte) => {
    let value = sum ^ (byte << (bits - 8))
    for (let i = 0; i < 8; i++) value = ((value & top ? polynomial : 0) ^ (value << 1)) & mask
    return value
  }, 0)
}

/** Builds the head of a HEIC picture, by which its type is known. */
export const heicFile = () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')

let made: Promise<Buffer> | undefined
/** Returns a film of four seconds, 64 × 36, with its index before its content, made once. */
export const tinyFilm = () => (made ??= makeTinyFilm())

async function makeTinyFilm() {
  const folder = await tempFolder()
  const streams = `${PICTURE('64x36', 4, 25)} ${TONE(4)}`
  await ffmpeg(folder, `${streams} ${H264} -g 25 -c:a aac -movflags faststart tiny.mp4`)
  return readFile(join(folder, 'tiny.mp4'))
}

/** Returns the first part of a file, as an interrupted copy leaves it. */
export const cutTo = (bytes: Buffer, share: number) =>
  bytes.subarray(0, Math.floor(bytes.length * share))

const X264_SLICE = Buffer.from([0x41, 0x9a]) // begins a picture that refers to another

/** Returns a film of x264 one of whose pictures states more bytes than it has. */
export function withLongUnit(film: Buffer): Buffer {
  const torn = Buffer.from(film)
  const unit = torn.indexOf(X264_SLICE, torn.indexOf('mdat'))
  torn.writeUInt32BE(0x00ffffff, unit - 4)
  return torn
}

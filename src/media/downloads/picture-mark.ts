import { crc32 } from 'node:zlib'
import type { Format } from './formats.ts'

const JPEG_COMMENT = 0xfe
const SEGMENT_MAX = 0xffff - 2
const GIF_HEAD = 13 // signature, version and logical screen descriptor
const BLOCK_MAX = 255
const XMP_FLAG = 0x04
const ALPHA_FLAG = 0x10

/**
 * Adds a comment to a picture that common tools show, and leaves its pixels as they are. Returns the bytes
 * unchanged if their structure is not the expected one.
 */
export function markPicture(bytes: Buffer, kind: Format['mark'], comment: string): Buffer {
  if (kind === 'jpeg') return markJpeg(bytes, comment)
  if (kind === 'png') return markPng(bytes, comment)
  if (kind === 'gif') return markGif(bytes, comment)
  return kind === 'webp' ? markWebp(bytes, comment) : bytes
}

/** Inserts a COM segment after the start of the image (ITU-T T.81, B.2.4.5). */
function markJpeg(bytes: Buffer, comment: string): Buffer {
  if (bytes.readUInt16BE(0) !== 0xffd8) return bytes
  const text = Buffer.from(comment).subarray(0, SEGMENT_MAX)
  const head = Buffer.of(0xff, JPEG_COMMENT, (text.length + 2) >> 8, (text.length + 2) & 0xff)
  const at = bytes[2] === 0xff && bytes[3] === 0xe0 ? 4 + bytes.readUInt16BE(4) : 2 // JFIF comes first
  return Buffer.concat([bytes.subarray(0, at), head, text, bytes.subarray(at)])
}

/** Inserts an international text chunk after the header (PNG, 11.3.3.4). */
function markPng(bytes: Buffer, comment: string): Buffer {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return bytes
  const end = 8 + 12 + bytes.readUInt32BE(8)
  const body = Buffer.from(`iTXtComment\0\0\0\0\0${comment}`)
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([bytes.subarray(0, end), chunk, bytes.subarray(end)])
}

/** Inserts a comment extension after the global colour table (GIF 89a, 24). */
function markGif(bytes: Buffer, comment: string): Buffer {
  if (bytes.toString('latin1', 0, 6) !== 'GIF89a') return bytes
  const flags = bytes[10]!
  const at = GIF_HEAD + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const text = Buffer.from(comment)
  const blocks: Buffer[] = []
  for (let from = 0; from < text.length; from += BLOCK_MAX) {
    const part = text.subarray(from, from + BLOCK_MAX)
    blocks.push(Buffer.of(part.length), part)
  }
  const extension = Buffer.concat([Buffer.of(0x21, 0xfe), ...blocks, Buffer.of(0)])
  return Buffer.concat([bytes.subarray(0, at), extension, bytes.subarray(at)])
}

/** Appends an XMP chunk, in an extended file (WebP container specification). */
function markWebp(bytes: Buffer, comment: string): Buffer {
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return bytes
  const first = bytes.toString('latin1', 12, 16)
  if (first === 'VP8X' && bytes[20]! & XMP_FLAG) return bytes // has XMP of its own
  const chunks = bytes.subarray(12, 8 + bytes.readUInt32LE(4))
  const extended = first === 'VP8X' ? Buffer.from(chunks) : withHeader(chunks, first)
  if (!extended) return bytes
  extended[8]! |= XMP_FLAG
  const xmp = riffChunk('XMP ', Buffer.from(xmpOf(comment)))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(4 + extended.length + xmp.length)
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), extended, xmp])
}

/** Puts an extended header before the only chunk of a simple file. */
function withHeader(chunks: Buffer, first: string): Buffer | undefined {
  const size =
    first === 'VP8L' ? losslessSize(chunks) : first === 'VP8 ' ? lossySize(chunks) : undefined
  if (!size) return undefined
  const head = Buffer.alloc(10)
  if (size.hasAlpha) head[0] = ALPHA_FLAG
  head.writeUIntLE(size.width - 1, 4, 3)
  head.writeUIntLE(size.height - 1, 7, 3)
  return Buffer.concat([riffChunk('VP8X', head), chunks])
}

const lossySize = (chunk: Buffer) => ({
  width: chunk.readUInt16LE(14) & 0x3fff,
  height: chunk.readUInt16LE(16) & 0x3fff,
  hasAlpha: false,
})

function losslessSize(chunk: Buffer) {
  const packed = chunk.readUInt32LE(9)
  return {
    width: (packed & 0x3fff) + 1,
    height: ((packed >> 14) & 0x3fff) + 1,
    hasAlpha: Boolean((packed >> 28) & 1),
  }
}

function riffChunk(type: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(type), size, body, Buffer.alloc(body.length % 2)])
}

const xmpOf = (comment: string) =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(comment)}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

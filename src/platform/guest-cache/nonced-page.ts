import { constants, crc32, deflateRawSync } from 'node:zlib'

// A gzip member (RFC 1952) with no name and no time, written on Unix.
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
const LAST_BLOCK = Buffer.from([3, 0]) // an empty last block of deflate (RFC 1951)

/** A page cut at each place of its nonce, so that it can be sent with another one each time. */
export interface NoncedPage {
  pieces: Buffer[]
  /** The pieces as blocks of deflate, made when first needed. None refers to another one. */
  deflated?: Buffer[]
}

/** Cuts a page at its nonce. The nonce must be random, or a text of the page could contain it. */
export const cutAtNonce = (html: Buffer, nonce: string): NoncedPage => ({
  pieces: html
    .toString()
    .split(nonce)
    .map((piece) => Buffer.from(piece)),
})

/** Returns the page with a nonce. */
export const withNonce = ({ pieces }: NoncedPage, nonce: string): Buffer<ArrayBuffer> =>
  Buffer.concat(between(pieces, Buffer.from(nonce)))

/**
 * Returns the page with a nonce as gzip. The pieces are compressed once; only the nonce and the
 * checksum are written each time, as compressing a whole page takes longer than sending it.
 */
export function gzipWithNonce(page: NoncedPage, nonce: string): Buffer<ArrayBuffer> {
  page.deflated ??= page.pieces.map((piece) =>
    deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }),
  )
  const text = Buffer.from(nonce)
  const plain = between(page.pieces, text)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(plain.reduce((sum, piece) => crc32(piece, sum), 0))
  end.writeUInt32LE(
    plain.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  return Buffer.concat([GZIP_HEAD, ...between(page.deflated, storedBlock(text)), LAST_BLOCK, end])
}

/** Returns the memory that a page takes, with its blocks, in bytes. */
export const bytesOf = ({ pieces }: NoncedPage): number =>
  1.5 * pieces.reduce((sum, { length }) => sum + length, 0)

/** Returns a block of deflate that holds the bytes as they are. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([head, bytes])
}

const between = (pieces: Buffer[], text: Buffer): Buffer[] =>
  pieces.flatMap((piece, i) => (i === 0 ? [piece] : [text, piece]))

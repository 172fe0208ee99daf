import { createHash, createHmac, randomBytes } from 'node:crypto'

export type TrackKind = 'video' | 'audio'
/** Sixteen random bytes for each kind of track. */
export type ContentKeys = Record<TrackKind, Buffer>

/** Generates the keys of an asset. The caller must store them sealed. */
export function newContentKeys(): ContentKeys {
  return { video: randomBytes(16), audio: randomBytes(16) }
}

/**
 * Returns the key ids in an asset's files, as UUIDs. The video's is the asset's kid. The audio's is
 * a UUID of version 8 (RFC 9562, 5.8), made of SHA-256 over "renban audio" and the kid's bytes.
 */
export function keyIds(kid: string): Record<TrackKind, string> {
  const bytes = digest('renban audio', kid)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return { video: kid.toLowerCase(), audio: uuidOf(bytes) }
}

/**
 * Returns the constant IV of a key id. Every file contains it, so deriving it from public data is
 * safe.
 */
export function constantIv(keyId: string): Buffer {
  return digest('renban iv', keyId)
}

/** Derives the key of the set of whole segments, so that no key serves two ciphers. */
export function segmentKey(contentKey: Buffer): Buffer {
  return createHmac('sha256', contentKey).update('renban hls aes-128').digest().subarray(0, 16)
}

export function bytesOfUuid(uuid: string): Buffer {
  const hex = uuid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new Error('not a UUID')
  return Buffer.from(hex, 'hex')
}

export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function digest(purpose: string, uuid: string): Buffer {
  return createHash('sha256').update(purpose).update(bytesOfUuid(uuid)).digest().subarray(0, 16)
}

import { type Signer, signBytes } from './signer.ts'

const MAJOR = { number: 0, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const
const NULL = Buffer.of(0xf6)
const SIGN1 = 18 // the tag of COSE_Sign1
const ALGORITHM = 1
const ES256 = 6 // the argument of the negative number -7
const CERTIFICATES = 33 // x5chain

/**
 * Signs a claim of C2PA as COSE_Sign1 (RFC 9052, 4.2) with a detached payload. The certificate is in the
 * protected header (RFC 9360).
 */
export function signClaim(
  { key, certificate }: Signer,
  claim: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const algorithm = [head(MAJOR.number, ALGORITHM), head(1, ES256)]
  const chain = [head(MAJOR.number, CERTIFICATES), head(MAJOR.list, 1), bytes(certificate)]
  const header = Buffer.concat([head(MAJOR.map, 2), ...algorithm, ...chain])
  const toBeSigned = Buffer.concat([
    head(MAJOR.list, 4),
    text('Signature1'),
    bytes(header),
    bytes(new Uint8Array()),
    bytes(claim),
  ])
  const signature = signBytes(key, toBeSigned)
  const parts = [head(MAJOR.list, 4), bytes(header), head(MAJOR.map, 0), NULL, bytes(signature)]
  return new Uint8Array(Buffer.concat([head(MAJOR.tag, SIGN1), ...parts]))
}

/** Writes the head of a data item of CBOR (RFC 8949, 3). */
function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.of(type | value)
  if (value < 0x100) return Buffer.of(type | 24, value)
  if (value < 0x10000) return Buffer.of(type | 25, value >> 8, value & 0xff)
  const long = Buffer.alloc(5)
  long[0] = type | 26
  long.writeUInt32BE(value, 1)
  return long
}

const bytes = (value: Uint8Array) => Buffer.concat([head(MAJOR.bytes, value.length), value])
const text = (value: string) =>
  Buffer.concat([head(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)])

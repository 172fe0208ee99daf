export type Rlp = Uint8Array | readonly Rlp[]

const SHORT_MAX = 55 // the length of a longer body is encoded separately
const STRING = 0x80
const LIST = 0xc0

/**
 * Encodes bytes and nested lists by RLP (recursive length prefix): Ethereum Yellow Paper, appendix
 * B.
 */
export function encodeRlp(item: Rlp): Uint8Array {
  if (!(item instanceof Uint8Array)) return prefixed(LIST, Buffer.concat(item.map(encodeRlp)))
  const isSingleByte = item.length === 1 && item[0]! < STRING
  return isSingleByte ? item : prefixed(STRING, item)
}

function prefixed(kind: number, body: Uint8Array): Uint8Array {
  if (body.length <= SHORT_MAX) return Buffer.concat([[kind + body.length], body].map(bytes))
  const length = bigEndian(body.length)
  return Buffer.concat([[kind + SHORT_MAX + length.length], length, body].map(bytes))
}

/** Encodes a positive integer in the fewest bytes. */
function bigEndian(n: number): number[] {
  return n < 256 ? [n] : [...bigEndian(Math.floor(n / 256)), n % 256]
}

const bytes = (from: Uint8Array | number[]) => Uint8Array.from(from)

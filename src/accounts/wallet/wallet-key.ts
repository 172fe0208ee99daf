import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

// The names of algorithms are those of Flow's access nodes.
const CURVE = { ECDSA_P256: 'P-256', ECDSA_secp256k1: 'secp256k1' } as const
const HASH = { SHA2_256: 'sha256', SHA3_256: 'sha3-256' } as const
export type SignAlgo = keyof typeof CURVE
export type HashAlgo = keyof typeof HASH

/**
 * A key of a Flow account. `public_key` is X and Y, 64 bytes in hex, without SEC 1's leading 04.
 */
export interface WalletKey {
  index: number
  public_key: string
  sign_algo: SignAlgo
  hash_algo: HashAlgo
  /** The share of the 1000 needed to sign. */
  weight: number
  revoked: boolean
}

const HEX_64_BYTES = /^[0-9a-f]{128}$/i

/** Creates a key pair. `secret` is the private key as PKCS #8 DER, to be sealed at once. */
export function newWalletKey(algo: SignAlgo): { public_key: string; secret: Buffer } {
  const pair = generateKeyPairSync('ec', { namedCurve: CURVE[algo] })
  const { x, y } = pair.publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  return { public_key: point.toString('hex'), secret }
}

/** Signs the hash of a tagged message as Flow does; returns r and s, 64 bytes in hex. */
export function signAs(secret: Buffer, hash: HashAlgo, tagged: Uint8Array): string {
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  return sign(HASH[hash], tagged, { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
}

/**
 * Reports whether a signature is by this key. Low and high values of s are accepted, as on Flow. A
 * public key off its curve is refused.
 */
export function isSignedBy(key: WalletKey, signature: string, tagged: Uint8Array): boolean {
  if (!HEX_64_BYTES.test(signature) || !HEX_64_BYTES.test(key.public_key)) return false
  const point = Buffer.from(key.public_key, 'hex')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: CURVE[key.sign_algo], x: coordinate(0), y: coordinate(32) }
  try {
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    return verify(HASH[key.hash_algo], tagged, how, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

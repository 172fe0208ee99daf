import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { beginPasskey, createPasskeyChallenge } from '#src/accounts/account/passkey.shared.ts'

type Begun = ReplyOf<typeof beginPasskey>
type Asked = ReplyOf<typeof createPasskeyChallenge>

/** What an authenticator or a browser might do wrongly. */
interface Lies {
  origin?: string
  rpId?: string
  /** False if the device did not recognise its person. */
  verified?: boolean
  counter?: number
  type?: string
  userHandle?: string
  attestation?: 'none' | 'packed'
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40
const ES256 = -7

/**
 * Opens an authenticator in software, together with its browser: it makes keys on P-256 and signs
 * challenges with them, in the bytes of WebAuthn Level 3 (CBOR, COSE, authenticator data).
 */
export function openAuthenticator(origin: string, { counts = true } = {}) {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle: string | undefined
  const flagsOf = ({ verified = true }: Lies) => PRESENT | (verified ? VERIFIED : 0)
  const next = (lies: Lies) => (counter = lies.counter ?? (counts ? counter + 1 : 0))
  const client = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
  return {
    id: id.toString('base64url'),
    /** Makes the passkey, as `navigator.credentials.create` does. */
    make({ challenge, rp, user }: Begun, lies: Lies = {}) {
      userHandle = user.id
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([
        authenticatorData(lies.rpId ?? rp.id, flagsOf(lies) | HAS_KEY, next(lies)),
        Buffer.alloc(16),
        length,
        id,
        cborOf(coseKey(publicKey)),
      ])
      const client_data = client('webauthn.create', challenge, lies)
      const statement =
        lies.attestation === 'packed'
          ? new Map<string, unknown>([
              ['alg', ES256],
              ['sig', signature(privateKey, data, client_data)],
              ['x5c', [randomBytes(64)]],
            ])
          : new Map<string, unknown>()
      const attestation = cborOf(
        new Map<string, unknown>([
          ['fmt', lies.attestation ?? 'none'],
          ['attStmt', statement],
          ['authData', data],
        ]),
      )
      return {
        client_data: client_data.toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Signs a challenge, as `navigator.credentials.get` does. */
    prove({ challenge, rp_id }: Asked, lies: Lies = {}) {
      const data = authenticatorData(lies.rpId ?? rp_id, flagsOf(lies), next(lies))
      const client_data = client('webauthn.get', challenge, lies)
      return {
        id: id.toString('base64url'),
        client_data: client_data.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: signature(privateKey, data, client_data).toString('base64url'),
        user_handle: lies.userHandle ?? userHandle,
      }
    },
  }
}
export type Authenticator = ReturnType<typeof openAuthenticator>

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(37)
  createHash('sha256').update(rpId).digest().copy(head)
  head.writeUInt8(flags, 32)
  head.writeUInt32BE(counter, 33)
  return head
}

function signature(key: KeyObject, data: Buffer, client_data: Buffer): Buffer {
  const hash = createHash('sha256').update(client_data).digest()
  return sign('sha256', Buffer.concat([data, hash]), key)
}

/** Returns a public key as COSE_Key (RFC 9053, elliptic curve with two coordinates). */
function coseKey(publicKey: KeyObject) {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, ES256],
    [-1, 1],
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ])
}

/** Encodes integers, texts, bytes, lists and maps as CBOR (RFC 8949). */
function cborOf(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([headOf(3, text.length), text])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([headOf(4, value.length), ...value.map(cborOf)])
  if (value instanceof Map)
    return Buffer.concat([headOf(5, value.size), ...[...value].flat(1).map(cborOf)])
  throw new Error(`no CBOR for ${typeof value}`)
}

function headOf(major: number, size: number): Buffer {
  const kind = major << 5
  if (size < 24) return Buffer.from([kind | size])
  if (size < 256) return Buffer.from([kind | 24, size])
  return Buffer.from([kind | 25, size >> 8, size & 0xff])
}

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { Ctx } from '#core/context.ts'
import { LOG_PATH } from './log.shared.ts'

const ED25519 = Buffer.of(1) // the type of key and signature in c2sp.org/signed-note
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex') // RFC 8410, before the key
const KEY_BYTES = 32
const ID_BYTES = 4

/** Signs the checkpoints of the log. */
export interface LogKey {
  /** The name of the log: its address without scheme (c2sp.org/tlog-tiles). */
  origin: string
  /** The public key, as `name+hash+key` of c2sp.org/signed-note. */
  verifierKey: string
  /** Returns the text as a signed note. */
  sign: (text: string) => string
}

type KeyConfig = Pick<Ctx['config'], 'logKey' | 'secret' | 'publicUrl'>

/** Returns the key of LOG_KEY; without one, a key derived from SECRET. */
export function logKey({ logKey: given, secret, publicUrl }: KeyConfig): LogKey {
  const bytes = given ? Buffer.from(given, 'base64') : derived(secret)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes]), format: 'der', type: 'pkcs8' })
  const origin = new URL(publicUrl).host + LOG_PATH
  const publicKey = Buffer.concat([ED25519, publicBytes(key)])
  const named = createHash('sha256').update(`${origin}\n`).update(publicKey).digest()
  const id = named.subarray(0, ID_BYTES)
  return {
    origin,
    verifierKey: `${origin}+${id.toString('hex')}+${publicKey.toString('base64')}`,
    sign: (text) => {
      const signature = Buffer.concat([id, sign(undefined, Buffer.from(text), key)])
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`
    },
  }
}

/** Writes the text of a checkpoint (c2sp.org/tlog-checkpoint). */
export const checkpointText = (origin: string, size: number, root: Buffer) =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

const derived = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'provenance log', KEY_BYTES))

const publicBytes = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)

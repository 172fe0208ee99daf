import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Wraps data keys: here with a ring of our own keys, elsewhere with a cloud's key service, which
 * takes `context` as its encryption context.
 */
export interface KeyWrapper {
  /** The id of the key that wraps now. */
  current: string
  wrap(dataKey: Buffer, context: string): Promise<Buffer>
  unwrap(keyId: string, wrapped: Buffer, context: string): Promise<Buffer>
}
/** A secret as it may lie in the database: `wrapped` holds the data key that opens `sealed`. */
export interface Sealed {
  kek_id: string
  wrapped: Buffer
  sealed: Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const RING_KEY = /^([\w.-]+):([A-Za-z0-9+/]{43}=)$/

/**
 * A ring of keys written `k2:<32 bytes in base64>,k1:…`: the first wraps, all of them unwrap, so
 * a new key is put in front and the old one taken out when everything has been rewrapped.
 * Throws where the text is anything else.
 */
export function keyRing(text: string): KeyWrapper {
  const ring = new Map<string, Buffer>()
  for (const part of text.split(',')) {
    const [, id, key] = RING_KEY.exec(part.trim()) ?? []
    if (!id || !key || ring.has(id)) throw new Error('KEY_RING: write id:<32 bytes in base64>, …')
    ring.set(id, Buffer.from(key, 'base64'))
  }
  const [current] = ring.keys() as Iterable<string> as [string]
  const keyOf = (id: string) => {
    const key = ring.get(id)
    if (!key) throw new Error(`The key ring has no key ${id}`)
    return key
  }
  return {
    current,
    wrap: async (dataKey, context) =>
      encrypt(keyOf(current), dataKey, `wrap|${current}|${context}`),
    unwrap: async (id, wrapped, context) => decrypt(keyOf(id), wrapped, `wrap|${id}|${context}`),
  }
}

/** What a wallet key is sealed to: moved to another row, it does not open. */
export function custodyContext(key: { address: string; index: number; sign_algo: string }) {
  return `custody/v1|${key.address}|${key.index}|${key.sign_algo}`
}

/** Seals a secret under a data key of its own. Only the same context opens it again. */
export async function seal(by: KeyWrapper, secret: Buffer, context: string): Promise<Sealed> {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const sealed = encrypt(dataKey, secret, context)
    return { kek_id: by.current, wrapped: await by.wrap(dataKey, context), sealed }
  } finally {
    dataKey.fill(0)
  }
}

/** Opens a sealed secret; throws where key, context or a single bit is another. Wipe it after use. */
export async function open(by: KeyWrapper, sealed: Sealed, context: string): Promise<Buffer> {
  const dataKey = await by.unwrap(sealed.kek_id, sealed.wrapped, context)
  try {
    return decrypt(dataKey, sealed.sealed, context)
  } finally {
    dataKey.fill(0)
  }
}

/** The same secret, its data key wrapped by the ring's present key; the secret stays sealed. */
export async function rewrap(by: KeyWrapper, sealed: Sealed, context: string): Promise<Sealed> {
  if (sealed.kek_id === by.current) return sealed
  const dataKey = await by.unwrap(sealed.kek_id, sealed.wrapped, context)
  try {
    return { ...sealed, kek_id: by.current, wrapped: await by.wrap(dataKey, context) }
  } finally {
    dataKey.fill(0)
  }
}

/** The vector, the text and the tag, one after the other (NIST SP 800-38D, random 96-bit vector). */
function encrypt(key: Buffer, text: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('Too short to be sealed')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

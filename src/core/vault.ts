import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Wraps data keys with a ring of our own keys. A cloud's key service can replace the ring;
 * `context` is then its encryption context.
 */
export interface KeyWrapper {
  /** The id of the key that wraps new data keys. */
  current: string
  wrap(dataKey: Buffer, context: string): Promise<Buffer>
  unwrap(keyId: string, wrapped: Buffer, context: string): Promise<Buffer>
}
/** A sealed secret as stored in the database; `wrapped` holds the data key that opens `sealed`. */
export interface Sealed {
  kek_id: string
  wrapped: Buffer
  sealed: Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const BATCH_ROWS = 100
const RING_KEY = /^([\w.-]+):([A-Za-z0-9+/]{43}=)$/

/** Returns true if `keyRing` can parse a text. */
export function isKeyRing(text: string): boolean {
  try {
    keyRing(text)
    return true
  } catch {
    return false
  }
}

/**
 * Parses a key ring written `k2:<32 bytes in base64>,k1:…`. The first key wraps and all of them
 * unwrap. To rotate, put a new key in front, rewrap everything, and remove the old key. Throws if
 * malformed.
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

/** Seals a secret with a data key of its own. Only the same context opens it. */
export async function seal(by: KeyWrapper, secret: Buffer, context: string): Promise<Sealed> {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const sealed = encrypt(dataKey, secret, context)
    return { kek_id: by.current, wrapped: await by.wrap(dataKey, context), sealed }
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens a sealed secret; throws if the key, the context or any bit differs. Wipe the secret after
 * use.
 */
export async function open(by: KeyWrapper, sealed: Sealed, context: string): Promise<Buffer> {
  const dataKey = await by.unwrap(sealed.kek_id, sealed.wrapped, context)
  try {
    return decrypt(dataKey, sealed.sealed, context)
  } finally {
    dataKey.fill(0)
  }
}

/** Rewraps a secret's data key with the ring's current key. The secret stays sealed. */
export async function rewrap(by: KeyWrapper, sealed: Sealed, context: string): Promise<Sealed> {
  if (sealed.kek_id === by.current) return sealed
  const dataKey = await by.unwrap(sealed.kek_id, sealed.wrapped, context)
  try {
    return { ...sealed, kek_id: by.current, wrapped: await by.wrap(dataKey, context) }
  } finally {
    dataKey.fill(0)
  }
}

/** The sealed rows of a table. */
interface SealedRows<Row extends Sealed> {
  /** Returns at most `limit` rows whose data keys another key of the ring than `current` wraps. */
  read: (current: string, limit: number) => Promise<Row[]>
  /** Returns the context that a row is sealed with. */
  contextOf: (row: Row) => string
  /** Stores the renewed data key of a row. */
  write: (row: Row, renewed: Pick<Sealed, 'kek_id' | 'wrapped'>) => Promise<unknown>
}

/**
 * Wraps the data keys of a table's rows with the ring's first key, and returns the number of rows.
 * Secrets stay sealed. An interrupted run can be repeated. Remove an older key from KEY_RING only
 * after every table.
 */
export async function rewrapAll<Row extends Sealed>(
  ring: string,
  { read, contextOf, write }: SealedRows<Row>,
): Promise<number> {
  const wrapper = keyRing(ring)
  for (let renewed = 0; ;) {
    const rows = await read(wrapper.current, BATCH_ROWS)
    if (rows.length === 0) return renewed
    for (const row of rows) {
      const { kek_id, wrapped } = await rewrap(wrapper, row, contextOf(row))
      await write(row, { kek_id, wrapped })
      renewed++
    }
  }
}

/**
 * Encrypts with AES-256-GCM and a random 96-bit IV (NIST SP 800-38D); returns IV, ciphertext and
 * tag.
 */
function encrypt(key: Buffer, text: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('Too short for a sealed secret')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

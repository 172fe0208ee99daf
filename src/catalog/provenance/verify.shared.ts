/** Holds what a browser needs to check that a record is in the provenance log; hashes are in base64. */
export interface InclusionProof {
  /** The hash of the record's leaf. */
  hash: string
  /** The place of the record in the log, counted from 0. */
  index: number
  /** The hashes that lead to the root, from the record's sibling on (RFC 6962, section 2.1.1). */
  proof: string[]
  /** A signed note (c2sp.org/signed-note) with the size and the root of the log. */
  checkpoint: string
  /** The key of the log, as `name+hash+key`. */
  verifier_key: string
}
/** Holds what a checkpoint says about the log. */
export interface SignedTree {
  origin: string
  /** The number of records. */
  size: number
  root: Uint8Array<ArrayBuffer>
}
/**
 * The outcome of checks. `unsigned`: all is right but the signature, which this browser cannot check.
 * `unable`: it cannot check anything, because the page was not loaded over https.
 */
export type Verdict = 'verified' | 'unsigned' | 'unable' | 'refused'

type Bytes = Uint8Array<ArrayBuffer>

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const ED25519 = 1 // the type of key and signature in c2sp.org/signed-note
const KEY_BYTES = 32
const ID_BYTES = 4
const SIGNATURE_BYTES = 64

/** Decodes base64. Throws if it is malformed. */
export const bytesOf = (base64: string): Bytes =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

async function sha256(...parts: Bytes[]): Promise<Bytes> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined))
}

/** Tells if two arrays have the same bytes. */
export const areEqual = (a: Bytes, b: Bytes) =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/** Hashes a leaf (RFC 6962, section 2.1). */
export const hashOfLeaf = (leaf: Bytes) => sha256(LEAF, leaf)

/** Checks an inclusion proof against its checkpoint. */
export async function verifyInclusion(given: InclusionProof): Promise<Verdict> {
  if (!hasCryptography()) return 'unable'
  try {
    const { tree, isSigned } = await openCheckpoint(given.checkpoint, given.verifier_key)
    const root = await rootFrom(bytesOf(given.hash), given, tree.size)
    if (!root || !areEqual(root, tree.root) || isSigned === false) return 'refused'
    return isSigned ? 'verified' : 'unsigned'
  } catch {
    return 'refused' // malformed
  }
}

/**
 * Computes the root to which a proof leads in a tree of `size` entries (RFC 9162, section 2.1.3.2).
 * Returns undefined if the proof is too long or too short.
 */
async function rootFrom(hash: Bytes, { index, proof }: InclusionProof, size: number) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  let place = index
  let last = size - 1
  let root = hash
  for (const base64 of proof) {
    if (last === 0) return undefined
    const sibling = bytesOf(base64)
    if (place % 2 === 1 || place === last) {
      root = await sha256(NODE, sibling, root)
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)]
    } else root = await sha256(NODE, root, sibling)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 ? root : undefined
}

/** Browsers offer their cryptography to pages loaded over https only. */
const hasCryptography = () => 'subtle' in crypto

const half = (number: number) => Math.floor(number / 2)

/**
 * Reads a checkpoint and checks its signature. `isSigned` is undefined if this browser cannot check
 * Ed25519. Throws if checkpoint or key is malformed.
 */
export async function openCheckpoint(note: string, verifierKey: string) {
  const { text, name, isSigned } = await openNote(note, verifierKey)
  const tree = treeIn(text)
  return { tree, isSigned: tree.origin === name ? isSigned : false }
}

/** Splits a signed note (c2sp.org/signed-note) and checks the signature of the key. */
export async function openNote(note: string, verifierKey: string) {
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  const key = await openKey(verifierKey)
  const signature = signatureIn(note.slice(end + 1), key)
  const isSigned = signature
    ? await isSignedBy(key.publicKey, signature, new TextEncoder().encode(text))
    : false
  return { text, name: key.name, isSigned }
}

/** Reads the text of a checkpoint (c2sp.org/tlog-checkpoint). Throws if it is malformed. */
function treeIn(text: string): SignedTree {
  const [, origin, size, root] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? []
  if (!origin || !size || !root) throw new Error('the checkpoint is malformed')
  return { origin, size: Number(size), root: bytesOf(root) }
}

async function openKey(verifierKey: string) {
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? []
  if (!name || !id || !base64) throw new Error('the verifier key is malformed')
  const key = bytesOf(base64)
  const named = await sha256(new TextEncoder().encode(`${name}\n`), key)
  const isNamed = hexOf(named.subarray(0, ID_BYTES)) === id
  if (key[0] !== ED25519 || key.length !== 1 + KEY_BYTES || !isNamed)
    throw new Error('the verifier key is not of its name')
  return { name, id, publicKey: key.slice(1) }
}

/** Writes bytes in hexadecimal. */
export const hexOf = (bytes: Bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Finds the signature of a key among the lines below a note. */
function signatureIn(lines: string, { name, id }: { name: string; id: string }): Bytes | undefined {
  for (const line of lines.split('\n')) {
    const [, by, base64] = /^— (\S+) (\S+)$/.exec(line) ?? []
    if (by !== name || !base64) continue
    const bytes = bytesOf(base64)
    if (hexOf(bytes.subarray(0, ID_BYTES)) === id && bytes.length === ID_BYTES + SIGNATURE_BYTES)
      return bytes.slice(ID_BYTES)
  }
  return undefined
}

/** Checks an Ed25519 signature. Returns undefined in browsers that cannot, which are those before 2025. */
async function isSignedBy(publicKey: Bytes, signature: Bytes, text: Bytes) {
  const key = await crypto.subtle
    .importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    .catch(() => undefined)
  return key && (await crypto.subtle.verify('Ed25519', key, signature, text))
}

/** A copy, as its leaves name it. */
export interface LeavesOf {
  asset_token_id: string
  kid: string
  number: number
}

/**
 * Checks the leaves of a copy, in base64, the first one first: each tells of the copy and contains the
 * hash of the one before. Returns their hashes, or undefined if a leaf does not fit.
 */
export async function verifyLeaves(leaves: readonly string[], copy: LeavesOf) {
  const hashes: Bytes[] = [new Uint8Array(32)]
  try {
    for (const base64 of leaves) {
      const bytes = bytesOf(base64)
      const leaf = JSON.parse(new TextDecoder().decode(bytes)) as LeavesOf & {
        n: number
        previous: string
      }
      const isNext = leaf.n === hashes.length && areEqual(bytesOf(leaf.previous), hashes.at(-1)!)
      if (!isNext || !isOf(leaf, copy)) return undefined
      hashes.push(await hashOfLeaf(bytes))
    }
  } catch {
    return undefined // malformed
  }
  return hashes.slice(1)
}

const isOf = (leaf: LeavesOf, copy: LeavesOf) =>
  leaf.asset_token_id === copy.asset_token_id &&
  leaf.kid === copy.kid &&
  leaf.number === copy.number

import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A record as stored: the exact bytes of its leaf, and the hash of the leaf. */
export interface StoredRecord {
  leaf: Buffer
  hash: Buffer
}
interface Copy {
  asset_token_id: string
  kid: string
  number: number
  /** Names where the copy is: the address of its owner, or of the linked wallet they moved it to. */
  address: string
}

const leafOfRecord = z.object({
  kind: z.string(),
  asset_token_id: z.string(),
  kid: z.string(),
  number: z.int(),
  n: z.int(),
  to: z.string().nullable(),
  previous: z.base64(),
})
export type Leaf = z.output<typeof leafOfRecord>

const START = Buffer.alloc(32)
/** The kinds that leave the owner as it is. */
const RIGHTS: readonly string[] = [
  'rental',
  'loan',
  'download',
  'download_deleted',
  'download_unused',
  'screening',
]

/** The kinds that leave the owner as it is, but not the address. */
const MOVES: readonly string[] = ['to_wallet', 'from_wallet']

/** Tells if a record made somebody the owner of its copy. */
export const isTransfer = (leaf: Pick<Leaf, 'kind'>) =>
  changesAddress(leaf) && !MOVES.includes(leaf.kind)

const changesAddress = ({ kind }: Pick<Leaf, 'kind'>) => !RIGHTS.includes(kind)

/**
 * Returns the leaves of a copy's records, first one first. Returns undefined if a leaf does not match
 * its hash, does not follow the leaf before it, tells of another copy, or if the last one that changed
 * the address led elsewhere.
 */
export function readChain(records: readonly StoredRecord[], copy: Copy): Leaf[] | undefined {
  const leaves: Leaf[] = []
  let previous: Buffer = START
  for (const { leaf: bytes, hash } of records) {
    const leaf = leafOf(bytes)
    if (!leaf || !hash.equals(hashOf(bytes))) return undefined
    if (leaf.n !== leaves.length + 1 || leaf.previous !== previous.toString('base64'))
      return undefined
    if (!isOf(leaf, copy)) return undefined
    leaves.push(leaf)
    previous = hash
  }
  return leaves.findLast(changesAddress)?.to === copy.address ? leaves : undefined
}

/** Hashes a leaf as RFC 6962, section 2.1: SHA-256 over 0x00 and the leaf. */
const hashOf = (leaf: Buffer) => createHash('sha256').update(Buffer.of(0)).update(leaf).digest()

function leafOf(bytes: Buffer): Leaf | undefined {
  try {
    return leafOfRecord.safeParse(JSON.parse(bytes.toString())).data
  } catch {
    return undefined // not JSON
  }
}

const isOf = (leaf: Leaf, copy: Copy) =>
  leaf.asset_token_id === copy.asset_token_id &&
  leaf.kid === copy.kid &&
  leaf.number === copy.number

import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_PATH } from './log.shared.ts'
import { HASH_BYTES, hashesIn, rootOver, TILE_WIDTH } from './tree.ts'
import { openCheckpoint } from './verify.shared.ts'

const TOO_MANY = 429 // HTTP
const DIGITS = 3 // of each part of a tile's number

/**
 * Reads the log of a site and checks it: the signature, the root over all hashes of records and, given
 * an earlier checkpoint, that the log begins with what was signed then. Throws if something differs.
 */
export async function auditLog(site: string, known: { key?: string; earlier?: string } = {}) {
  const base = new URL(LOG_PATH, site).href
  const checkpoint = (await read(`${base}/checkpoint`)).toString()
  const key = known.key ?? (await read(`${base}/key`)).toString().trim()
  const { origin, size, root } = await signedTree(checkpoint, key)
  const earlier = known.earlier ? await signedTree(known.earlier, key) : undefined
  if (earlier && earlier.size > size)
    throw new Error(`the log has ${size} entries, but had ${earlier.size}`)
  const roots = await rootsOf(base, earlier?.size ?? 0, size)
  if (!roots[1].equals(root)) throw new Error('the root does not follow from the hashes of records')
  if (earlier && !roots[0].equals(earlier.root))
    throw new Error(`the first ${earlier.size} entries are not those that were signed`)
  return { origin, size, key, checkpoint, ...(earlier && { earlier: earlier.size }) }
}

async function signedTree(note: string, key: string) {
  const { tree, isSigned } = await openCheckpoint(note, key)
  if (!isSigned) throw new Error(`the signature of the checkpoint of ${tree.size} entries is wrong`)
  return tree
}

/** Returns the roots of the trees of two sizes, the smaller one first, from the tiles of level 0. */
async function rootsOf(base: string, less: number, size: number): Promise<[Buffer, Buffer]> {
  const subtrees: Buffer[] = [] // the roots of full tiles
  let first = rootOver([])
  for (let from = 0; from < size; from += TILE_WIDTH) {
    const width = Math.min(TILE_WIDTH, size - from)
    const hashes = hashesIn(await readTile(base, from / TILE_WIDTH, width))
    if (from < less && less <= from + width)
      first = rootOver([...subtrees, rootOver(hashes.slice(0, less - from))])
    subtrees.push(rootOver(hashes))
  }
  return [first, rootOver(subtrees)]
}

async function readTile(base: string, number: number, width: number): Promise<Buffer> {
  const partial = width < TILE_WIDTH ? `.p/${width}` : ''
  const bytes = await read(`${base}/tile/0/${pathOf(number)}${partial}`)
  if (bytes.length !== width * HASH_BYTES) throw new Error(`tile 0/${number} lacks hashes`)
  return bytes
}

/** Writes the number of a tile as c2sp.org/tlog-tiles does: `x001/x234/067` for 1234067. */
function pathOf(number: number): string {
  const digits = String(number)
  const padded = digits.padStart(Math.ceil(digits.length / DIGITS) * DIGITS, '0')
  const groups = padded.match(/\d{3}/g)!
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

/** Fetches bytes. Waits when the server asks for it; throws for every other refusal. */
async function read(address: string): Promise<Buffer> {
  const response = await fetch(address)
  if (response.status === TOO_MANY) {
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1))
    return read(address)
  }
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

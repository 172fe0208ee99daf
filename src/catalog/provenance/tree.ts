import { createHash } from 'node:crypto'

/** Hashes of one level of the tree, from the entry `number` * 256 on: 32 bytes each, up to 256 of them. */
export interface Tile {
  level: number
  number: number
  hashes: Buffer
}
/** Returns the hashes of a tile; undefined if there is none. */
export type ReadTile = (level: number, number: number) => Buffer | undefined

export const HASH_BYTES = 32
/** The hashes in a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8 // levels of the tree in a tile
const TILE_BYTES = TILE_WIDTH * HASH_BYTES
const NODE = Buffer.of(1)

/** The root of a tree without entries (RFC 6962, section 2.1). */
export const EMPTY_ROOT = createHash('sha256').digest()

const hashOfNode = (left: Buffer, right: Buffer) =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** Returns the root over hashes of subtrees of one height, of which the last may be incomplete. */
export function rootOver(hashes: readonly Buffer[]): Buffer {
  let row = hashes
  while (row.length > 1) {
    const above: Buffer[] = []
    for (let i = 0; i < row.length; i += 2)
      above.push(i + 1 < row.length ? hashOfNode(row[i]!, row[i + 1]!) : row[i]!)
    row = above
  }
  return row[0] ?? EMPTY_ROOT
}

/** Splits the bytes of a tile into its hashes. */
export const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, i) =>
    bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )

/**
 * Returns the tiles that change when `hashes` of entries are appended to a tree of `size` entries.
 * `read` returns the partial tiles of that tree.
 */
export function appended(read: ReadTile, size: number, hashes: readonly Buffer[]): Tile[] {
  const tiles: Tile[] = []
  let row = hashes
  let start = size
  for (let level = 0; row.length > 0; level++) {
    const first = Math.floor(start / TILE_WIDTH)
    const held = start % TILE_WIDTH
    const before = held > 0 ? tileOf(read, level, first, held) : Buffer.alloc(0)
    const bytes = Buffer.concat([before, ...row])
    const full: Buffer[] = []
    for (let at = 0; at < bytes.length; at += TILE_BYTES) {
      const tile = bytes.subarray(at, at + TILE_BYTES)
      tiles.push({ level, number: first + at / TILE_BYTES, hashes: tile })
      if (tile.length === TILE_BYTES) full.push(rootOver(hashesIn(tile)))
    }
    row = full
    start = first
  }
  return tiles
}

/** Returns the root of the tree of the first `size` entries. */
export const rootOf = (read: ReadTile, size: number): Buffer =>
  size === 0 ? EMPTY_ROOT : hashOfRange(read, 0, size)

/**
 * Returns the hashes that lead from an entry to the root of the tree of the first `size` entries (RFC
 * 6962, section 2.1.1). They begin with the entry's sibling.
 */
export function inclusionProof(read: ReadTile, index: number, size: number): Buffer[] {
  const proof: Buffer[] = []
  let from = 0
  let length = size
  while (length > 1) {
    const left = leftOf(length)
    const isLeft = index < from + left
    proof.unshift(
      isLeft ? hashOfRange(read, from + left, length - left) : hashOfRange(read, from, left),
    )
    if (!isLeft) from += left
    length = isLeft ? left : length - left
  }
  return proof
}

/** Names the partial tiles of a tree, one for each level at most. */
export function partialTiles(size: number): Omit<Tile, 'hashes'>[] {
  return levelsOf(size).flatMap((entries, level) =>
    entries % TILE_WIDTH > 0 ? [{ level, number: Math.floor(entries / TILE_WIDTH) }] : [],
  )
}

/** Names the tiles that hold the inclusion proof of an entry. */
export function proofTiles(index: number, size: number): Omit<Tile, 'hashes'>[] {
  const above = levelsOf(size).flatMap((entries, level) => {
    const place = Math.floor(index / TILE_WIDTH ** level)
    return place < entries ? [{ level, number: Math.floor(place / TILE_WIDTH) }] : []
  })
  return [...above, ...partialTiles(size)]
}

/** Counts the complete subtrees of each tile level. */
function levelsOf(size: number): number[] {
  const entries: number[] = []
  for (let count = size; count > 0; count = Math.floor(count / TILE_WIDTH)) entries.push(count)
  return entries
}

/** Returns the largest power of two below `length`, of which the left part of a tree consists. */
const leftOf = (length: number) => 2 ** (Math.ceil(Math.log2(length)) - 1)

/** Hashes the entries from `from` on, whose number is complete or at the end of the tree. */
function hashOfRange(read: ReadTile, from: number, length: number): Buffer {
  const height = Math.log2(length)
  if (Number.isInteger(height)) return hashOfSubtree(read, height, from / length)
  const left = leftOf(length)
  return hashOfNode(hashOfRange(read, from, left), hashOfRange(read, from + left, length - left))
}

/** Hashes the complete subtree at `place` among those of its height. */
function hashOfSubtree(read: ReadTile, height: number, place: number): Buffer {
  const level = Math.floor(height / TILE_HEIGHT)
  const width = 2 ** (height % TILE_HEIGHT)
  const first = place * width
  const offset = first % TILE_WIDTH
  const tile = tileOf(read, level, Math.floor(first / TILE_WIDTH), offset + width)
  return rootOver(hashesIn(tile.subarray(offset * HASH_BYTES)))
}

/** Reads the first `width` hashes of a tile. Throws if they are not there. */
function tileOf(read: ReadTile, level: number, number: number, width: number): Buffer {
  const tile = read(level, number)
  if (!tile || tile.length < width * HASH_BYTES) throw new Error(`log tile ${level}/${number} lacks hashes`) // oxfmt-ignore
  return tile.subarray(0, width * HASH_BYTES)
}

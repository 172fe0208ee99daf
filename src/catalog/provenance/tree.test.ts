import { deepEqual, equal } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  appended,
  hashesIn,
  inclusionProof,
  partialTiles,
  proofTiles,
  type ReadTile,
  rootOf,
  rootOver,
} from './tree.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
/** The leaves, roots and paths of the tests of github.com/google/certificate-transparency. */
const LEAVES = [
  '', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f',
].map((leaf) => sha256(Buffer.of(0), hex(leaf))) // oxfmt-ignore
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PATHS: [index: number, size: number, path: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]

const inHex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))

/** A tree in memory, to which hashes are appended as the job appends them. */
function memory() {
  const tiles = new Map<string, Buffer>()
  let size = 0
  const read: ReadTile = (level, number) => tiles.get(`${level}/${number}`)
  const named = (names: { level: number; number: number }[]): ReadTile => {
    const allowed = new Set(names.map(({ level, number }) => `${level}/${number}`))
    return (level, number) => (allowed.has(`${level}/${number}`) ? read(level, number) : undefined)
  }
  const add = (hashes: readonly Buffer[]) => {
    for (const { level, number, hashes: bytes } of appended(
      named(partialTiles(size)),
      size,
      hashes,
    ))
      tiles.set(`${level}/${number}`, bytes)
    size += hashes.length
  }
  return { tiles, add, read, named }
}

/** The path of RFC 6962, section 2.1.1, by its definition. */
function pathByDefinition(index: number, hashes: readonly Buffer[]): Buffer[] {
  if (hashes.length <= 1) return []
  let left = 1
  while (left * 2 < hashes.length) left *= 2
  const [before, after] = [hashes.slice(0, left), hashes.slice(left)]
  return index < left
    ? [...pathByDefinition(index, before), rootByDefinition(after)]
    : [...pathByDefinition(index - left, after), rootByDefinition(before)]
}

/** The root of RFC 6962, section 2.1, by its definition. */
function rootByDefinition(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256()
  if (hashes.length === 1) return hashes[0]!
  let left = 1
  while (left * 2 < hashes.length) left *= 2
  const halves = [hashes.slice(0, left), hashes.slice(left)].map(rootByDefinition)
  return sha256(Buffer.of(1), ...halves)
}

test('OP-12 roots and inclusion proofs are those of the published test vectors', () => {
  for (const [size, root] of ROOTS.entries()) {
    const { add, read } = memory()
    add(LEAVES.slice(0, size))
    equal(rootOf(read, size).toString('hex'), root)
    equal(rootOver(LEAVES.slice(0, size)).toString('hex'), root)
  }
  const { add, read } = memory()
  add(LEAVES)
  for (const [index, size, path] of PATHS)
    deepEqual(inHex(inclusionProof(read, index, size)), path, `${index} of ${size}`)
})

const many = Array.from({ length: 70_000 }, (_, i) => sha256(Buffer.from(`record ${i}`)))

test('OP-12 a tree that grows over the edges of tiles is the one that its hashes define', () => {
  const { tiles, add, read, named } = memory()
  const sizes = [1, 2, 255, 256, 257, 511, 512, 513, 1_000, 65_536, 65_537, 70_000]
  let before = 0
  for (const size of sizes) {
    add(many.slice(before, size))
    before = size
    const hashes = many.slice(0, size)
    const root = rootByDefinition(hashes)
    equal(rootOf(named(partialTiles(size)), size).toString('hex'), root.toString('hex'), `${size}`)
    for (const index of new Set([size - 1, Math.floor(size / 256) * 128]))
      if (index < size)
        deepEqual(
          inHex(inclusionProof(named(proofTiles(index, size)), index, size)),
          inHex(pathByDefinition(index, hashes)),
          `${index} of ${size}`,
        )
  }
  // The example of c2sp.org/tlog-tiles.
  const widths = (level: number) =>
    [...tiles].flatMap(([name, bytes]) =>
      name.startsWith(`${level}/`) ? hashesIn(bytes).length : [],
    )
  deepEqual(
    [0, 1, 2].map((level) => [widths(level).length, widths(level).at(-1)]),
    [
      [274, 112],
      [2, 17],
      [1, 1],
    ],
  )
  equal(rootOf(read, 513).toString('hex'), rootByDefinition(many.slice(0, 513)).toString('hex'))
})

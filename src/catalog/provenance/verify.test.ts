import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { checkpointText, logKey } from './log-key.ts'
import { appended, inclusionProof, type ReadTile, rootOf } from './tree.ts'
import { type InclusionProof, openNote, verifyInclusion, verifyLeaves } from './verify.shared.ts'

/** The example of the package golang.org/x/mod/sumdb/note. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const GO_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
const KEY = logKey({
  logKey: undefined,
  secret: 'a secret of a test, long enough for one',
  publicUrl: 'https://renban.example',
})

/** A proof that the record at `index` is in a log of `size` records. */
function proofOf(index: number, size: number): InclusionProof {
  const hashes = Array.from({ length: size }, () => randomBytes(32))
  const tiles = new Map(
    appended(() => undefined, 0, hashes).map((tile) => [`${tile.level}/${tile.number}`, tile]),
  )
  const read: ReadTile = (level, number) => tiles.get(`${level}/${number}`)?.hashes
  return {
    hash: hashes[index]!.toString('base64'),
    index,
    proof: inclusionProof(read, index, size).map((hash) => hash.toString('base64')),
    checkpoint: KEY.sign(checkpointText(KEY.origin, size, rootOf(read, size))),
    verifier_key: KEY.verifierKey,
  }
}

/** Changes one byte of a text in base64. */
function bent(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[bytes.length - 1]! ^= 1
  return bytes.toString('base64')
}

test('OP-12 a browser recognises the note of another program, and its own key', async () => {
  const { isSigned, name } = await openNote(GO_NOTE, GO_KEY)
  deepEqual([isSigned, name], [true, 'PeterNeumann'])
  equal((await openNote(GO_NOTE.replace('your problem is', 'it is'), GO_KEY)).isSigned, false)
  equal((await openNote(GO_NOTE, KEY.verifierKey)).isSigned, false)
  equal(KEY.origin, 'renban.example/api/2.0/log')
})

test('OP-12 a browser confirms every record of logs of any size', async () => {
  for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 600])
    for (const index of new Set([0, size - 1, Math.floor(size / 2)]))
      equal(await verifyInclusion(proofOf(index, size)), 'verified', `${index} of ${size}`)
})

test('OP-12 a browser refuses a changed byte in hash, proof, checkpoint or key', async () => {
  const right = proofOf(5, 300)
  const other = proofOf(5, 300)
  const faults: Record<string, Partial<InclusionProof>> = {
    'another hash': { hash: bent(right.hash) },
    'another place': { index: 4 },
    'a place beyond the log': { index: 300 },
    'a negative place': { index: -1 },
    'a changed proof': { proof: right.proof.with(3, bent(right.proof[3]!)) },
    'a short proof': { proof: right.proof.slice(1) },
    'a long proof': { proof: [...right.proof, right.proof[0]!] },
    'no proof': { proof: [] },
    'the checkpoint of another log': { checkpoint: other.checkpoint },
    'another size': { checkpoint: right.checkpoint.replace('\n300\n', '\n301\n') },
    'another origin': { checkpoint: right.checkpoint.replace('renban.example', 'renban.test') },
    'no signature': { checkpoint: right.checkpoint.slice(0, right.checkpoint.indexOf('—')) },
    'another signature': {
      checkpoint: right.checkpoint.replace(
        /(— \S+ )(\S+)/,
        (_, by: string, it: string) => by + bent(it),
      ),
    },
    'no checkpoint': { checkpoint: '' },
    'another key': { verifier_key: GO_KEY },
    'no key': { verifier_key: '' },
    'text for a hash': { hash: 'not base64!' },
  }
  equal(await verifyInclusion(right), 'verified')
  for (const [name, fault] of Object.entries(faults))
    equal(await verifyInclusion({ ...right, ...fault }), 'refused', name)
})

test('OP-12 a browser without Ed25519 says so, and one without https checks nothing', async (t) => {
  const right = proofOf(1, 3)
  const refuse = () => Promise.reject(new DOMException('no such algorithm', 'NotSupportedError'))
  const importKey = t.mock.method(crypto.subtle, 'importKey', refuse)
  equal(await verifyInclusion(right), 'unsigned')
  equal(await verifyInclusion({ ...right, hash: bent(right.hash) }), 'refused')
  importKey.mock.restore()
  const whole = globalThis.crypto
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  t.after(() => Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true }))
  equal(await verifyInclusion(right), 'unable')
})

test('OP-12 a browser follows the leaves of a copy, and refuses a changed byte', async () => {
  const copy = { asset_token_id: 'copy', kid: 'title', number: 7 }
  const leaves: string[] = []
  let previous = Buffer.alloc(32)
  for (const n of [1, 2, 3]) {
    const leaf = Buffer.from(
      JSON.stringify({ ...copy, n, kind: 'sale', previous: previous.toString('base64') }),
    )
    leaves.push(leaf.toString('base64'))
    previous = createHash('sha256').update(Buffer.of(0)).update(leaf).digest()
  }
  const hashes = await verifyLeaves(leaves, copy)
  equal(Buffer.from(hashes!.at(-1)!).toString('hex'), previous.toString('hex'))
  const changed = Buffer.from(leaves[0]!, 'base64').toString().replace('sale', 'gift')
  for (const faulty of [
    leaves.slice(1),
    leaves.toReversed(),
    leaves.with(0, Buffer.from(changed).toString('base64')),
    leaves.with(2, Buffer.from('{').toString('base64')),
  ])
    equal(await verifyLeaves(faulty, copy), undefined)
  for (const other of [{ number: 8 }, { kid: 'another' }, { asset_token_id: 'another' }])
    equal(await verifyLeaves(leaves, { ...copy, ...other }), undefined)
  ok(hashes)
})

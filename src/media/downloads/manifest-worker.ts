import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm'
import { signClaim } from './cose.ts'
import type { ManifestWork } from './manifest.ts'
import { signerOf } from './signer.ts'

// Runs in a thread of its own, which ends after one file: the library hashes the file without a pause,
// and keeps the signed file in its memory.

/** A range of a file, as the library reads it. */
interface FileRange {
  size: number
  slice: (from?: number, to?: number) => FileRange
  read: () => ArrayBuffer
}

const fileRange = (file: number, start: number, size: number): FileRange => ({
  size,
  slice: (from = 0, to = size) => fileRange(file, start + from, Math.min(to, size) - from),
  read() {
    const bytes = new Uint8Array(size)
    if (readSync(file, bytes, 0, size, start) < size) throw new Error('the file became shorter')
    return bytes.buffer
  },
})

/** Stands in for the reader of blobs that browsers have in workers. */
function FileReaderSync() {
  return { readAsArrayBuffer: (range: FileRange) => range.read() }
}
Object.assign(globalThis, { FileReaderSync })

const SETTINGS = JSON.stringify({
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  builder: { thumbnail: { enabled: false } },
})

async function run({ path, to, format, definition, pair, library }: ManifestWork) {
  initSync({ module: library })
  const signer = signerOf(pair)
  const definer = {
    sign: async (claim: Uint8Array) => signClaim(signer, claim),
    // The exact length, so that no byte of the file is outside the signature.
    reserveSize: signClaim(signer, new Uint8Array()).length,
    alg: 'es256',
  }
  const file = openSync(path, 'r')
  try {
    const source = fileRange(file, 0, fstatSync(file).size) as unknown as Blob // all that it needs
    const builder = WasmBuilder.fromJson(JSON.stringify(definition), SETTINGS)
    builder.setIntent('edit') // of the creator's file, which becomes an ingredient
    writeFileSync(to, await builder.sign(definer, [], format, source))
  } finally {
    closeSync(file)
  }
}

await run(workerData as ManifestWork)
parentPort!.postMessage('done')

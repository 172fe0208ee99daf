/// <reference lib="webworker" />
import { createMD5 } from 'hash-wasm'
import type { HashAsked, HashSaid } from './hash-file.tsx'

// Runs in a worker of the browser: gigabytes are read and hashed without the page standing still.

const PIECE_BYTES = 4 * 1_048_576
const SAY_EVERY_MS = 100

addEventListener('message', ({ data }: MessageEvent<HashAsked>) => {
  hash(data).catch(() => say({ kind: 'unreadable' }))
})

/** The MD5 of a file and, where it is longer than one part, of each of its parts, in one reading. */
async function hash({ file, chunkBytes }: HashAsked) {
  const whole = await createMD5()
  const part = await createMD5()
  const parts: string[] = []
  let saidAt = 0
  const isCut = file.size > chunkBytes
  whole.init()
  for (let start = 0; start < file.size; start += chunkBytes) {
    const end = Math.min(file.size, start + chunkBytes)
    part.init()
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = file.slice(at, Math.min(end, at + PIECE_BYTES))
      const bytes = new Uint8Array(await piece.arrayBuffer())
      whole.update(bytes)
      if (isCut) part.update(bytes)
      if (Date.now() - saidAt < SAY_EVERY_MS) continue
      saidAt = Date.now()
      say({ kind: 'progress', bytes: at + bytes.length })
    }
    if (isCut) parts.push(base64(part.digest('binary')))
  }
  say({ kind: 'done', hash: { md5: base64(whole.digest('binary')), parts } })
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const say = (said: HashSaid) => postMessage(said)

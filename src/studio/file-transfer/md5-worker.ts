/// <reference lib="webworker" />
import type { HashAsked, HashSaid } from './hash-file.tsx'
import { hashOf } from './hash.shared.ts'

// Runs in a worker of the browser: gigabytes are read and hashed without the page standing still.

const SAY_EVERY_MS = 100

let saidAt = 0

addEventListener('message', ({ data: { file, chunkBytes } }: MessageEvent<HashAsked>) => {
  hashOf(file, chunkBytes, tell).then(
    (hash) => say({ kind: 'done', hash }),
    () => say({ kind: 'unreadable' }),
  )
})

function tell(bytes: number) {
  if (Date.now() - saidAt < SAY_EVERY_MS) return
  saidAt = Date.now()
  say({ kind: 'progress', bytes })
}

const say = (said: HashSaid) => postMessage(said)

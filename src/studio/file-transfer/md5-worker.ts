/// <reference lib="webworker" />
import type { HashRequest, HashMessage } from './hash-file.tsx'
import { hashOf } from './hash.shared.ts'

// Runs in a Web Worker, so that hashing gigabytes does not block the page.

const REPORT_EVERY_MS = 100

let reportedAt = 0

addEventListener('message', ({ data: { file, partBytes } }: MessageEvent<HashRequest>) => {
  hashOf(file, partBytes, reportProgress).then(
    (hash) => post({ kind: 'done', hash }),
    () => post({ kind: 'unreadable' }),
  )
})

function reportProgress(bytes: number) {
  if (Date.now() - reportedAt < REPORT_EVERY_MS) return
  reportedAt = Date.now()
  post({ kind: 'progress', bytes })
}

const post = (message: HashMessage) => postMessage(message)

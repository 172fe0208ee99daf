import { send, unanswered } from '#core/http/ask.ts'
import { errors } from '#core/error-catalogue.ts'
import { isRefusal } from '#core/errors.ts'
import { CHUNK_TIMEOUT_MS, completeUpload, signChunk } from '#src/media/upload/upload.shared.ts'
import { putFile, UnreadableError } from './put-file.tsx'
import { inTurn } from './tab-lock.tsx'
import {
  type Transport,
  classifyStorageError,
  StorageError,
  type ErrorKind,
} from './transfer-file.shared.ts'

const SIGN_TIMEOUT_MS = 30_000
/** Longest wait while offline, in milliseconds: browsers sometimes report offline by mistake. */
const OFFLINE_RETRY_MS = 30_000

/** Sends requests and file bytes from a browser. */
export const browserTransport: Transport = {
  sign: (upload_id, { number, start, end, md5 }, signal) => {
    const part = { chunk_number: number, chunk_size: end - start, md5 }
    return send(signChunk, { upload_id, ...part }, limit(SIGN_TIMEOUT_MS, signal))
  },
  put: (signed, bytes, observer) =>
    putFile(signed, bytes, { ...observer, timeoutMs: CHUNK_TIMEOUT_MS }),
  complete: (upload_id, signal) =>
    send(completeUpload, { upload_id }, limit(CHUNK_TIMEOUT_MS, signal)),
  inTurn,
  classifyError,
  pause: (milliseconds, signal) => waitFor(signal, (done) => void setTimeout(done, milliseconds)),
  online: (signal) =>
    waitFor(signal, (done) => {
      setTimeout(done, OFFLINE_RETRY_MS)
      window.addEventListener('online', done, { once: true })
    }),
}

const limit = (milliseconds: number, signal: AbortSignal) => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
  hasOwnLimit: true,
})

/** Waits until `start` calls its `done`. Throws the signal's reason when the signal aborts. */
async function waitFor(signal: AbortSignal, start: (done: () => void) => void) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop)
  start(stop)
  await promise
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
}

function classifyError(error: unknown): ErrorKind {
  if (error instanceof UnreadableError) return 'final'
  if (error instanceof StorageError) return classifyStorageError(error)
  if (!isRefusal(error)) return 'retry'
  if (unanswered.includes(error.code) && !navigator.onLine) return 'offline'
  const { status } = errors[error.code]
  return status < 500 && status !== 429 ? 'final' : 'retry'
}

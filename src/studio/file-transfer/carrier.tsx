import { send } from '#core/http/ask.ts'
import { errors, isRefusal } from '#core/errors.ts'
import { CHUNK_TIMEOUT_MS, completeUpload, signChunk } from '#src/media/upload/upload.shared.ts'
import { putFile, UnreadableError } from './put-file.tsx'
import { type Carrier, judgeAnswer, StorageError, type Verdict } from './send-file.shared.ts'

const SIGN_TIMEOUT_MS = 30_000
/** Browsers are not always right about there being no line, so it is tried now and then. */
const OFFLINE_MS = 30_000

/** How a browser gets a file's calls and bytes out. */
export const browserCarrier: Carrier = {
  sign: (upload_id, { number, start, end, md5 }, signal) => {
    const part = { chunk_number: number, chunk_size: end - start, md5 }
    return send(signChunk, { upload_id, ...part }, { signal: within(SIGN_TIMEOUT_MS, signal) })
  },
  put: (signed, bytes, watch) => putFile(signed, bytes, { ...watch, timeoutMs: CHUNK_TIMEOUT_MS }),
  complete: (upload_id, signal) =>
    send(completeUpload, { upload_id }, { signal: within(CHUNK_TIMEOUT_MS, signal) }),
  judge,
  pause: (milliseconds, signal) => settled(signal, (done) => void setTimeout(done, milliseconds)),
  online: (signal) =>
    settled(signal, (done) => {
      setTimeout(done, OFFLINE_MS)
      window.addEventListener('online', done, { once: true })
    }),
}

const within = (milliseconds: number, signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])

/** Waits until `begin` says so, or throws when it is told to stop. */
async function settled(signal: AbortSignal, begin: (done: () => void) => void) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop)
  begin(stop)
  await promise
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
}

function judge(error: unknown): Verdict {
  if (error instanceof UnreadableError) return 'final'
  if (error instanceof StorageError) return judgeAnswer(error)
  if (!isRefusal(error)) return 'again'
  const isUnheard = error.code === 'unavailable' || error.code === 'timeout'
  if (isUnheard && !navigator.onLine) return 'offline'
  const { status } = errors[error.code]
  return status < 500 && status !== 429 ? 'final' : 'again'
}

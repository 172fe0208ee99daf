import { send } from '#core/ask.ts'
import { errors, isRefusal } from '#core/errors.ts'
import {
  CHUNK_BYTES,
  CHUNK_TIMEOUT_MS,
  CHUNK_TRIES,
  CHUNKS_AT_ONCE,
  completeUpload,
  signChunk,
} from '#src/upload/upload.shape.ts'
import { type Chunk, missingChunks, pauseBefore } from './chunks.shape.ts'
import type { FileHash } from './hash-file.tsx'
import { putFile, type Signed, StorageError } from './put-file.tsx'

export interface FileToSend {
  upload_id: string
  file: File
  hash: FileHash
  /** The address for the whole file; null where it goes up in parts or is asked for first. */
  signed: Signed | null
  /** Parts that are there already. */
  there: readonly { number: number; size: number }[]
}

export interface Watch {
  /** How many bytes of the file are up. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** A part that failed so often that we stopped trying. */
export class PartError extends Error {
  override name = 'PartError'
  part: number
  constructor(part: number, cause: unknown) {
    super(`Part ${part} failed`, { cause })
    this.part = part
  }
}

/**
 * Brings one file up, whole or in parts, a few parts at a time, and says that it is all there.
 * Whatever fails is tried again, with pauses; a part's address is signed anew for each try.
 */
export async function sendFile(job: FileToSend, watch: Watch): Promise<void> {
  if (job.file.size > CHUNK_BYTES) await sendParts(job, watch)
  else await sendWhole(job, watch)
  await again(1, watch.signal, () => send(completeUpload, { upload_id: job.upload_id }))
}

async function sendWhole(job: FileToSend, watch: Watch) {
  const { upload_id, file, hash } = job
  const ask = { upload_id, chunk_number: 1, chunk_size: file.size, md5: hash.md5 }
  let { signed } = job
  await again(1, watch.signal, async () => {
    signed ??= await send(signChunk, ask, { signal: watch.signal })
    await putFile(signed, file, { ...watch, timeoutMs: CHUNK_TIMEOUT_MS }).catch((error) => {
      if (isTooOld(error)) signed = null
      throw error
    })
  })
}

async function sendParts(job: FileToSend, { onProgress, signal }: Watch) {
  const { file, there } = job
  const missing = missingChunks(file.size, there)
  const under = new Map<number, number>() // bytes of the parts that are under way or done
  const before = file.size - missing.reduce((sum, { start, end }) => sum + end - start, 0)
  const tell = (number: number, bytes: number) => {
    under.set(number, bytes)
    onProgress([...under.values()].reduce((sum, one) => sum + one, before))
  }
  const queue = [...missing]
  async function work() {
    for (let chunk = queue.shift(); chunk; chunk = queue.shift()) {
      const { number } = chunk
      await sendPart(job, chunk, { signal, onProgress: (bytes) => tell(number, bytes) })
    }
  }
  await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, work))
}

function sendPart({ upload_id, file, hash }: FileToSend, chunk: Chunk, watch: Watch) {
  const { number, start, end } = chunk
  const md5 = hash.parts[number - 1]
  const ask = { upload_id, chunk_number: number, chunk_size: end - start, md5 }
  return again(number, watch.signal, async () => {
    const signed = await send(signChunk, ask, { signal: watch.signal })
    await putFile(signed, file.slice(start, end), { ...watch, timeoutMs: CHUNK_TIMEOUT_MS })
  })
}

/** Tries until it works, is told to stop, or has failed too often. */
async function again(part: number, signal: AbortSignal, attempt: () => Promise<unknown>) {
  for (let tries = 1; ; tries++) {
    try {
      await attempt()
      return
    } catch (error) {
      signal.throwIfAborted()
      if (tries === CHUNK_TRIES || isFinal(error)) throw new PartError(part, error)
    }
    await pause(pauseBefore(tries), signal)
  }
}

/** Signed addresses live for a quarter of an hour. */
const isTooOld = (error: unknown) => error instanceof StorageError && error.status === 403

/** Trying again would not help: the upload is closed, or the file is not what it was. */
function isFinal(error: unknown): boolean {
  if (error instanceof StorageError) return error.status === 400
  if (!isRefusal(error)) return false
  const { status } = errors[error.code]
  return status < 500 && status !== 429
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

import { CHUNK_BYTES, CHUNK_TRIES, CHUNKS_AT_ONCE } from '#src/media/upload/upload.shared.ts'
import { type Chunk, chunksOf, missingChunks, pauseBefore } from './chunks.shared.ts'
import type { FileHash } from './hash.shared.ts'

/** A signed address, and the headers that the signature promises. */
export interface Signed {
  url: string
  headers: Record<string, string>
}

/** A part that is up whole; its size is in bytes. */
export interface PartThere {
  number: number
  size: number
}

export interface FileToSend {
  upload_id: string
  file: Blob
  hash: FileHash
  /** The address for the whole file; null where it goes up in parts or is asked for first. */
  signed: Signed | null
  /** Parts that are there already. */
  there: readonly PartThere[]
  /** How large the parts are that it is cut into, where that is not the usual size. */
  chunkBytes?: number
}

export interface Watch {
  /** How many bytes of the file are up. */
  onProgress: (bytes: number) => void
  /** A part is there, and storage has said so. */
  onPart?: (part: PartThere) => void
  /** The line is gone, or it is back. */
  onOffline?: (isOffline: boolean) => void
  signal: AbortSignal
}

/** What can fail: to get an address, to send the bytes there, to say that the file is all there. */
export type Step = 'address' | 'bytes' | 'complete'

/** `final`: another try will not help. `offline`: there is no line, and that is no try. */
export type Verdict = 'again' | 'new_address' | 'offline' | 'final'

/** How calls and bytes get out of here. A browser has one such way, a program another. */
export interface Carrier {
  sign: (upload_id: string, part: Chunk & { md5: string }, signal: AbortSignal) => Promise<Signed>
  put: (signed: Signed, bytes: Blob, watch: Pick<Watch, 'onProgress' | 'signal'>) => Promise<void>
  complete: (upload_id: string, signal: AbortSignal) => Promise<unknown>
  /** What to make of an error that one of the three has thrown. */
  judge: (error: unknown) => Verdict
  /** Rejects when it is told to stop. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Waits for the line to come back. */
  online: (signal: AbortSignal) => Promise<void>
}

/** A step that failed so often, or so, that we stopped trying; of a large file, at which part. */
export class SendError extends Error {
  override name = 'SendError'
  step: Step
  part: number
  constructor(step: Step, part: number, cause: unknown) {
    super(`${step} of part ${part} failed`, { cause })
    this.step = step
    this.part = part
  }
}

/** The storage's no. */
export class StorageError extends Error {
  override name = 'StorageError'
  status: number
  /** S3, error responses: `BadDigest`, `RequestTimeout` … */
  code: string | undefined
  constructor(status: number, answer: string) {
    const [, code] = /<Code>(\w+)<\/Code>/.exec(answer) ?? []
    super(`The storage answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** An address lives for a quarter of an hour; bytes that are not those promised never will be. */
export function judgeAnswer({ status, code }: StorageError): Verdict {
  if (status === 403) return 'new_address'
  const isCut = code === 'RequestTimeout' || code === 'IncompleteBody' // the line's fault
  return status === 400 && !isCut ? 'final' : 'again'
}

/**
 * Brings one file up, whole or in parts, a few parts at a time, and says that it is all there.
 * Whatever fails is tried again, with pauses; a part's address is signed anew for each try. When it
 * is told to stop, what is under way is broken off: people pause because they want their line.
 */
export async function sendFile(job: FileToSend, watch: Watch, carrier: Carrier): Promise<void> {
  const { upload_id, file, chunkBytes = CHUNK_BYTES } = job
  const { signal } = watch
  if (file.size > chunkBytes) await sendParts(job, watch, carrier)
  else await sendWhole(job, watch, carrier)
  const last = chunksOf(file.size, chunkBytes).length
  await stubborn(watch, carrier, () =>
    carrier.complete(upload_id, signal).catch(failed('complete', last)),
  )
}

async function sendWhole(job: FileToSend, watch: Watch, carrier: Carrier) {
  const { upload_id, file, hash } = job
  const part = { number: 1, start: 0, end: file.size, md5: hash.md5 }
  let { signed } = job
  await stubborn(watch, carrier, async () => {
    signed ??= await carrier.sign(upload_id, part, watch.signal).catch(failed('address', 1))
    await carrier.put(signed, file, watch).catch((error: unknown) => {
      if (carrier.judge(error) === 'new_address') signed = null
      watch.onProgress(0)
      throw new SendError('bytes', 1, error)
    })
  })
}

async function sendParts(job: FileToSend, watch: Watch, carrier: Carrier) {
  const { file, there, chunkBytes } = job
  const queue = missingChunks(file.size, there, chunkBytes)
  const before = file.size - queue.reduce((sum, { start, end }) => sum + end - start, 0)
  const up = new Map<number, number>() // bytes of the parts that are under way or done
  const broken = new AbortController()
  const signal = AbortSignal.any([watch.signal, broken.signal])
  async function work() {
    for (let chunk = queue.shift(); chunk; chunk = queue.shift()) {
      const { number } = chunk
      const onProgress = (bytes: number) => {
        up.set(number, bytes)
        watch.onProgress([...up.values()].reduce((sum, one) => sum + one, before))
      }
      await sendPart(job, chunk, { ...watch, signal, onProgress }, carrier)
    }
  }
  await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, work)).catch((error: unknown) => {
    broken.abort(error) // the other parts
    throw error
  })
}

async function sendPart(job: FileToSend, chunk: Chunk, watch: Watch, carrier: Carrier) {
  const { upload_id, file, hash } = job
  const { number, start, end } = chunk
  const part = { ...chunk, md5: hash.parts[number - 1]! }
  await stubborn(watch, carrier, async () => {
    const signed = await carrier
      .sign(upload_id, part, watch.signal)
      .catch(failed('address', number))
    await carrier.put(signed, file.slice(start, end), watch).catch((error: unknown) => {
      watch.onProgress(0) // half a part is none
      throw new SendError('bytes', number, error)
    })
  })
  watch.onProgress(end - start)
  watch.onPart?.({ number, size: end - start })
}

const failed = (step: Step, part: number) => (cause: unknown) => {
  throw new SendError(step, part, cause)
}

/** Tries until it works, is told to stop, or has failed too often. Without a line it only waits. */
async function stubborn(
  { signal, onOffline }: Watch,
  carrier: Carrier,
  attempt: () => Promise<unknown>,
) {
  for (let tries = 1; ;) {
    try {
      await attempt()
      return
    } catch (error) {
      signal.throwIfAborted()
      const verdict = carrier.judge((error as SendError).cause)
      if (verdict === 'offline') {
        onOffline?.(true)
        await carrier.online(signal)
        onOffline?.(false)
        continue
      }
      if (tries === CHUNK_TRIES || verdict === 'final') throw error
    }
    await carrier.pause(pauseBefore(tries++), signal)
  }
}

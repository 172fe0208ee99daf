import { CHUNK_BYTES, CHUNK_TRIES, CHUNKS_AT_ONCE } from '#src/media/upload/upload.shared.ts'
import { type FilePart, partsOf, missingParts, retryDelay } from './file-parts.shared.ts'
import type { FileHash } from './hash.shared.ts'

/** A signed storage address and the headers its signature covers. */
export interface SignedAddress {
  url: string
  headers: Record<string, string>
}

/** A part that storage holds completely; `size` is in bytes. */
export interface StoredPart {
  number: number
  size: number
}

export interface FileToTransfer {
  upload_id: string
  file: Blob
  hash: FileHash
  /** The address for the whole file; null if the file goes up in parts or is not signed yet. */
  signed: SignedAddress | null
  /** Parts already in storage. */
  stored: readonly StoredPart[]
  /** Size of one part in bytes; `CHUNK_BYTES` by default. */
  partBytes?: number
}

export interface TransferObserver {
  /** Called with the bytes of the file sent so far, including stored parts. */
  onProgress: (bytes: number) => void
  /** Called when storage has confirmed a part. */
  onPartStored?: (part: StoredPart) => void
  /** Called when the connection is lost and when it is back. */
  onOffline?: (isOffline: boolean) => void
  signal: AbortSignal
}

/** The steps that can fail: getting an address, sending the bytes, completing the file. */
export type TransferStep = 'address' | 'bytes' | 'complete'

/** The reaction to an error. `final` is not retried; `offline` waits and does not count as an attempt. */
export type ErrorKind = 'retry' | 'new_address' | 'offline' | 'final'

/** The network access of a transfer: one implementation for browsers, one for Node in tests. */
export interface Transport {
  sign: (
    upload_id: string,
    part: FilePart & { md5: string },
    signal: AbortSignal,
  ) => Promise<SignedAddress>
  put: (
    signed: SignedAddress,
    bytes: Blob,
    observer: Pick<TransferObserver, 'onProgress' | 'signal'>,
  ) => Promise<void>
  complete: (upload_id: string, signal: AbortSignal) => Promise<unknown>
  /** Runs `work` when fewer than `CHUNKS_AT_ONCE` parts are on the way, of whatever file. */
  inTurn: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>
  /** Classifies an error thrown by `sign`, `put` or `complete`. */
  classifyError: (error: unknown) => ErrorKind
  /** Waits; rejects when the signal aborts. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Waits until the connection is back; rejects when the signal aborts. */
  online: (signal: AbortSignal) => Promise<void>
}

/** The error of a transfer that gave up: the failed step and the part number (1 for a whole file). */
export class TransferError extends Error {
  override name = 'TransferError'
  step: TransferStep
  part: number
  constructor(step: TransferStep, part: number, cause: unknown) {
    super(`${step} of part ${part} failed`, { cause })
    this.step = step
    this.part = part
  }
}

/** An error response of storage. */
export class StorageError extends Error {
  override name = 'StorageError'
  status: number
  /** Error code of Amazon S3: `BadDigest`, `RequestTimeout` … */
  code: string | undefined
  constructor(status: number, answer: string) {
    const [, code] = /<Code>(\w+)<\/Code>/.exec(answer) ?? []
    super(`The storage answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/**
 * Classifies an error response of storage. 403 means the address has expired (after 15 minutes).
 * 400 is final, because the bytes do not match the signed MD5, unless the connection was cut.
 */
export function classifyStorageError({ status, code }: StorageError): ErrorKind {
  if (status === 403) return 'new_address'
  const isCut = code === 'RequestTimeout' || code === 'IncompleteBody' // the connection's fault
  return status === 400 && !isCut ? 'final' : 'retry'
}

/**
 * Uploads one file, whole or in parts (a few at a time), and then completes it. Failed steps are
 * retried with pauses; each attempt at a part gets a new address. When the signal aborts, running
 * requests are aborted too, so that a pause frees the connection at once.
 *
 * Throws `TransferError` when a step fails for good or too often.
 */
export async function transferFile(
  job: FileToTransfer,
  observer: TransferObserver,
  transport: Transport,
): Promise<void> {
  const { upload_id, file, partBytes = CHUNK_BYTES } = job
  const { signal } = observer
  if (file.size > partBytes) await transferInParts(job, observer, transport)
  else await transferWhole(job, observer, transport)
  const last = partsOf(file.size, partBytes).length
  await withRetries(observer, transport, () =>
    transport.complete(upload_id, signal).catch(failed('complete', last)),
  )
}

async function transferWhole(
  job: FileToTransfer,
  observer: TransferObserver,
  transport: Transport,
) {
  const { upload_id, file, hash } = job
  const part = { number: 1, start: 0, end: file.size, md5: hash.md5 }
  let { signed } = job
  const send = async () => {
    signed ??= await transport.sign(upload_id, part, observer.signal).catch(failed('address', 1))
    await transport.put(signed, file, observer).catch((error: unknown) => {
      if (transport.classifyError(error) === 'new_address') signed = null
      observer.onProgress(0)
      throw new TransferError('bytes', 1, error)
    })
  }
  await withRetries(observer, transport, () => transport.inTurn(send, observer.signal))
}

async function transferInParts(
  job: FileToTransfer,
  observer: TransferObserver,
  transport: Transport,
) {
  const { file, stored, partBytes } = job
  const pending = missingParts(file.size, stored, partBytes)
  const storedBytes = file.size - pending.reduce((sum, { start, end }) => sum + end - start, 0)
  const sentBytes = new Map<number, number>() // by part, running or done
  const otherParts = new AbortController()
  const signal = AbortSignal.any([observer.signal, otherParts.signal])
  async function sendNext() {
    for (let part = pending.shift(); part; part = pending.shift()) {
      const { number } = part
      const onProgress = (bytes: number) => {
        sentBytes.set(number, bytes)
        observer.onProgress([...sentBytes.values()].reduce((sum, one) => sum + one, storedBytes))
      }
      await transferPart(job, part, { ...observer, signal, onProgress }, transport)
    }
  }
  await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, sendNext)).catch((error: unknown) => {
    otherParts.abort(error)
    throw error
  })
}

async function transferPart(
  job: FileToTransfer,
  filePart: FilePart,
  observer: TransferObserver,
  transport: Transport,
) {
  const { upload_id, file, hash } = job
  const { number, start, end } = filePart
  const part = { ...filePart, md5: hash.parts[number - 1]! }
  const send = async () => {
    const signed = await transport
      .sign(upload_id, part, observer.signal)
      .catch(failed('address', number))
    await transport.put(signed, file.slice(start, end), observer).catch((error: unknown) => {
      observer.onProgress(0) // an incomplete part is lost
      throw new TransferError('bytes', number, error)
    })
  }
  await withRetries(observer, transport, () => transport.inTurn(send, observer.signal))
  observer.onProgress(end - start)
  observer.onPartStored?.({ number, size: end - start })
}

const failed = (step: TransferStep, part: number) => (cause: unknown) => {
  throw new TransferError(step, part, cause)
}

/** Repeats `attempt` until it succeeds, is aborted or has failed too often. Waits while offline. */
async function withRetries(
  { signal, onOffline }: TransferObserver,
  transport: Transport,
  attempt: () => Promise<unknown>,
) {
  for (let tries = 1; ;) {
    try {
      await attempt()
      return
    } catch (error) {
      signal.throwIfAborted()
      const kind = transport.classifyError((error as TransferError).cause)
      if (kind === 'offline') {
        onOffline?.(true)
        await transport.online(signal)
        onOffline?.(false)
        continue
      }
      if (tries === CHUNK_TRIES || kind === 'final') throw error
    }
    await transport.pause(retryDelay(tries++), signal)
  }
}

import { Refusal } from '#core/errors.ts'
import { type SignedAddress, StorageError } from './transfer-file.shared.ts'

/**
 * Sends bytes to a signed address with XMLHttpRequest, because `fetch` reports no upload progress.
 *
 * Rejects with the refusal `timeout`, the refusal `unavailable` (no answer), `UnreadableError` (the
 * file was changed since it was chosen) or `StorageError` (an error response).
 */
export function putFile(
  { url, headers }: SignedAddress,
  body: Blob,
  options: { onProgress: (bytes: number) => void; signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const { onProgress, signal, timeoutMs } = options
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new StorageError(request.status, request.responseText))
    }
    request.onerror = () => void causeOf(body).then(reject)
    request.ontimeout = () => reject(new Refusal('timeout'))
    request.onabort = () => reject(signal.reason as Error)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}

/** Tells a changed file from a lost connection: browsers report both as a network error. */
const causeOf = (body: Blob): Promise<Error> =>
  body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => new Refusal('unavailable'),
      (cause) => new UnreadableError('The file was changed, moved or deleted', { cause }),
    )

export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

import { Refusal } from '#core/errors.ts'
import { type Signed, StorageError } from './send-file.shared.ts'

/**
 * Sends bytes to a signed address. XMLHttpRequest, because `fetch` does not tell how far it is.
 * Rejects with `timeout`, with `unavailable` where nobody answers, with `UnreadableError` where the
 * file is not what it was, or with the storage's no.
 */
export function putFile(
  { url, headers }: Signed,
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
    request.onerror = () => void whyOf(body).then(reject)
    request.ontimeout = () => reject(new Refusal('timeout'))
    request.onabort = () => reject(signal.reason as Error)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}

/** A browser reads no file that was changed since it was chosen, and calls that a broken line. */
const whyOf = (body: Blob): Promise<Error> =>
  body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => new Refusal('unavailable'),
      (cause) => new UnreadableError('The file was changed, moved or taken away', { cause }),
    )

export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

import { Refusal } from '#core/errors.ts'

/** A signed address, and the headers that the signature promises. */
export interface Signed {
  url: string
  headers: Record<string, string>
}

/**
 * Sends bytes to a signed address. XMLHttpRequest, because `fetch` does not tell how far it is.
 * Rejects with `timeout`, with `unavailable` where nobody answers, or with the storage's status.
 */
export function putFile(
  { url, headers }: Signed,
  body: Blob,
  options: { onProgress: (bytes: number) => void; signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const { onProgress, signal, timeoutMs } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new StorageError(request.status))
    }
    request.onerror = () => reject(new Refusal('unavailable'))
    request.ontimeout = () => reject(new Refusal('timeout'))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** The storage's no: 400 where the bytes are not those promised, 403 where the address is too old. */
export class StorageError extends Error {
  override name = 'StorageError'
  status: number
  constructor(status: number) {
    super(`The storage answered ${status}`)
    this.status = status
  }
}

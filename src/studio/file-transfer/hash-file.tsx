import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import type { FileHash } from './hash.shared.ts'

export interface HashRequest {
  file: File
  partBytes: number
}
export type HashMessage =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; hash: FileHash }
  | { kind: 'unreadable' }

/** Hashes a file in a worker. Rejects if the file cannot be read or the signal aborts. */
export function hashFile(
  file: File,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal },
): Promise<FileHash> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./md5-worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason as Error)
    })
    worker.addEventListener('error', () => {
      end()
      reject(new Error('The worker did not start'))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'progress') return onProgress(data.bytes)
      end()
      if (data.kind === 'done') resolve(data.hash)
      else reject(new Error('The file cannot be read'))
    })
    worker.postMessage({ file, partBytes: CHUNK_BYTES } satisfies HashRequest)
  })
}

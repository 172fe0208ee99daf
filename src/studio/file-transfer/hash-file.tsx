import { CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import type { FileHash } from './hash.shared.ts'

export interface HashAsked {
  file: File
  chunkBytes: number
}
export type HashSaid =
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; hash: FileHash }
  | { kind: 'unreadable' }

/** Reads a file in a worker and hashes it. Rejects where it cannot be read, or when told to stop. */
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
    worker.addEventListener('message', ({ data }: MessageEvent<HashSaid>) => {
      if (data.kind === 'progress') return onProgress(data.bytes)
      end()
      if (data.kind === 'done') resolve(data.hash)
      else reject(new Error('The file cannot be read'))
    })
    worker.postMessage({ file, chunkBytes: CHUNK_BYTES } satisfies HashAsked)
  })
}

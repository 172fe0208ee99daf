import type { Verdict } from './file-check.shared.ts'

export interface CheckRequest {
  file: File
  receipt: File | undefined
  /** The roots by which our files are recognised, in PEM. */
  roots: string[]
}
export type CheckMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; verdict: Verdict }
  | { kind: 'unreadable' }

/** Checks a file in a worker. Rejects if the file cannot be read, or the check is given up. */
export function checkFile(
  request: CheckRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' })
    const fail = (why: string) => {
      worker.terminate()
      reject(new Error(why))
    }
    signal.addEventListener('abort', () => fail('The check was given up'))
    worker.addEventListener('error', () => fail('The worker did not start'))
    worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
      if (data.kind === 'progress') return onProgress(data.share)
      if (data.kind === 'unreadable') return fail('The file cannot be read')
      worker.terminate()
      resolve(data.verdict)
    })
    worker.postMessage(request)
  })
}

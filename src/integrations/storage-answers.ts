import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Unreachable } from '#core/errors.ts'

/** Turns a 404 of the storage into `undefined`. A missing bucket stays an error: the set-up is broken. */
export function orMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
    if (isMissing && error.name !== 'NoSuchBucket') return undefined
    throw error
  })
}

/** Returns the MD5 of a file or a range of it (both ends included), in base64 as in `Content-MD5`. */
export async function md5OfFile(path: string, start = 0, end = Infinity): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(path, { start, end }), hash)
  return hash.digest('base64')
}

/**
 * Makes a client throw `Unreachable` if the storage does not answer, fails or limits its rate after
 * all retries. Returns a function that tells since when it has not answered.
 */
export function watchAnswers(client: S3Client): () => Date | undefined {
  let silentSince: Date | undefined
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        const answer = await next(call)
        silentSince = undefined
        return answer
      } catch (error) {
        if (!isSilence(error)) {
          silentSince = undefined
          throw error
        }
        silentSince ??= new Date()
        throw new Unreachable('the storage does not answer', { cause: error })
      }
    },
    { step: 'initialize', priority: 'high' }, // before the retries of the SDK
  )
  return () => silentSince
}

/** Recognises answers that a retry may better: none at all, a failure of the storage, or its limit. */
function isSilence(error: unknown): boolean {
  const { $metadata, code, name } = error as Partial<S3ServiceException> & { code?: string }
  const status = $metadata?.httpStatusCode
  if (status !== undefined) return status >= 500 || status === 429
  return name === 'TimeoutError' || /^E[A-Z_]+$/.test(code ?? '')
}

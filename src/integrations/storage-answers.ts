import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'

/** Storage's 404 as `undefined`; a missing bucket stays an error, for that is a broken set-up. */
export function orMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
    if (missing && error.name !== 'NoSuchBucket') return undefined
    throw error
  })
}

/** The MD5 of a stretch of a file, both ends included, in base64 as `Content-MD5` has it. */
export async function md5OfFile(path: string, start = 0, end = Infinity): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(path, { start, end }), hash)
  return hash.digest('base64')
}

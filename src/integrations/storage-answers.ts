import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'

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

import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as s3 from '@aws-sdk/client-s3'
import { orMissing } from './storage-answers.ts'
import { sendFile, type StoredPart, type StoredParts } from './storage-parts.ts'

/** The metadata of an object. */
interface PutOptions {
  type: string
  cacheControl?: string
}
interface PutFileOptions extends PutOptions {
  /** A larger file is uploaded in parts of this size. */
  partBytes?: number
}

const PART_BYTES = 256 * 1024 ** 2

/** Returns the functions that read and write objects on the server. Sizes are in bytes. */
export function storedObjects(client: s3.S3Client, Bucket: string, parts: StoredParts) {
  return {
    ...writing(client, Bucket, parts),
    ...reading(client, Bucket),
    ...clearing(client, Bucket),
  }
}

function writing(client: s3.S3Client, Bucket: string, parts: StoredParts) {
  return {
    /** Stores bytes. */
    async put(key: string, bytes: Uint8Array, { type, cacheControl }: PutOptions): Promise<void> {
      const object = { Bucket, Key: key, ContentType: type, CacheControl: cacheControl }
      const body = { Body: bytes, ContentLength: bytes.length }
      await client.send(new s3.PutObjectCommand({ ...object, ...body }))
    },

    /** Stores a local file, which is streamed and must not change meanwhile. */
    async putFile(key: string, path: string, options: PutFileOptions): Promise<void> {
      const { type, cacheControl, partBytes = PART_BYTES } = options
      const { size } = await stat(path)
      if (size > partBytes) {
        await putInParts(parts, key, { path, size, partBytes }, { type, cacheControl })
        return
      }
      const object = { Bucket, Key: key, ContentType: type, CacheControl: cacheControl }
      await sendFile({ path, start: 0, end: Infinity }, (body) =>
        client.send(new s3.PutObjectCommand({ ...object, ...body, ContentLength: size })),
      )
    },
  }
}

function reading(client: s3.S3Client, Bucket: string) {
  async function getStream(key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await orMissing(client.send(new s3.GetObjectCommand({ Bucket, Key: key, Range })))
    return found && { body: found.Body as Readable, ...factsOf(found) }
  }
  return {
    /** Streams an object or a range of it (both ends included); `size` is that of the stream. */
    getStream,

    /**
     * Downloads an object to a local file, which appears only when complete. Returns its MD5 in
     * base64, or `undefined` if the object is missing. `signal` ends the download.
     */
    async getFile(key: string, path: string, signal?: AbortSignal): Promise<string | undefined> {
      const found = await getStream(key)
      if (!found) return undefined
      const partial = `${path}.partial`
      const md5 = createHash('md5')
      try {
        await pipeline(found.body, digesting(md5), createWriteStream(partial), { signal })
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      return md5.digest('base64')
    },

    /** Reads a whole object into memory; for small objects only. */
    async getBytes(key: string): Promise<Buffer | undefined> {
      const found = await getStream(key)
      return found && buffer(found.body)
    },

    /** Returns the size, type and ETag of an object. */
    async head(key: string) {
      const found = await orMissing(client.send(new s3.HeadObjectCommand({ Bucket, Key: key })))
      return found && factsOf(found)
    },
  }
}

function clearing(client: s3.S3Client, Bucket: string) {
  async function* pagesOf(prefix: string) {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })
    for await (const { Contents = [] } of pages)
      yield Contents.map(({ Key, Size }) => ({ key: Key!, size: Size! }))
  }
  return {
    /** Lists all objects under a prefix in byte order of their keys, page by page. */
    async *list(prefix: string) {
      for await (const page of pagesOf(prefix)) yield* page
    },

    /** Removes an object; succeeds if it is already gone. */
    async remove(key: string): Promise<void> {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }))
    },

    /** Removes all objects under a prefix. Throws if the prefix is empty: that would be the whole bucket. */
    async removeAll(prefix: string): Promise<void> {
      if (prefix === '') throw new Error('removeAll needs a prefix')
      for await (const page of pagesOf(prefix)) {
        if (page.length === 0) continue
        const Delete = { Objects: page.map(({ key }) => ({ Key: key })), Quiet: true }
        const { Errors } = await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete }))
        if (Errors?.length)
          throw new Error(`${Errors.length} objects not removed: ${Errors[0]!.Code}`)
      }
    },
  }
}

async function putInParts(
  parts: StoredParts,
  key: string,
  { path, size, partBytes }: { path: string; size: number; partBytes: number },
  { type, cacheControl }: PutOptions,
) {
  const uploadId = await parts.startMultipart(key, type, { cacheControl })
  try {
    const sent: StoredPart[] = []
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size) - 1
      sent.push(await parts.sendPart(key, uploadId, sent.length + 1, { path, start, end }))
    }
    await parts.completeMultipart(key, uploadId, sent)
  } catch (error) {
    await parts.abortMultipart(key, uploadId).catch(() => {}) // the first error is the one to report
    throw error
  }
}

function digesting(hash: Hash) {
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes)
      yield bytes
    }
  }
}

function factsOf({ ContentLength, ContentType, ETag }: s3.HeadObjectCommandOutput) {
  return { size: ContentLength!, type: ContentType ?? 'application/octet-stream', etag: ETag! }
}

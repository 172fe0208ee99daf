import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import * as s3 from '@aws-sdk/client-s3'
import { md5OfFile, orMissing } from './storage-answers.ts'

export type StoredParts = ReturnType<typeof storedParts>

export interface StoredPart {
  number: number
  etag: string
  size: number
}

/** A byte range of a local file, `start` and `end` included. */
export interface FileRange {
  path: string
  start: number
  end: number
}

/** Returns the functions for multipart uploads; parts are sent by `sendPart` or through signed URLs. */
export function storedParts(client: s3.S3Client, Bucket: string) {
  return {
    ...listing(client, Bucket),

    /** Starts an upload and returns its id. Storage keeps the parts until it is completed or aborted. */
    async startMultipart(
      key: string,
      type: string,
      more: { cacheControl?: string; facts?: Record<string, string> } = {},
    ): Promise<string> {
      const start = new s3.CreateMultipartUploadCommand({
        Bucket,
        Key: key,
        ContentType: type,
        CacheControl: more.cacheControl,
        Metadata: more.facts,
      })
      return (await client.send(start)).UploadId!
    },

    /** Sends a part from the server. Replaces an earlier part with the same number. */
    async sendPart(
      key: string,
      uploadId: string,
      number: number,
      { path, start, end }: FileRange,
    ): Promise<StoredPart> {
      const size = end - start + 1
      const part = { Bucket, Key: key, UploadId: uploadId, PartNumber: number, ContentLength: size }
      const { ETag } = await sendFile({ path, start, end }, (body) =>
        client.send(new s3.UploadPartCommand({ ...part, ...body })),
      )
      return { number, etag: ETag!, size }
    },

    /** Completes an upload. Succeeds if it was already completed with the same parts. */
    async completeMultipart(
      key: string,
      uploadId: string,
      parts: Pick<StoredPart, 'number' | 'etag'>[],
    ): Promise<void> {
      const Parts = parts
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      const named = { Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } }
      const done = await orMissing(client.send(new s3.CompleteMultipartUploadCommand(named)))
      if (done) return
      const found = await orMissing(client.send(new s3.HeadObjectCommand({ Bucket, Key: key })))
      if (found?.ETag !== etagOfParts(Parts.map(({ ETag }) => ETag)))
        throw new Error('the upload to complete no longer exists')
    },

    /** Aborts an upload and deletes its parts. Succeeds if it has already ended. */
    async abortMultipart(key: string, uploadId: string): Promise<void> {
      const named = { Bucket, Key: key, UploadId: uploadId }
      await orMissing(client.send(new s3.AbortMultipartUploadCommand(named)))
    },
  }
}

function listing(client: s3.S3Client, Bucket: string) {
  return {
    /** Lists the received parts by number; `undefined` if the upload has ended or is unknown. */
    listParts(key: string, uploadId: string): Promise<StoredPart[] | undefined> {
      async function collect() {
        const parts: StoredPart[] = []
        const named = { Bucket, Key: key, UploadId: uploadId }
        // The SDK's paginator would never stop: S3 sends a next marker on the last page too.
        let page: s3.ListPartsCommandOutput | undefined
        do {
          const PartNumberMarker = page?.NextPartNumberMarker
          page = await client.send(new s3.ListPartsCommand({ ...named, PartNumberMarker }))
          for (const { PartNumber, ETag, Size } of page.Parts ?? [])
            parts.push({ number: PartNumber!, etag: ETag!, size: Size! })
        } while (page.IsTruncated)
        return parts
      }
      return orMissing(collect())
    },

    /** Lists the uploads that were neither completed nor aborted, for the job that cleans up old ones. */
    async *listMultiparts(prefix = '') {
      let page: s3.ListMultipartUploadsCommandOutput | undefined
      do {
        page = await client.send(
          new s3.ListMultipartUploadsCommand({
            Bucket,
            Prefix: prefix,
            KeyMarker: page?.NextKeyMarker,
            UploadIdMarker: page?.NextUploadIdMarker,
          }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          yield { key: Key!, uploadId: UploadId!, startedAt: Initiated! }
      } while (page.IsTruncated)
    },
  }
}

/**
 * Sends a range of a file by `send`. Rejects if the file cannot be read. Closes the file, which the SDK
 * leaves open if the call fails.
 */
export async function sendFile<T>(
  { path, start, end }: FileRange,
  send: (body: { Body: Readable; ContentMD5: string }) => Promise<T>,
): Promise<T> {
  const ContentMD5 = await md5OfFile(path, start, end) // the SDK signs no SHA-256 of a stream
  const Body = createReadStream(path, { start, end })
  const unread = new Promise<never>((_, reject) => Body.once('error', reject))
  try {
    return await Promise.race([send({ Body, ContentMD5 }), unread])
  } finally {
    Body.destroy()
  }
}

/** Returns S3's ETag of a multipart object: the MD5 of its parts' MD5s, and their number. */
function etagOfParts(etags: string[]): string {
  const md5s = etags.map((etag) => Buffer.from(etag.replaceAll('"', ''), 'hex'))
  return `"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-${etags.length}"`
}

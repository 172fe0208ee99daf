import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bucketPath, type Disk, makeFolder, objectPath, orMissing, readRecord } from './disk.ts'
import type { ObjectRecord } from './objects.ts'
import { type Call, type Reply, StorageRefusal, wholeNumber, xmlReply } from './protocol.ts'

const KEYS_MAX = 1000

export async function createBucket(disk: Disk, { bucket }: Call): Promise<Reply> {
  const path = bucketPath(disk, bucket)
  if (await orMissing(stat(path))) throw new StorageRefusal('BucketAlreadyOwnedByYou', 409)
  for (const folder of ['objects', 'uploads']) await makeFolder(join(path, folder))
  return { status: 200, headers: { location: `/${bucket}` } }
}

export async function headBucket(disk: Disk, { bucket }: Call): Promise<Reply> {
  await checkBucket(disk, bucket)
  return { status: 200 }
}

export async function checkBucket(disk: Disk, bucket: string) {
  if (!(await orMissing(stat(bucketPath(disk, bucket)))))
    throw new StorageRefusal('NoSuchBucket', 404)
}

/** Answers ListObjectsV2 without delimiters: keys in order of their UTF-8 bytes, in pages. */
export async function listObjects(disk: Disk, { bucket, query }: Call): Promise<Reply> {
  await checkBucket(disk, bucket)
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const after = token
    ? Buffer.from(token, 'base64url').toString()
    : (query.get('start-after') ?? '')
  const limit = Math.min(wholeNumber(query, 'max-keys', KEYS_MAX), KEYS_MAX)

  const keys = (await keysIn(disk, bucket))
    .filter((key) => key.startsWith(prefix) && byBytes(key, after) > 0)
    .sort(byBytes)
  const page = keys.slice(0, limit)
  const cut = page.length > 0 && keys.length > page.length
  const records = await Promise.all(
    page.map((key) => readRecord<ObjectRecord>(objectPath(disk, bucket, key))),
  )
  return xmlReply('ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    MaxKeys: limit,
    KeyCount: page.length,
    IsTruncated: cut,
    NextContinuationToken: cut ? Buffer.from(page.at(-1)!).toString('base64url') : undefined,
    Contents: records
      .filter((record) => record !== undefined)
      .map(({ key, modified, etag, size }) => ({
        Key: key,
        LastModified: modified,
        ETag: `"${etag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
  })
}

export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Returns every key of a bucket; reads each record only once. */
async function keysIn(disk: Disk, bucket: string): Promise<string[]> {
  const folder = join(bucketPath(disk, bucket), 'objects')
  const keys: string[] = []
  for (const name of await readdir(folder)) {
    const key = disk.keys.get(name) ?? (await readRecord<ObjectRecord>(join(folder, name)))?.key
    if (key === undefined) continue
    disk.keys.set(name, key)
    keys.push(key)
  }
  return keys
}

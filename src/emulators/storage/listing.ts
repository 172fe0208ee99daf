import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { byBytes, checkBucket } from './buckets.ts'
import { bucketPath, type Disk, objectPath, orMissing, readRecord } from './disk.ts'
import type { ObjectRecord } from './objects.ts'
import { type Call, keySpelling, type Reply, wholeNumber, xmlReply } from './protocol.ts'

const KEYS_MAX = 1000

/** Answers ListBuckets. */
export async function listBuckets(disk: Disk): Promise<Reply> {
  const folder = join(disk.dir, 'buckets')
  const buckets = await Promise.all(
    (await readdir(folder)).toSorted(byBytes).map(async (name) => ({
      Name: name,
      CreationDate: (await orMissing(stat(join(folder, name))))?.birthtime.toISOString(),
    })),
  )
  return xmlReply('ListAllMyBucketsResult', { Buckets: { Bucket: buckets } })
}

/** Answers ListObjectsV2, which continues after a token. */
export async function listObjects(disk: Disk, call: Call): Promise<Reply> {
  const token = call.query.get('continuation-token')
  const after = token
    ? Buffer.from(token, 'base64url').toString()
    : (call.query.get('start-after') ?? '')
  const { last, count, content } = await page(disk, call, after)
  return xmlReply('ListBucketResult', {
    ...content,
    KeyCount: count,
    ContinuationToken: token ?? undefined,
    StartAfter: call.query.get('start-after') ?? undefined,
    NextContinuationToken: last && Buffer.from(last).toString('base64url'),
  })
}

/** Answers ListObjects, the older form, which continues after a name. */
export async function listObjectsByMarker(disk: Disk, call: Call): Promise<Reply> {
  const marker = call.query.get('marker') ?? ''
  const { last, spell, content } = await page(disk, call, marker)
  return xmlReply('ListBucketResult', {
    ...content,
    Marker: spell(marker),
    // Like S3 only with a delimiter: else clients continue after the last key.
    NextMarker: last && call.query.get('delimiter') ? spell(last) : undefined,
  })
}

/**
 * Returns a page of keys in order of their UTF-8 bytes. Keys with the delimiter behind the prefix
 * count once together, up to it. `last` is where the next page continues.
 */
async function page(disk: Disk, { bucket, query }: Call, after: string) {
  await checkBucket(disk, bucket)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const spell = keySpelling(query)
  const limit = Math.min(wholeNumber(query, 'max-keys', KEYS_MAX), KEYS_MAX)
  const groupOf = (key: string) => {
    const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    return at < 0 ? undefined : key.slice(0, at + delimiter.length)
  }

  const later = (await keysIn(disk, bucket))
    .filter((key) => key.startsWith(prefix) && byBytes(key, after) > 0 && groupOf(key) !== after)
    .toSorted(byBytes)
  const names = [...new Set(later.map((key) => groupOf(key) ?? key))]
  const shown = names.slice(0, limit)
  const groups = new Set(later.map(groupOf))
  const records = await Promise.all(
    shown
      .filter((name) => !groups.has(name))
      .map((key) => readRecord<ObjectRecord>(objectPath(disk, bucket, key))),
  )
  const isCut = shown.length > 0 && names.length > shown.length
  const content = {
    Name: bucket,
    Prefix: spell(prefix),
    Delimiter: delimiter ? spell(delimiter) : undefined,
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxKeys: limit,
    IsTruncated: isCut,
    Contents: records
      .filter((record) => record !== undefined)
      .map(({ key, modified, etag, size }) => ({
        Key: spell(key),
        LastModified: modified,
        ETag: `"${etag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
    CommonPrefixes: shown
      .filter((name) => groups.has(name))
      .map((name) => ({ Prefix: spell(name) })),
  }
  return { content, spell, count: shown.length, last: isCut ? shown.at(-1) : undefined }
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

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bucketPath, type Disk, makeFolder, orMissing } from './disk.ts'
import { type Call, type Reply, StorageRefusal, xmlReply } from './protocol.ts'

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

/** Answers GetBucketLocation. The empty location is S3's first region; signatures may name any. */
export async function getLocation(disk: Disk, { bucket }: Call): Promise<Reply> {
  await checkBucket(disk, bucket)
  return xmlReply('LocationConstraint', '')
}

export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

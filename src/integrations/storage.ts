import * as s3 from '@aws-sdk/client-s3'
import { orMissing } from './storage-answers.ts'
import { storedObjects } from './storage-objects.ts'
import { storedParts } from './storage-parts.ts'
import { signedUploads } from './storage-signed.ts'

/** `publicEndpoint` is the same storage as browsers reach it; signed URLs are made for it. */
export interface StorageConfig {
  endpoint: string
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type Storage = ReturnType<typeof openStorage>

const CONNECT_MS = 5_000
const SILENCE_MS = 60_000
const ATTEMPTS = 4

/**
 * Our one client of object storage: Amazon S3 or anything that speaks its protocol. What is not
 * there is `undefined`; anything else that goes wrong, after its retries, is thrown for the job
 * to try again. Keys are ours, never a user's words.
 */
export function openStorage(config: StorageConfig) {
  const { bucket: Bucket } = config
  const client = connect(config, config.endpoint)
  const signer = connect(config, config.publicEndpoint)
  const parts = storedParts(client, Bucket)
  return {
    ...storedObjects(client, Bucket, parts),
    ...parts,
    ...signedUploads(signer, Bucket),

    /** Where browsers send what was signed for them; the pages' content policy has to allow it. */
    publicOrigin: new URL(config.publicEndpoint).origin,

    /** Creates the bucket where there is none; throws while storage cannot be reached. */
    async ready(): Promise<void> {
      const found = await orMissing(client.send(new s3.HeadBucketCommand({ Bucket })))
      if (found) return
      await client.send(new s3.CreateBucketCommand({ Bucket })).catch((error: Error) => {
        if (error.name !== 'BucketAlreadyOwnedByYou') throw error
      })
    },

    close(): void {
      client.destroy()
      signer.destroy()
    },
  }
}

function connect(config: StorageConfig, endpoint: string): s3.S3Client {
  const { region, accessKeyId, secretAccessKey } = config
  return new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Other makers' storage does not know the newer checksums; Content-MD5 is understood by all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  })
}

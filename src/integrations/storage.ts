import * as s3 from '@aws-sdk/client-s3'
import { orMissing, watchAnswers } from './storage-answers.ts'
import { storedObjects } from './storage-objects.ts'
import { storedParts } from './storage-parts.ts'
import { signedRequests } from './storage-signed.ts'

/** The settings of the storage. `publicEndpoint` is its address for browsers, used in signed URLs. */
export interface StorageConfig {
  endpoint: string
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The longest silence before a call is tried again, in milliseconds. */
  idleMs?: number
}

export type Storage = ReturnType<typeof openStorage>

const CONNECT_MS = 5_000
const IDLE_MS = 20_000
const ATTEMPTS = 4
/** The SDK's 50 are taken by as many visitors who read slowly; further calls would fail. */
const SOCKETS_MAX = 1_000

/**
 * Opens a client of object storage: Amazon S3 or compatible. Returns `undefined` for missing objects,
 * throws `Unreachable` if the storage does not answer, and any other error, so that jobs are retried.
 * Keys are chosen by the app, never by users.
 */
export function openStorage(config: StorageConfig) {
  const { bucket: Bucket } = config
  const client = connect(config, config.endpoint)
  const signer = connect(config, config.publicEndpoint)
  const silentSince = watchAnswers(client)
  const parts = storedParts(client, Bucket)
  return {
    ...storedObjects(client, Bucket, parts),
    ...parts,
    ...signedRequests(signer, Bucket),

    /** The origin that browsers upload to; the pages' content security policy must allow it. */
    publicOrigin: new URL(config.publicEndpoint).origin,

    /** Returns since when the storage has not answered; undefined if it answered last time. */
    silentSince,

    /** Creates the bucket if it is missing. Throws if the storage cannot be reached. */
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
  const { region, accessKeyId, secretAccessKey, idleMs = IDLE_MS } = config
  return new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Compatible storage may not support the newer checksums; all of it supports Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      httpAgent: { maxSockets: SOCKETS_MAX },
      httpsAgent: { maxSockets: SOCKETS_MAX },
    },
  })
}

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { openStorage, type Storage, type StorageConfig } from '#src/integrations/storage.ts'
import { openStorageEmulator } from '#src/emulators/storage/server.ts'

/** The access key: Amazon's published example, so that its examples can be replayed. */
const KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/** Opens the storage emulator on a new folder and port. `time.now`, if set, is its clock. */
export async function testStorage(
  t: TestContext,
  time: { now?: Date } = {},
  prefix = '/dev/storage',
) {
  const folder = await mkdtemp(join(tmpdir(), 'renban-storage-'))
  const dir = join(folder, 'storage')
  t.after(() => rm(folder, { recursive: true, force: true }))
  const open = async () => {
    const emulator = openStorageEmulator({
      dir,
      prefix,
      credentials: { [KEY.id]: KEY.secret },
      now: () => time.now ?? new Date(),
    })
    const server = createServer((request, response) => emulator.handle(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`
    const config: StorageConfig = {
      endpoint,
      publicEndpoint: endpoint,
      region: 'ap-northeast-1',
      bucket: 'renban',
      accessKeyId: KEY.id,
      secretAccessKey: KEY.secret,
    }
    const storage = openStorage(config)
    t.after(async () => {
      storage.close()
      server.closeAllConnections()
      server.close()
      await emulator.close()
    })
    await storage.ready()
    return { storage, config, endpoint }
  }
  /** Calling `open` again on the same folder is like a restart after a kill. */
  return { ...(await open()), open, folder, dir }
}

/** Returns the configuration for Amazon's own client, with the client's defaults. */
export function s3Config({ endpoint, region, accessKeyId, secretAccessKey }: StorageConfig) {
  const credentials = { accessKeyId, secretAccessKey }
  return { endpoint, region, credentials, forcePathStyle: true } satisfies S3ClientConfig
}

export function md5(body: string | Buffer, as: 'base64' | 'hex' = 'base64'): string {
  return createHash('md5').update(body).digest(as)
}

/** Returns the size, hash and type that a signed upload of this body must have. */
export function uploadTerms(body: string | Buffer) {
  return { size: Buffer.byteLength(body), md5: md5(body), type: 'text/plain' }
}

/** Returns status and error code, as `403 AccessDenied`, or the status alone. */
export async function statusAndCode(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
  return [response.status, code].filter(Boolean).join(' ')
}

/** Returns a list that receives the bodies of the streams that storage gives from now on. */
export function keepBodies({ integrations: { storage } }: { integrations: { storage: Storage } }) {
  const bodies: Readable[] = []
  const { getStream } = storage
  storage.getStream = async (...asked) => {
    const found = await getStream(...asked)
    if (found) bodies.push(found.body)
    return found
  }
  return bodies
}

/** Collects all items of a paged list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

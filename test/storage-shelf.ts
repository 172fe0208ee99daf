import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { openStorage, type StorageConfig } from '#src/integrations/storage.ts'
import { openStorageEmulator } from '#src/emulators/storage/server.ts'

/** The secret of `shelf`: Amazon's published example key, so that its examples can be replayed. */
const KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/** Storage on a new folder behind a real port. `time.now`, when set, is the storage's clock. */
export async function shelf(t: TestContext, time: { now?: Date } = {}, prefix = '/dev/storage') {
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
  /** `open` again on the same folder is what a restart after a kill would be. */
  return { ...(await open()), open, folder, dir }
}

/** The same access for the vendor's own client, with its own defaults. */
export function sdk({ endpoint, region, accessKeyId, secretAccessKey }: StorageConfig) {
  const credentials = { accessKeyId, secretAccessKey }
  return { endpoint, region, credentials, forcePathStyle: true } satisfies S3ClientConfig
}

export function md5(body: string | Buffer, as: 'base64' | 'hex' = 'base64'): string {
  return createHash('md5').update(body).digest(as)
}

/** What a signed upload of this body promises. */
export function promise(body: string | Buffer) {
  return { size: Buffer.byteLength(body), md5: md5(body), type: 'text/plain' }
}

/** An answer in short: `403 AccessDenied`, or the status alone. */
export async function said(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
  return [response.status, code].filter(Boolean).join(' ')
}

/** Every item, where a list comes a page at a time. */
export async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openStorageEmulator } from '#src/emulators/storage/server.ts'
import type { Ends } from './engine.ts'

const PORT = 9_000 // as in deploy/haproxy.cfg and deploy/nginx.conf
const KEY = { id: 'renbanproof', secret: 'the secret of this proof only' }

/** Runs the emulator of the storage in place of a gateway that cannot be had. Returns its environment. */
export async function openStorage(ends: Ends, folder: string) {
  const credentials = { [KEY.id]: KEY.secret }
  const storage = openStorageEmulator({ dir: join(folder, 'storage'), prefix: '', credentials })
  const server = createServer((request, response) => storage.handle(request, response))
  await once(server.listen(PORT, '127.0.0.1'), 'listening')
  ends.after(async () => {
    server.close().closeAllConnections()
    await storage.close()
  })
  return {
    S3_ENDPOINT: `http://127.0.0.1:${PORT}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'renban',
    S3_ACCESS_KEY_ID: KEY.id,
    S3_SECRET_ACCESS_KEY: KEY.secret,
  }
}

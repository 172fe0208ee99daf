import { equal } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { builtPages, createApp } from '#src/app.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { type TestApp, waitUntil } from './test-app.ts'

/** Opens a second web process on the database of a test app: an app with connections and caches of its own. */
export async function secondProcess(here: TestApp) {
  const { config, integrations, clock, app } = here
  const databaseUrl = app.pool.options.connectionString!
  const pages = await builtPages()
  const texts = (await pages()).serverTexts
  const parts = { databaseUrl, config, integrations, texts, now: () => clock.now, pages }
  const second = await createApp({ ...parts, role: 'web' })
  here.beforeClose(() => second.close())
  equal(await waitUntil(async () => changeFeedOf(second.db)!.isConnected(), Boolean), true)
  const listener = second.listener()
  const server = createServer((request, response) => void listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  here.beforeClose(async () => {
    server.close().closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

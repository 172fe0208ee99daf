import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import { dataFolder, startApp } from './data-folder.ts'
import { eventually } from './program.ts'

const DRAIN_MS = 10_000 // the time that the server waits for open requests when it stops

test('a stopping process closes event streams at once instead of waiting for them', async (t) => {
  const app = await startApp(dataFolder(t))
  const listen = () => fetch(`${app.url}${LIVE_PATH}?kid=${randomUUID()}`)
  await eventually(async () => equal((await listen()).status, 200))
  const streams = await Promise.all(Array.from({ length: 10 }, listen))
  const ended = Promise.all(streams.map((stream) => stream.text()))

  const told = performance.now()
  app.child.kill('SIGTERM')
  for (const text of await ended) ok(text.startsWith('retry: '), 'when to come again')
  deepEqual(await once(app.child, 'exit'), [0, null])
  ok(performance.now() - told < DRAIN_MS)
})

import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { openListener } from './server.ts'

const LIVE_SECONDS = 20 // the time between keep-alives of live updates
const PROXY_SECONDS = 120 // how long Caddy keeps an idle connection; nginx 60

test('an idle connection stays open for longer than the proxies use it', async () => {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test' })
  const listener = await openListener(config)
  listener.open((_, response) => response.end('hello'))

  const { headers } = await fetch(`http://127.0.0.1:${listener.port}/`)

  await listener.close()
  const kept = headers.get('keep-alive') ?? ''
  match(kept, /^timeout=\d+$/)
  ok(Number(kept.slice('timeout='.length)) > PROXY_SECONDS, kept)
})

test('a connection that stands still is cut off, but not between live updates', async () => {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test' })
  const listener = await openListener(config)
  await listener.close()
  const { timeout } = listener.server
  ok(timeout > 2 * LIVE_SECONDS * 1_000, String(timeout))
})

test('OP-11 an answer ends its connection while the process is about to stop', async () => {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test' })
  const listener = await openListener(config)
  listener.open((_, response) => response.writeHead(200, { 'x-own': '1' }).end('hello'))
  const url = `http://127.0.0.1:${listener.port}/`
  equal((await fetch(url)).headers.get('connection'), 'keep-alive')

  listener.endConnections()
  equal((await fetch(url)).headers.get('connection'), 'close')
  await listener.close()
})

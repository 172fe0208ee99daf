import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from './config.ts'

const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const UPLOAD_MS = 300_000 // as long as one part of an upload may take: the stand-in storage is here
const CHECK_MS = 2_000 // Node looks for late ones every 30 s unless told otherwise
const DRAIN_MS = 10_000

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Listener {
  port: number
  server: Server
  /** From here on requests are answered; before, all are asked to come again. */
  open(answer: Answer): void
  /** Takes nobody in, and waits for those who are in, but not for ever. */
  close(): Promise<void>
}

/** Listens at once, so that a port that is taken is known before anything else is begun. */
export async function openListener({ port, host, emulators }: Config): Promise<Listener> {
  let answer: Answer = notYet
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: emulators ? UPLOAD_MS : REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
  })
  server.on('request', (request, response) => void answer(request, response))
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' || error.code === 'EACCES' ? portFault(port, error) : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    server,
    open(whenOpen) {
      answer = whenOpen
    },
    close: () => drained(server),
  }
}

function portFault(port: number, { code }: NodeJS.ErrnoException): ConfigError {
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is taken by another program'
  return new ConfigError([`PORT ${port} ${why}: set PORT to another.`])
}

/** The answer while the house is being opened: alive, but to be asked again. */
export function notYet({ url }: IncomingMessage, response: ServerResponse) {
  if (url === '/healthz') return response.end('{"status":"ok"}')
  response.writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' })
  return response.end('Renban is starting. Come back in a moment.\n')
}

async function drained(server: Server) {
  const closed = once(server, 'close')
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })])
  clearInterval(idle)
  server.closeAllConnections()
  await closed
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { ConfigError } from './environment.ts'

const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const UPLOAD_MS = 300_000 // for one part of an upload: the storage emulator runs in this server
/**
 * How long an idle connection stays open: longer than the proxies keep theirs (Caddy two minutes, nginx
 * one). Otherwise a request may arrive while this side closes, and fails although nothing is wrong.
 */
export const KEEP_ALIVE_MS = 150_000
/** How long a connection may stand still while it is answered; live updates write each 20 seconds. */
const STILL_MS = 300_000
const CHECK_MS = 2_000 // Node's default for finding late requests is 30 s
const DRAIN_MS = 10_000
const SHORT_TURN_MS = 0.2
const TURNS_MAX = 1_000

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Listener {
  port: number
  server: Server
  /** Passes requests to a handler from now on; until then they get 503 with `Retry-After`. */
  open(handler: Handler): void
  /**
   * Ends each connection with its next answer. A proxy then sends no request on a connection that is about
   * to close, which would fail unless it may be sent again.
   */
  endConnections(): void
  /** Accepts no more requests and waits for running ones, for ten seconds at most. */
  close(): Promise<void>
}

interface Options extends Pick<Config, 'port' | 'host'> {
  /** True if the storage emulator receives uploads here. */
  emulators?: boolean
  /** The variable that names the port. */
  variable?: 'PORT' | 'METRICS_PORT'
}

/** Listens immediately, so that a port in use is reported before anything else starts. Throws a `ConfigError`. */
export async function openListener(options: Options): Promise<Listener> {
  const { port, host, emulators, variable = 'PORT' } = options
  let handler: Handler = answerStarting
  let isEnding = false
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: emulators ? UPLOAD_MS : REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
  server.setTimeout(STILL_MS)
  server.on('request', (request, response) => {
    const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name))
    if (isEnding) response.setHeader('connection', 'close')
    if (hosts.length > 1) response.writeHead(400).end() // a proxy and this server could read another
    else handler(request, response)
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' || error.code === 'EACCES'
      ? portFault(variable, port, error)
      : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    server,
    open(next) {
      handler = next
    },
    endConnections() {
      isEnding = true
    },
    close: () => drain(server),
  }
}

function portFault(variable: string, port: number, { code }: NodeJS.ErrnoException) {
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is taken by another program'
  return new ConfigError([`${variable} ${port} ${why}: set ${variable} to another.`])
}

/** Answers requests while the app is starting: alive, but come back later. */
export function answerStarting({ url }: IncomingMessage, response: ServerResponse) {
  if (url === '/healthz') return response.end('{"status":"ok"}')
  response.writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' })
  return response.end('Renban is starting. Come back in a moment.\n')
}

async function drain(server: Server) {
  const closed = once(server, 'close')
  await noneWaiting()
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })])
  clearInterval(idle)
  server.closeAllConnections()
  await closed
}

/**
 * Waits for a turn of the event loop so short that hardly a connection can wait to be accepted after it.
 * Closing resets those that wait, and a proxy may not send their requests elsewhere.
 */
async function noneWaiting() {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const beganAt = performance.now()
    await setImmediate()
    if (performance.now() - beganAt < SHORT_TURN_MS) return
  }
}

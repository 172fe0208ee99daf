import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A PUT that went through the proxy. */
interface Put {
  /** The number of the part; 0 for a whole file. */
  part: number
  bytes: number
  /** The status that storage answered; absent if the PUT did not get that far. */
  status?: number
  disconnect: () => void
  /** Lets no further byte through and keeps the connection open. */
  stall: () => void
}
interface Trip {
  part: number
  bytes: number
  action: (put: Put) => void
}

/**
 * Opens an unreliable HTTP proxy (RFC 9112, 3.2.2) that logs each PUT to storage, and breaks or stalls
 * what it is told to. Chromium takes `url` as its proxy; a program sends to `port`.
 */
export async function openFlakyProxy(t: TestContext) {
  const sockets = new Set<Socket>()
  const puts: Put[] = []
  const trips: Trip[] = []
  const withheld: { path: RegExp; done: () => void }[] = []
  let open = 0
  const line = {
    puts,
    mostAtOnce: 0,
    url: '',
    port: 0,
    /** Runs `action` once, when a PUT of this part has transferred `bytes`. */
    onPut: (part: number, bytes: number, action: Trip['action']) =>
      void trips.push({ part, bytes, action }),
    /** Breaks the connection of a PUT of this part once it has transferred `bytes`. */
    disconnectAt: (part: number, bytes: number) =>
      line.onPut(part, bytes, (put) => put.disconnect()),
    /**
     * Carries one request whose path matches to the server, but keeps the answer back. Resolves when the
     * server has answered.
     */
    withholdAnswer: (path: RegExp) =>
      new Promise<void>((done) => void withheld.push({ path, done })),
    /** Breaks all connections. */
    disconnectAll: () => sockets.forEach((socket) => socket.destroy()),
  }
  const server = createServer((request, response) => {
    const { pathname, search, searchParams, hostname, port } = new URL(request.url!)
    const way = { hostname, port, path: pathname + search, method: request.method }
    const out = ask({ ...way, headers: request.headers }, (answer) => {
      put.status = answer.statusCode!
      const kept = withheld.findIndex(({ path: wanted }) => wanted.test(pathname))
      if (kept >= 0) {
        answer.resume().on('end', withheld.splice(kept, 1)[0]!.done)
        return
      }
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    const disconnect = () => void request.socket.destroy()
    const stall = () => void request.unpipe(out).pause()
    const put: Put = { part: Number(searchParams.get('partNumber')), bytes: 0, disconnect, stall }
    request.pipe(out)
    out.on('error', disconnect)
    response.on('close', () => out.destroy())
    if (request.method !== 'PUT') return
    puts.push(put)
    line.mostAtOnce = Math.max(line.mostAtOnce, ++open)
    response.on('close', () => open--)
    request.on('data', ({ length }: Buffer) => {
      put.bytes += length
      const hit = trips.findIndex(({ part, bytes }) => part === put.part && put.bytes >= bytes)
      if (hit >= 0) trips.splice(hit, 1)[0]!.action(put)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.port = (server.address() as AddressInfo).port
  line.url = `http://127.0.0.1:${line.port}`
  t.after(() => {
    line.disconnectAll()
    server.close()
  })
  return line
}
export type FlakyProxy = Awaited<ReturnType<typeof openFlakyProxy>>

import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** One PUT that went over the line. */
interface Put {
  /** Which part it brings; 0 for a whole file. */
  part: number
  bytes: number
  /** What storage said, where it got so far. */
  status?: number
  broken: () => void
  /** From now on no byte of it goes through, and it stays open. */
  held: () => void
}
interface Trip {
  part: number
  bytes: number
  action: (put: Put) => void
}

/**
 * A bad line to storage: an HTTP proxy (RFC 9112, 3.2.2) that keeps a log, and breaks what it is
 * told to. Chromium takes `url` as its proxy; a program sends to `port`.
 */
export async function openLine(t: TestContext) {
  const sockets = new Set<Socket>()
  const puts: Put[] = []
  const trips: Trip[] = []
  let open = 0
  const line = {
    puts,
    mostAtOnce: 0,
    url: '',
    port: 0,
    /** Does something when a PUT of this part has come so far, once. */
    at: (part: number, bytes: number, action: Trip['action']) =>
      void trips.push({ part, bytes, action }),
    /** Breaks the connection that a PUT of this part is on, so far into its body. */
    drop: (part: number, bytes: number) => line.at(part, bytes, (put) => put.broken()),
    /** Breaks all connections. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
  }
  const server = createServer((request, response) => {
    const { pathname, search, searchParams, hostname, port } = new URL(request.url!)
    const way = { hostname, port, path: pathname + search, method: request.method }
    const out = ask({ ...way, headers: request.headers }, (answer) => {
      put.status = answer.statusCode!
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    const broken = () => void request.socket.destroy()
    const held = () => void request.unpipe(out).pause()
    const put: Put = { part: Number(searchParams.get('partNumber')), bytes: 0, broken, held }
    request.pipe(out)
    out.on('error', broken)
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
    line.cut()
    server.close()
  })
  return line
}
export type Line = Awaited<ReturnType<typeof openLine>>

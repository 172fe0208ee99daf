import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

type Target = { port: number; host?: string } | { path: string }

/** Opens a TCP proxy on this machine that can be cut, as a broken network or a stopped server. */
export async function openTcpProxy(target: Target) {
  const sockets = new Set<Socket>()
  const repliers = new Set<Socket>() // those of `sockets` that lead to the target
  let state: 'open' | 'silent' | 'refusing' = 'open'
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (state === 'refusing') {
      near.destroy()
      return
    }
    const far = createConnection(target)
    repliers.add(far)
    far.on('close', () => repliers.delete(far))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      if (state === 'silent') socket.pause()
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void to.write(bytes))
      from.on('end', () => void to.end())
      if (state === 'silent') from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    /** Lets no byte through and keeps all connections open, as a cut network does. */
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.pause()
    },
    /** Lets requests of the open connections through, and no reply. */
    holdReplies() {
      for (const socket of repliers) socket.pause()
    },
    /** Breaks all connections and accepts none, as a stopped server does. */
    refuse() {
      state = 'refusing'
      for (const socket of sockets) socket.destroy()
    },
    /** Lets everything through again. What a cut network held back is lost with its connections. */
    resume() {
      if (state === 'silent') for (const socket of sockets) socket.destroy()
      state = 'open'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Opens such a proxy to a database, and returns the database's URL through it. */
export async function openDatabaseProxy(databaseUrl: string) {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  const network = await openTcpProxy(
    host.startsWith('/') ? { path: join(host, '.s.PGSQL.5432') } : { host, port: Number(port) },
  )
  return { network, url: `postgres://${username}@127.0.0.1:${network.port}${pathname}` }
}

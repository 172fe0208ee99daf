import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/**
 * Locks a name among the processes of this machine until released or until this process ends. Returns
 * the function that releases it, or `undefined` if another process has the lock. Uses abstract socket
 * names on Linux, which cannot become stale; elsewhere a socket file, stale if it refuses connections.
 */
export async function processLock(name: string): Promise<(() => void) | undefined> {
  const socket = socketOf(name)
  if (!isAbstract(socket) && !(await isListening(socket))) rmSync(socket, { force: true })
  return listen(socket)
}

/**
 * Returns false if certainly no process of this machine holds the lock of a name. A process that stands
 * still, or has too many files open to ask, leaves it uncertain.
 */
export async function isLocked(name: string): Promise<boolean> {
  const fault = await connecting(socketOf(name))
  return fault !== 'ECONNREFUSED' && fault !== 'ENOENT'
}

function socketOf(name: string): string {
  const hashed = `renban-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  return process.platform === 'linux' ? `\0${hashed}` : `/tmp/${hashed}.lock`
}

const isAbstract = (socket: string) => socket.startsWith('\0')

/** Returns true if a process listens on a socket file. */
export async function isListening(socket: string): Promise<boolean> {
  return (await connecting(socket)) === undefined
}

/** Connects to a socket and disconnects. Returns the code of the error, if there is one. */
async function connecting(socket: string): Promise<string | undefined> {
  const connection = connect(socket)
  const fault = await once(connection, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
  )
  connection.destroy()
  return fault
}

async function listen(socket: string): Promise<(() => void) | undefined> {
  const lock = createServer().unref()
  lock.listen(socket)
  const acquired = await once(lock, 'listening').catch(() => undefined)
  return acquired && (() => void lock.close())
}

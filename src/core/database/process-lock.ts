import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/**
 * Holds a name among the processes of this machine, until let go of or until this process ends;
 * `undefined` where another has it. The kernel's own socket names (Linux) cannot go stale; where
 * there are none a socket file is used, and one that nobody answers at is a dead one's.
 */
export async function processLock(name: string): Promise<(() => void) | undefined> {
  const hashed = `renban-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return listen(`\0${hashed}`)
  const file = `/tmp/${hashed}.lock`
  if (!(await reaches(file))) rmSync(file, { force: true })
  return listen(file)
}

/** Whether anybody listens at a socket file. */
export async function reaches(socket: string): Promise<boolean> {
  const line = connect(socket)
  const open = await once(line, 'connect').catch(() => undefined)
  line.destroy()
  return open !== undefined
}

async function listen(socket: string): Promise<(() => void) | undefined> {
  const lock = createServer().unref()
  lock.listen(socket)
  const held = await once(lock, 'listening').catch(() => undefined)
  return held && (() => void lock.close())
}

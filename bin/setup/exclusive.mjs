import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` while no other setup of this clone runs. A second setup waits and finds everything done. */
export async function runExclusively(work) {
  const name = `renban-setup-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16)}`
  let lock
  for (let announced = false; !(lock = await acquire(name)); announced = true) {
    if (!announced) console.log('Another setup of this folder is running: waiting for it …')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await work()
  lock.close()
}

/** Locks a name. Abstract socket names (Linux) end with their process; a socket file may be stale. */
async function acquire(name) {
  if (process.platform === 'linux') return listen(`\0${name}`)
  const file = join(tmpdir(), name)
  if (!(await isListening(file))) rmSync(file, { force: true })
  return listen(file)
}

function listen(path) {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy())
    server.on('error', () => resolve(undefined))
    server.listen(path, () => resolve(server.unref()))
  })
}

function isListening(path) {
  return new Promise((resolve) => {
    const connection = connect(path, () => resolve(true))
    connection.on('error', () => resolve(false))
    connection.unref()
  })
}

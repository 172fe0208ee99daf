import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` while no other setup of this clone runs: the second waits, and finds all done. */
export async function alone(work) {
  const name = `renban-setup-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16)}`
  let lock
  for (let told = false; !(lock = await hold(name)); told = true) {
    if (!told) console.log('Another setup of this folder is running: waiting for it …')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await work()
  lock.close()
}

/** The kernel's own names (Linux) end with their process; a socket file may be a dead one's. */
async function hold(name) {
  if (process.platform === 'linux') return listen(`\0${name}`)
  const file = join(tmpdir(), name)
  if (!(await reaches(file))) rmSync(file, { force: true })
  return listen(file)
}

function listen(path) {
  return new Promise((resolve) => {
    const server = createServer((line) => line.destroy())
    server.on('error', () => resolve(undefined))
    server.listen(path, () => resolve(server.unref()))
  })
}

function reaches(path) {
  return new Promise((resolve) => {
    const line = connect(path, () => resolve(true))
    line.on('error', () => resolve(false))
    line.unref()
  })
}

import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { postmasterOf } from '../data-folder.ts'
import { pauseAfter } from '../pause.ts'
import { embeddedDatabaseUrl, isAlive, launch, waitUntilStarted } from '../program.ts'

export const VICTIMS = ['database', 'all', 'worker', 'web'] as const
type Role = 'web' | 'worker'

const BACK_MS = 120_000 // the time after which a server counts as lost

/**
 * Starts a web server, a worker and their PostgreSQL on one data folder, to be killed one by one. The
 * emulators of all vendors run in the web server, so they die with it.
 */
export async function openServers(folder: string) {
  const children = new Map<Role, ChildProcess>()
  const errors: string[] = []
  let url = ''
  let port = '0'

  async function start(role: Role) {
    const child = launch({ DATA_DIR: folder, DEMO: '0', PORT: port }, [role])
    children.set(role, child)
    createInterface(child.stderr!).on('line', (line) => {
      if (!line.startsWith('{') || line.includes('"level":"error"')) errors.push(line)
    })
    const started = await waitUntilStarted(child)
    child.stdout!.resume() // a full pipe would stop the program
    if (role === 'worker') return
    url = started.url
    port = new URL(url).port
  }

  /** Returns the seconds from a kill until the servers are ready again. */
  async function kill(victim: string): Promise<number> {
    const roles = (['web', 'worker'] as const).filter((role) => victim === role || victim === 'all')
    const postmaster = postmasterOf(folder)
    const ends = roles.map((role) => once(children.get(role)!, 'exit'))
    const killedAt = performance.now()
    for (const role of roles) children.get(role)!.kill('SIGKILL')
    if (roles.length !== 1) process.kill(postmaster, 'SIGKILL')
    await Promise.all(ends)
    await Promise.all(roles.map(start))
    if (roles.length !== 1) await until(() => !isAlive(postmaster) && answers(folder))
    await until(() => isReady(url))
    for (const [role, { exitCode }] of children)
      if (exitCode !== null) throw new Error(`${role} ended by itself: ${errors.at(-1)}`)
    return (performance.now() - killedAt) / 1_000
  }

  await start('web')
  await start('worker')
  return {
    url,
    /** The log lines with errors, and everything else that the processes wrote there. */
    errors,
    kill,
    async stop() {
      const running = [...children.values()].filter(({ exitCode }) => exitCode === null)
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(running.map((child) => once(child, 'exit')))
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

async function answers(folder: string): Promise<boolean> {
  const client = new Client(embeddedDatabaseUrl(folder))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(holds: () => boolean | Promise<boolean>) {
  const begun = Date.now()
  for (let looks = 0; !(await holds()); looks++) {
    if (Date.now() - begun > BACK_MS) throw new Error('the servers do not come back')
    await pauseAfter(looks)
  }
}

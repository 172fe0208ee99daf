import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch, waitUntilStarted } from '../program.ts'
import { within } from './engine.ts'

const WEB_PORTS = [3_000, 3_001, 3_002] // as in deploy/haproxy.cfg and deploy/nginx.conf
const WORKERS = 2
const METRICS_PORT = 9_464 // of the first process; the others follow
const READY_SECONDS = 60

export type Env = Record<string, string>
/** A web or worker process, which is started again at the same port. */
export interface Server {
  role: 'web' | 'worker'
  /** Where it serves pages; empty for a worker. */
  url: string
  /** Where it says how it is, by a port that is not public. */
  stateUrl: string
  child: ChildProcess
  start(): Promise<void>
  /** Ends it and starts it again. */
  restart(signal: NodeJS.Signals): Promise<void>
}
export type Product = Awaited<ReturnType<typeof openProduct>>

/** Starts three web processes and two workers, each with a data folder of its own. */
export async function openProduct(folder: string, env: Env) {
  const errors: string[] = []
  const say = (line: string) => {
    if (!line.startsWith('{') || line.includes('"level":"error"')) errors.push(line)
  }
  const web = WEB_PORTS.map((port, i) =>
    serverOf('web', i, { ...env, PORT: String(port) }, folder, say),
  )
  const workers = Array.from({ length: WORKERS }, (_, i) =>
    serverOf('worker', WEB_PORTS.length + i, env, folder, say),
  )
  const all = [...web, ...workers]
  await Promise.all(all.map((one) => one.start()))
  return {
    web,
    workers,
    all,
    env,
    /** The log lines with errors, and everything else that the processes wrote there. */
    errors,
    stop: () => Promise.all(all.map(({ child }) => ended(child, 'SIGTERM'))),
  }
}

function serverOf(
  role: Server['role'],
  i: number,
  env: Env,
  folder: string,
  say: (line: string) => void,
): Server {
  const dataDir = join(folder, `${role}-${i}`)
  mkdirSync(dataDir, { recursive: true })
  const own = { ...env, DATA_DIR: dataDir, METRICS_PORT: String(METRICS_PORT + i) }
  const stateUrl = `http://127.0.0.1:${METRICS_PORT + i}`
  const server: Server = {
    role,
    url: role === 'web' ? `http://127.0.0.1:${env.PORT}` : '',
    stateUrl,
    child: undefined!,
    async start() {
      server.child = launch(own, [role])
      createInterface(server.child.stderr!).on('line', say)
      await waitUntilStarted(server.child)
      server.child.stdout!.resume() // a full pipe would stop the program
      await within(READY_SECONDS, async () => {
        const { status } = await fetch(`${stateUrl}/readyz`, { headers: { connection: 'close' } })
        if (status !== 200) throw new Error(`${role} ${i} is not ready`)
      })
    },
    async restart(signal) {
      await ended(server.child, signal)
      await server.start()
    },
  }
  return server
}

/** Starts one process that must not start. Returns what it said. */
export async function failedStart(folder: string, env: Env): Promise<string> {
  const dataDir = join(folder, 'failed')
  mkdirSync(dataDir)
  const child = launch({ ...env, DATA_DIR: dataDir, PORT: '0' }, ['web'])
  try {
    await waitUntilStarted(child)
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    await ended(child, 'SIGKILL')
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill(signal)
  child.kill('SIGCONT') // it may stand still, and then ends only now
  await over
}

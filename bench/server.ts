import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
// The command of `npm start`, with its flags for Node.
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

export interface Server {
  url: string
  pid: number
  /** The time from the spawn to the first page, in seconds. */
  seconds: number
  /** Returns the memory of the server and its worker process (RSS) in MB. */
  rss(): number
  stop(): Promise<void>
}

/** Starts the real server as a process of its own, or only its web part, and waits for its first page. */
export async function serve(env: Record<string, string>, role?: 'web'): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const startedAt = performance.now()
  const child = launch(env, port, role)
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(20)
  }
  return {
    url,
    pid: child.pid!,
    seconds: (performance.now() - startedAt) / 1_000,
    rss: () => rssOf(child.pid!),
    stop: () => stop(child),
  }
}

/** Starts a worker as a process of its own, beside a web process with the same data folder. */
export function work(env: Record<string, string>) {
  const child = launch(env, 0, 'worker')
  return { pid: child.pid!, stop: () => stop(child) }
}

function launch(env: Record<string, string>, port: number, role?: 'web' | 'worker') {
  const command = role ? scripts.start.replace('--worker-process', role) : scripts.start
  return spawn('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DEMO: '0', ...env },
    stdio: 'ignore',
  })
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  await response?.text()
  return response?.status === 200
}

function rssOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const workers = children.filter((child) => child && commandOf(child).includes('main.ts'))
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const own = Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1_024)
  return workers.reduce((sum, child) => sum + rssOf(Number(child)), own)
}

const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

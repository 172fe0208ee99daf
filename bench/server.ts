import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
// `npm start` itself, with the flags that it gives to Node.
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

export interface Server {
  url: string
  /** From the spawn to the first page, in seconds. */
  seconds: number
  /** Memory that the server process holds now, in MB. */
  rss(): number
  stop(): Promise<void>
}

/** The real server as a process of its own, answering its first page. */
export async function serve(env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const begun = performance.now()
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DEMO: '0', ...env },
    stdio: 'ignore',
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(20)
  }
  return {
    url,
    seconds: (performance.now() - begun) / 1_000,
    rss: () => rssOf(child),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  await response?.text()
  return response?.status === 200
}

function rssOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1_024)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

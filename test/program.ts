import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Opened {
  child: ChildProcess
  /** Where it answers; empty for a worker. */
  url: string
  said: string[]
}

const { PATH, NODE_COMPILE_CACHE } = process.env
const kept = { PATH, HOME: '/tmp', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

/** The program as `npm start` runs it, with nothing of our environment but what is given. */
export function launch(
  env: Record<string, string>,
  args: string[] = [],
  uid?: number,
): ChildProcess {
  return spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...kept, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
}

/** Comes back when the program says that it is open. */
export async function untilOpen(child: ChildProcess): Promise<Opened> {
  const said: string[] = []
  let complaints = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  for await (const line of createInterface(child.stdout!)) {
    said.push(line)
    const [, url] = /^Renban (?:is open: (\S+)|is running jobs)$/.exec(line) ?? []
    if (line.startsWith('Renban ')) return { child, url: url ?? '', said }
  }
  throw new Error(`it did not start: ${said.join('\n')}${complaints}`)
}

/** The database that the program runs itself in its data folder. */
export const ownDatabase = (folder: string) =>
  `postgres://postgres@${encodeURIComponent(join(folder, 'postgres'))}/postgres`

/** A dead process that nobody has asked about yet (a zombie) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Tries again until it does not throw; ten seconds are what a recovery may take. */
export async function inTime<T>(holds: () => Promise<T>): Promise<T> {
  for (const begun = Date.now(); ; await sleep(50)) {
    try {
      return await holds()
    } catch (error) {
      if (Date.now() - begun > 10_000) throw error
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pauseAfter, timeLimit } from './pause.ts'

export interface StartedProgram {
  child: ChildProcess
  /** The origin that the program serves; empty for a worker. */
  url: string
  output: string[]
}

const { PATH, NODE_COMPILE_CACHE } = process.env
const inheritedEnv = { PATH, HOME: '/tmp', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

interface LaunchOptions {
  /** The user that runs the program, if not this one. */
  uid?: number | undefined
  /** A file to load before the program, which may exchange messages with the test. */
  preload?: string
}

/** Starts the program with only `env` and the path as its environment. */
export function launch(
  env: Record<string, string>,
  args: string[] = [],
  { uid, preload }: LaunchOptions = {},
): ChildProcess {
  const first = preload ? [`--import=${preload}`] : []
  return spawn(process.execPath, [...first, 'src/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...inheritedEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
    ...(uid !== undefined && { uid, gid: uid }),
  })
}

/** Waits until the program logs that it is open. Throws if it exits before. */
export async function waitUntilStarted(child: ChildProcess): Promise<StartedProgram> {
  const output: string[] = []
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text))
  for await (const line of createInterface(child.stdout!)) {
    output.push(line)
    const [, url] = /^Renban (?:is open: (\S+)|is running jobs)$/.exec(line) ?? []
    if (line.startsWith('Renban ')) return { child, url: url ?? '', output }
  }
  throw new Error(`the program did not start: ${output.join('\n')}${errors}`)
}

/** Returns the URL of the PostgreSQL that the program runs in its data folder. */
export const embeddedDatabaseUrl = (folder: string) =>
  `postgres://postgres@${encodeURIComponent(join(folder, 'postgres'))}/postgres`

/** Tells if a process runs. A zombie, dead but not yet reaped, does not count. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const PATIENCE_SECONDS = 30 // on a busy machine; at rest a recovery takes two

/** Retries `holds` until it does not throw, for some seconds. */
export async function eventually<T>(
  holds: () => Promise<T>,
  seconds = PATIENCE_SECONDS,
): Promise<T> {
  const isOver = timeLimit(seconds)
  for (let looks = 0; ; looks++) {
    try {
      return await holds()
    } catch (error) {
      if (isOver()) throw error
    }
    await pauseAfter(looks)
  }
}

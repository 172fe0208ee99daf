import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const STOP_MS = 15_000
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
const SHOWN = 400 // characters of what a program printed

/** What is done at the end, in reverse order. */
export interface Ends {
  after(action: () => unknown): void
}

export interface Engine {
  child: ChildProcess
  /** Ends the program, with the processes that it started, and waits. */
  end(signal?: NodeJS.Signals): Promise<void>
}

interface Options {
  folder: string
  as?: { uid: number; gid: number }
}

/**
 * Starts a program in a process group of its own, so that its pid also ends what it started. What it
 * prints goes to `NAME.log` in the folder.
 */
export function startEngine(
  name: string,
  program: string,
  words: string[],
  { folder, as }: Options,
): Engine {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const child = spawn(program, words, {
    ...as,
    cwd: folder,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
  })
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    async end(signal = 'SIGTERM') {
      if (isOver()) return
      const over = once(child, 'exit')
      process.kill(-child.pid!, signal)
      const late = sleep(STOP_MS, 'late', { ref: false })
      if ((await Promise.race([over, late])) === 'late') process.kill(-child.pid!, 'SIGKILL')
      await over
    },
  }
}

/** Runs a program to its end and returns what it printed. Throws with that if it fails. */
export function runEngine(program: string, words: string[], { folder, as }: Options): string {
  try {
    return execFileSync(program, words, {
      ...as,
      cwd: folder,
      env: ENVIRONMENT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    throw new Error(`${program}: ${(stderr || stdout || String(error)).trim().slice(-SHOWN)}`, {
      cause: error,
    })
  }
}

/** Returns the number of a system user and of its group. */
export function userNamed(name: string) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  if (!line) throw new Error(`there is no user ${name}`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Throws if a program is missing. */
export function need(...programs: string[]) {
  const missing = programs.filter((program) => !existsSync(program))
  if (missing.length > 0) throw new Missing(`${missing.join(', ')} is not installed`)
}

/** Thrown for an engine that cannot be had here: its claims are not run. */
export class Missing extends Error {
  override name = 'Missing'
}

/** Waits until `holds` does not throw. Throws what it threw last after so many seconds. */
export async function within<T>(seconds: number, holds: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    try {
      return await holds()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await sleep(100)
  }
}

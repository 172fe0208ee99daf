import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Refusal } from '#core/errors.ts'

const LOG_CHARS = 16_384
const BLOCK_BYTES = 512 // the unit of `ulimit -f` in a POSIX shell
const XFSZ = 25 // the signal for a file over its limit
const KILL = 9 // sent by the kernel when memory runs out, or by an operator
const LIMITS = 'ulimit -c 0; ulimit -v "$1"; ulimit -f "$2"; shift 2; exec "$@"'

export interface Sandbox {
  /** True if the kernel isolates the tool from files and network; otherwise only limits apply. */
  isolated: boolean
  /**
   * Runs a tool. Refuses `media_broken` if the tool fails and `media_too_long` if it reaches a limit.
   * Rejects with a plain error if it is killed or the disk is full.
   */
  run(command: string, args: string[], job: Job): Promise<{ log: string }>
}
interface Job {
  /** The only folder the tool may write to, and its working directory. */
  folder: string
  timeoutSeconds: number
  signal?: AbortSignal
  onOutput?: (chunk: Buffer) => void
  /** Receives the tool's output on file descriptor 3. */
  onReport?: (text: string) => void
}
interface Limits {
  memoryBytes: number
  fileBytes: number
}

let bubblewrapWorks: Promise<boolean> | undefined
/**
 * Opens a sandbox for tools that read untrusted files. Tools get their own process group, no input, a
 * minimal environment, and limits on memory, file size and wall time. If bubblewrap works (tried
 * once), they also have no network, see no other processes, and see no files but the system's
 * programs and the job's folder.
 */
export async function openSandbox(tools: string[], limits: Limits): Promise<Sandbox> {
  const wrap = bubblewrap(tools)
  bubblewrapWorks ??= succeeds([...wrap('/tmp'), 'true'])
  const isolated = await bubblewrapWorks
  return {
    isolated,
    run(command, args, job) {
      const inner = [...(isolated ? wrap(job.folder) : []), command, ...args]
      const kilobytes = String(Math.floor(limits.memoryBytes / 1024))
      const blocks = String(Math.floor(limits.fileBytes / BLOCK_BYTES))
      return finish(['-c', LIMITS, 'sandbox', kilobytes, blocks, ...inner], job)
    },
  }
}

/** Returns bubblewrap's command line before the tool: programs read-only, one folder writable. */
function bubblewrap(tools: string[]): (folder: string) => string[] {
  const own = tools.map((tool) => dirname(tool)).filter((dir) => !dir.startsWith('/usr/'))
  const system = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives', ...own]
  const readOnly = system.flatMap((path) => ['--ro-bind-try', path, path])
  const flags = ['--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534']
  const scratch = ['--dev', '/dev', '--tmpfs', '/tmp']
  return (folder) => {
    const job = ['--bind', folder, '/job', '--chdir', '/job']
    return ['bwrap', ...flags, '--die-with-parent', ...readOnly, ...scratch, ...job, '--']
  }
}

async function succeeds([command, ...args]: string[]): Promise<boolean> {
  return promisify(execFile)(command!, args, { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

function finish(args: string[], job: Job): Promise<{ log: string }> {
  job.signal?.throwIfAborted()
  const child = spawn('/bin/sh', args, {
    cwd: job.folder,
    detached: true, // its own process group, which can be killed as a whole
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let log = ''
  let isTimedOut = false
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_CHARS)
  })
  child.stdout!.on('data', (chunk: Buffer) => job.onOutput?.(chunk))
  const reports = child.stdio[3] as Readable
  reports.setEncoding('utf8').on('data', (text: string) => job.onReport?.(text))
  const stop = () => killGroup(child)
  const timer = setTimeout(() => {
    isTimedOut = true
    stop()
  }, job.timeoutSeconds * 1_000)
  job.signal?.addEventListener('abort', stop, { once: true })

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      job.signal?.removeEventListener('abort', stop)
      if (job.signal?.aborted) return reject(job.signal.reason as Error)
      if (code === 0) return resolve({ log })
      const isOverLimit = isTimedOut || signal === 'SIGXFSZ' || code === 128 + XFSZ
      const cause = new Error(`ended with ${code ?? signal}: ${log}`)
      const isKilled = signal === 'SIGKILL' || code === 128 + KILL
      // The cause is not the file, so a retry may work.
      if (!isTimedOut && (isKilled || /No space left on device/.test(log))) return reject(cause)
      reject(new Refusal(isOverLimit ? 'media_too_long' : 'media_broken', {}, { cause }))
    })
  })
}

function killGroup(child: ChildProcess) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#core/log.ts'

const NICE = 10 // requests come first where both need the processor
const AGAIN_MS = 1_000

/**
 * Runs the worker of a program in a process of its own at a low priority, and starts another if it ends.
 * Ends the worker with this process, also if this one is killed: `main.ts` stops a worker whose channel closes.
 * Starts no other once this process stops: a signal to both may end the worker first.
 */
export function openWorkerProcess(
  program: string,
  env: NodeJS.ProcessEnv,
  isProcessStopping: () => boolean,
) {
  let isStopping = false
  let worker = start()

  function start(): ChildProcess {
    const child = fork(program, ['worker'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('spawn', () => lowerPriority(child.pid!))
    child.on('error', (error) => {
      log('error', 'the worker does not start', { error })
      if (child.pid === undefined) void startAgain() // it will not exit
    })
    child.once('exit', () => void startAgain())
    return child
  }

  function lowerPriority(pid: number) {
    try {
      setPriority(pid, NICE)
    } catch (error) {
      log('warn', 'the worker keeps its priority', { error }) // it has ended, or a sandbox forbids it
    }
  }

  async function startAgain() {
    if (isStopping || isProcessStopping()) return
    log('error', 'the worker ended, and another starts')
    await sleep(AGAIN_MS)
    if (isStopping || isProcessStopping()) return
    try {
      worker = start()
    } catch (error) {
      log('error', 'the worker does not start', { error }) // no memory, for one
      void startAgain()
    }
  }

  return {
    /** Stops the worker in order: it finishes its jobs or gives them back. */
    async close() {
      isStopping = true
      const hasEnded = worker.exitCode !== null || worker.signalCode !== null
      if (hasEnded || worker.pid === undefined) return
      const ended = once(worker, 'exit')
      worker.kill('SIGTERM')
      await ended
    },
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '#core/log.ts'

const NICE = 10 // requests come first where both need the processor
const AGAIN_MS = 1_000

/**
 * Runs the worker of a program in a process of its own at a low priority, and starts another if it ends.
 * It ends with this process, however that ends.
 */
export function openWorkerProcess(program: string, env: NodeJS.ProcessEnv) {
  let isStopping = false
  let worker = start()

  function start(): ChildProcess {
    const child = fork(program, ['worker'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid) setPriority(child.pid, NICE)
    child.on('error', (error) => log('error', 'the worker does not start', { error }))
    child.once('exit', () => void startAgain())
    return child
  }

  async function startAgain() {
    if (isStopping) return
    log('error', 'the worker ended, and another starts')
    await sleep(AGAIN_MS)
    if (!isStopping) worker = start()
  }

  return {
    /** Stops the worker in order: it finishes its jobs or gives them back. */
    async close() {
      isStopping = true
      if (worker.exitCode !== null || worker.signalCode !== null) return
      const ended = once(worker, 'exit')
      worker.kill('SIGTERM')
      await ended
    },
  }
}

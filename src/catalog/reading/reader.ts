import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { inTurn } from '#src/platform/pictures/in-turn.ts'

const READ_MS = 30_000 // at most, the loading of the dictionary included
const IDLE_MS = 10_000 // until the thread ends, whose dictionary takes 150 MB

const oneByOne = inTurn()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Returns how a Japanese text is read, in kana: as it is written (`ハ`) and as it is spoken (`ワ`). */
export const readAloud = (text: string): Promise<string[]> =>
  oneByOne(async () => {
    clearTimeout(idle)
    thread ??= new Worker(new URL('./reading-worker.ts', import.meta.url)).on('error', end)
    thread.ref()
    try {
      thread.postMessage(text)
      const [readings] = await once(thread, 'message', { signal: AbortSignal.timeout(READ_MS) })
      thread.unref()
      idle = setTimeout(end, IDLE_MS).unref()
      return readings as string[]
    } catch (error) {
      end()
      throw error
    }
  })

function end() {
  void thread?.terminate()
  thread = undefined
}

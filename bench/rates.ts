import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

const CLIENTS = 16
const MEMORY = join(import.meta.dirname, 'memory.ts')
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

/** Starts a process that answers with the given bytes from memory. */
export async function serveFromMemory(bytes: string) {
  const child = fork(MEMORY)
  child.send(bytes)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://localhost:${port}/`, stop: () => child.kill() }
}

/**
 * Counts the answers that 16 clients get within some seconds, from one address or from several in turn.
 * They are compressed unless `accept-encoding` is `identity`. Throws for any other answer.
 */
export async function countAnswers(
  addresses: string | string[],
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const wanted = { 'accept-encoding': 'gzip', ...headers }
  const until = performance.now() + seconds * 1_000
  const urls = [addresses].flat()
  let count = 0
  let asked = 0
  const client = async () => {
    while (performance.now() < until) {
      const url = urls[asked++ % urls.length]!
      const answer = await request(url, wanted)
      const coding = answer.headers['content-encoding'] ?? 'identity'
      if (answer.statusCode !== 200 || coding !== wanted['accept-encoding'])
        throw new Error(`${url}: ${answer.statusCode} ${coding}`)
      for await (const _ of answer);
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return count
}

/** Asks without decompressing: the reader's work would weigh more than the server's. */
export const request = (url: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers }, resolve).on('error', reject)
  })

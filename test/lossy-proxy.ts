import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import type { Random } from './random.ts'

interface Losses {
  /** The longest delay each way, in milliseconds. */
  delay: number
  /** The share of requests that never reach the server, from 0 to 1. */
  requests: number
  /** The share of answers that never reach the caller, from 0 to 1. */
  answers: number
  /** The share of requests that reach the server twice, from 0 to 1. */
  doubles: number
  random: Random
}

/** Opens an HTTP proxy in front of a server that delays, loses and doubles, as bad wireless does. */
export async function openLossyProxy(t: TestContext, target: string, losses: Losses) {
  const { delay, requests, answers, doubles, random } = losses
  const happens = (share: number) => random(1_000) < share * 1_000
  const counts = { requests: 0, lost: 0, unanswered: 0, doubled: 0 }
  const server = createServer((request, response) => {
    const carry = async () => {
      counts.requests++
      const body = await buffer(request)
      await pause(random(delay))
      if (happens(requests)) {
        counts.lost++
        return request.socket.destroy()
      }
      const { method = 'GET', url = '/' } = request
      const { host: _, connection: __, ...headers } = request.headers
      const init = {
        method,
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
      }
      const isDouble = happens(doubles)
      if (isDouble) counts.doubled++
      const [answer] = await Promise.all(
        Array.from({ length: isDouble ? 2 : 1 }, () => fetch(target + url, init)),
      )
      const text = await answer!.text()
      await pause(random(delay))
      if (happens(answers)) {
        counts.unanswered++
        return request.socket.destroy()
      }
      return response.writeHead(answer!.status, { 'content-type': 'application/json' }).end(text)
    }
    void carry()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { counts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

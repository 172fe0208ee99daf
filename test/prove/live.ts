import { once } from 'node:events'
import { get } from 'node:https'
import { LIVE_PATH } from '#src/platform/realtime/live.shared.ts'
import { SHOP_URL } from './stand.ts'

/** Listens to the changes of a title by way of the proxy, as its page does. */
export async function openLive(kid: string) {
  const request = get(`${SHOP_URL}${LIVE_PATH}?kid=${kid}`, { agent: false })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`changes answer ${response.statusCode}`)
  let heard = ''
  response.setEncoding('utf8').on('data', (text: string) => (heard += text))
  response.on('error', () => {}) // cut off below
  return {
    /** Waits until a change is heard. Throws after so many seconds. */
    async changed(seconds: number) {
      const end = AbortSignal.timeout(seconds * 1_000)
      try {
        while (!heard.includes('event: changed')) await once(response, 'data', { signal: end })
      } finally {
        request.destroy()
      }
    },
  }
}

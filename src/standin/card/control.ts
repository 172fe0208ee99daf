import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '../page.ts'
import { type Desk } from './store.ts'
import { type Webhooks } from './webhooks.ts'

const order = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['pause', 'resume']) }),
  z.strictObject({ do: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ do: z.literal('deliver'), events: z.array(z.string()) }),
])

/**
 * The wire between provider and shop in a test's hands. GET tells what was announced, oldest
 * first. POST takes an order as JSON: pause and resume; delay, which holds each delivery back; and
 * deliver, which brings events now, in the order named, as often as named, even while paused.
 */
export async function serveControl(
  desk: Desk,
  webhooks: Webhooks,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (req.method === 'GET') return sendJson(res, 200, report(desk, webhooks))
  // A page elsewhere cannot send this type without asking first, and nobody answers it.
  if (!req.headers['content-type']?.startsWith('application/json'))
    return sendJson(res, 415, { error: 'send JSON' })
  const { data, error } = order.safeParse(JSON.parse(await readBody(req)))
  if (error) return sendJson(res, 422, { error: z.prettifyError(error) })
  if (data.do === 'deliver') {
    if (!data.events.every((id) => desk.store.events.has(id)))
      return sendJson(res, 404, { error: 'no such event' })
    const statuses: number[] = []
    for (const id of data.events) statuses.push(await webhooks.deliver(id))
    return sendJson(res, 200, { statuses })
  }
  webhooks.set(data.do === 'delay' ? { delay: data.ms } : { paused: data.do === 'pause' })
  return sendJson(res, 200, report(desk, webhooks))
}

function report({ store }: Desk, webhooks: Webhooks) {
  const events = [...store.events.values()].map(({ id, type, created, data }) => {
    const { attempts, delivered_at } = store.deliveries.get(id)!
    return { id, type, created, object: data.object, attempts, delivered: delivered_at !== null }
  })
  return { ...webhooks.state(), events }
}

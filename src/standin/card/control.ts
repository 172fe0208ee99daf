import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '../page.ts'
import type { Fields } from './form.ts'
import { openDispute } from './dispute.ts'
import { createRefund } from './refund.ts'
import { Refused } from './refused.ts'
import { type Desk } from './store.ts'
import { type Webhooks } from './webhooks.ts'

const order = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['pause', 'resume']) }),
  z.strictObject({ do: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ do: z.literal('deliver'), events: z.array(z.string()) }),
  z.strictObject({
    do: z.literal('refund'),
    payment_intent: z.string(),
    amount: z.int().min(1).optional(), // yen; all that is left without it
  }),
  z.strictObject({ do: z.literal('dispute'), payment_intent: z.string() }),
])

/**
 * The wire between provider and shop in a test's hands. GET tells what was announced, oldest
 * first. POST takes an order as JSON: pause and resume; delay, which holds each delivery back;
 * deliver, which brings events now, in the order named, as often as named, even while paused; and
 * refund and dispute, which are done at the provider's own desk, without the shop.
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
  if (data.do === 'refund' || data.do === 'dispute') {
    const { status, body } = atDesk(desk, data)
    return sendJson(res, status, body)
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

type AtDesk = Extract<z.output<typeof order>, { payment_intent: string }>

/** What somebody does at the provider's desk; the shop hears of it by an event like any other. */
function atDesk(desk: Desk, asked: AtDesk): { status: number; body: object } {
  const { payment_intent } = asked
  try {
    const { reply, puts } =
      asked.do === 'refund'
        ? createRefund(desk, refundOf(asked))
        : openDispute(desk, payment_intent)
    desk.store.write(puts)
    return { status: 200, body: reply }
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

const refundOf = ({
  payment_intent,
  amount,
}: {
  payment_intent: string
  amount?: number | undefined
}): Fields =>
  amount === undefined ? { payment_intent } : { payment_intent, amount: String(amount) }

import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '#src/emulators/page.ts'
import type { Fields } from './form.ts'
import { closeDispute, openDispute } from './dispute.ts'
import { createRefund, failRefund } from './refund.ts'
import { Refused } from './refused.ts'
import { type Desk, type Put } from './store.ts'
import { type Webhooks } from './webhooks.ts'

/** What is done at the provider's own desk. */
export const deskOrder = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('refund'),
    payment_intent: z.string(),
    amount: z.int().min(1).optional(), // yen; all that is left without it
  }),
  z.strictObject({ do: z.literal('fail_refund'), payment_intent: z.string() }),
  z.strictObject({
    do: z.literal('dispute'),
    payment_intent: z.string(),
    amount: z.int().min(1).optional(), // yen; all that was paid without it
  }),
  z.strictObject({ do: z.enum(['win', 'lose']), dispute: z.string() }),
])
const order = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['pause', 'resume']) }),
  z.strictObject({ do: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ do: z.literal('deliver'), events: z.array(z.string()) }),
  ...deskOrder.options,
])

/**
 * The wire between provider and shop in a test's hands. GET tells what was announced, oldest
 * first. POST takes an order as JSON: pause and resume; delay, which holds each delivery back;
 * deliver, which brings events now, in the order named, as often as named, even while paused; and
 * refund and dispute, which are done at the provider's own desk, without the shop; fail_refund, by
 * which a bank does not take what was refunded last; and win and lose, by which one ends a dispute.
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
  if ('payment_intent' in data || 'dispute' in data) {
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

type AtDesk = z.output<typeof deskOrder>

/** What somebody does at the provider's desk; the shop hears of it by an event like any other. */
export function atDesk(desk: Desk, asked: AtDesk): { status: number; body: object } {
  try {
    const { reply, puts } = done(desk, asked)
    desk.store.write(puts)
    return { status: 200, body: reply }
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function done(desk: Desk, asked: AtDesk): { reply: object; puts: Put[] } {
  if (asked.do === 'refund') return createRefund(desk, refundOf(asked))
  if (asked.do === 'fail_refund') return failRefund(desk, asked.payment_intent)
  if (asked.do === 'dispute') return openDispute(desk, asked)
  return closeDispute(desk, asked.dispute, asked.do === 'win' ? 'won' : 'lost')
}

const refundOf = ({
  payment_intent,
  amount,
}: {
  payment_intent: string
  amount?: number | undefined
}): Fields =>
  amount === undefined ? { payment_intent } : { payment_intent, amount: String(amount) }

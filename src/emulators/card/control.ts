import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '#src/emulators/page.ts'
import type { Fields } from './form.ts'
import { closeDispute, openDispute } from './dispute.ts'
import { createRefund, failRefund } from './refund.ts'
import { ApiError } from './api-error.ts'
import { type Provider, type RowWrite } from './store.ts'
import { type Webhooks } from './webhooks.ts'

/** The commands of the provider's dashboard. */
export const dashboardCommand = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('refund'),
    payment_intent: z.string(),
    amount: z.int().min(1).optional(), // yen; the rest of the payment if omitted
  }),
  z.strictObject({ do: z.literal('fail_refund'), payment_intent: z.string() }),
  z.strictObject({
    do: z.literal('dispute'),
    payment_intent: z.string(),
    amount: z.int().min(1).optional(), // yen; the whole payment if omitted
  }),
  z.strictObject({ do: z.enum(['win', 'lose']), dispute: z.string() }),
])
const controlCommand = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['pause', 'resume']) }),
  z.strictObject({ do: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ do: z.literal('deliver'), events: z.array(z.string()) }),
  z.strictObject({ do: z.literal('hang_up'), on: z.array(z.enum(['create', 'expire'])) }),
  ...dashboardCommand.options,
])

/**
 * Lets tests control the provider. GET lists its events, oldest first. POST takes a JSON command:
 * `pause`, `resume` and `delay` control the delivery of events; `deliver` sends the named events at
 * once, in the given order and number, even while paused. `hang_up` closes the connection of the named
 * calls for checkouts, from now on and instead of those named before. The commands of the dashboard are
 * `refund`; `fail_refund`, by which the bank rejects the latest refund; `dispute`, `win` and `lose`.
 */
export async function serveControl(
  provider: Provider,
  webhooks: Webhooks,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (req.method === 'GET') return sendJson(res, 200, report(provider, webhooks))
  // Another site's page cannot send this type without a preflight, which is not answered.
  if (!req.headers['content-type']?.startsWith('application/json'))
    return sendJson(res, 415, { error: 'send JSON' })
  const { data, error } = controlCommand.safeParse(JSON.parse(await readBody(req)))
  if (error) return sendJson(res, 422, { error: z.prettifyError(error) })
  if (data.do === 'deliver') {
    if (!data.events.every((id) => provider.store.events.has(id)))
      return sendJson(res, 404, { error: 'no such event' })
    const statuses: number[] = []
    for (const id of data.events) statuses.push(await webhooks.deliver(id))
    return sendJson(res, 200, { statuses })
  }
  if (data.do === 'hang_up') {
    provider.unanswered = new Set(data.on)
    return sendJson(res, 200, report(provider, webhooks))
  }
  if ('payment_intent' in data || 'dispute' in data) {
    const { status, body } = runCommand(provider, data)
    return sendJson(res, status, body)
  }
  webhooks.set(data.do === 'delay' ? { delay: data.ms } : { paused: data.do === 'pause' })
  return sendJson(res, 200, report(provider, webhooks))
}

function report({ store }: Provider, webhooks: Webhooks) {
  const events = [...store.events.values()].map(({ id, type, created, data }) => {
    const { attempts, delivered_at } = store.deliveries.get(id)!
    return { id, type, created, object: data.object, attempts, delivered: delivered_at !== null }
  })
  return { ...webhooks.state(), events }
}

type DashboardCommand = z.output<typeof dashboardCommand>

/** Runs a command of the dashboard; the shop learns of it through an event. */
export function runCommand(
  provider: Provider,
  command: DashboardCommand,
): { status: number; body: object } {
  try {
    const { reply, writes } = effectOf(provider, command)
    provider.store.write(writes)
    return { status: 200, body: reply }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function effectOf(
  provider: Provider,
  command: DashboardCommand,
): { reply: object; writes: RowWrite[] } {
  if (command.do === 'refund') return createRefund(provider, refundOf(command))
  if (command.do === 'fail_refund') return failRefund(provider, command.payment_intent)
  if (command.do === 'dispute') return openDispute(provider, command)
  return closeDispute(provider, command.dispute, command.do === 'win' ? 'won' : 'lost')
}

const refundOf = ({
  payment_intent,
  amount,
}: {
  payment_intent: string
  amount?: number | undefined
}): Fields =>
  amount === undefined ? { payment_intent } : { payment_intent, amount: String(amount) }

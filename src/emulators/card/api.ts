import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readBody, sendJson } from '#src/emulators/page.ts'
import {
  createSession,
  expireSession,
  findCheckout,
  listSessions,
  showSession,
} from './checkout.ts'
import {
  checked,
  expansions,
  type Fields,
  isWithin,
  listOf,
  listParams,
  parseForm,
} from './form.ts'
import { timeRange } from './form.ts'
import { listDisputes } from './dispute.ts'
import { missing, Refused, refuse } from './refused.ts'
import { createRefund, listRefunds } from './refund.ts'
import { type Desk, type Put, REPLY_KEPT } from './store.ts'

type Answer = { reply: object; puts?: Put[] }
type Call = (desk: Desk, fields: Fields, id: string) => Answer

const retrieveParams = z.strictObject({ expand: expansions })
const eventFilters = listParams({ created: timeRange, type: z.string().optional() })

// oxfmt-ignore
const calls: [method: string, path: RegExp, call: Call][] = [
  ['POST', /^\/v1\/checkout\/sessions$/,              createSession],
  ['GET',  /^\/v1\/checkout\/sessions$/,              (desk, fields) => ({ reply: listSessions(desk, fields) })],
  ['GET',  /^\/v1\/checkout\/sessions\/(\w+)$/,       getSession],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (desk, _, id) => expireSession(desk, id)],
  ['GET',  /^\/v1\/payment_intents$/,                 listIntents],
  ['GET',  /^\/v1\/payment_intents\/(\w+)$/,          getter('intents', 'payment_intent')],
  ['GET',  /^\/v1\/charges\/(\w+)$/,                  getter('charges', 'charge')],
  ['POST', /^\/v1\/refunds$/,                         createRefund],
  ['GET',  /^\/v1\/refunds$/,                         (desk, fields) => ({ reply: listRefunds(desk, fields) })],
  ['GET',  /^\/v1\/refunds\/(\w+)$/,                  getter('refunds', 'refund')],
  ['GET',  /^\/v1\/disputes$/,                        (desk, fields) => ({ reply: listDisputes(desk, fields) })],
  ['GET',  /^\/v1\/disputes\/(\w+)$/,                getter('disputes', 'dispute')],
  ['GET',  /^\/v1\/events$/,                          listEvents],
  ['GET',  /^\/v1\/events\/(\w+)$/,                   getter('events', 'event')],
]

/** Answers one call of the vendor's API; what it changes is written before the reply leaves. */
export async function serveApi(
  desk: Desk,
  secretKey: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const { pathname, search } = new URL(req.url!, 'http://card')
  try {
    const body = await readBody(req)
    if (req.headers.authorization !== `Bearer ${secretKey}`)
      refuse(401, 'Invalid API Key provided.')
    const [, path, call] =
      calls.find(([method, shape]) => method === req.method && shape.test(pathname)) ??
      refuse(404, `Unrecognized request URL (${req.method}: ${pathname}).`)
    const id = path.exec(pathname)?.[1] ?? ''
    const fields = parseForm(req.method === 'POST' ? body : search)
    const key = req.method === 'POST' ? req.headers['idempotency-key'] : undefined
    const answer = () => withExpansions(desk, call(desk, fields, id), fields)
    if (typeof key !== 'string') return sendJson(res, 200, answer().reply)
    const { reply, replayed } = once(desk, key, `${pathname}\n${body}`, answer)
    sendJson(res, 200, reply, replayed ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    sendJson(res, error.status, error.body)
  }
}

/**
 * Does a thing once per idempotency key. The reply is kept in the same write as what was done;
 * a refused call did nothing and may be tried again under its key.
 */
function once(desk: Desk, key: string, asked: string, answer: () => Answer) {
  const request = createHash('sha256').update(asked).digest('base64')
  const last = desk.store.replies.get(key)
  const known = last && last.created >= desk.seconds() - REPLY_KEPT ? last : undefined
  if (known && known.request !== request)
    refuse(400, 'Keys for idempotent requests can only be used with the same parameters.', {
      type: 'idempotency_error',
    })
  if (known) return { reply: known.reply, replayed: true }
  const { reply, puts = [] } = answer()
  const row = { id: key, request, reply, created: desk.seconds() }
  desk.store.write([...puts, { table: 'replies', row }])
  return { reply, replayed: false }
}

function getSession(desk: Desk, fields: Fields, id: string): Answer {
  checked(retrieveParams, fields)
  return { reply: showSession(desk, findCheckout(desk, id).session) }
}

type Table = 'intents' | 'charges' | 'refunds' | 'disputes' | 'events'

function getter(table: Table, kind: string): Call {
  return (desk, fields, id) => {
    checked(retrieveParams, fields)
    return { reply: desk.store[table].get(id) ?? missing(kind, id) }
  }
}

function listIntents({ store }: Desk, fields: Fields): Answer {
  const params = checked(listParams({ created: timeRange }), fields)
  const wanted = [...store.intents.values()].filter((row) => isWithin(row.created, params.created))
  return { reply: listOf('/v1/payment_intents', wanted, params) }
}

function listEvents({ store }: Desk, fields: Fields): Answer {
  const params = checked(eventFilters, fields)
  const wanted = [...store.events.values()].filter(
    ({ created, type }) =>
      isWithin(created, params.created) && (!params.type || params.type === type),
  )
  return { reply: listOf('/v1/events', wanted, params) }
}

/** Puts whole objects where their ids stand: `expand[0]=payment_intent.latest_charge`. */
function withExpansions(desk: Desk, { reply, puts }: Answer, { expand }: Fields): Answer {
  const paths = z.array(z.string()).catch([]).parse(expand)
  const grown = paths.reduce<unknown>((object, path) => grow(desk, object, path.split('.')), reply)
  return { reply: grown as object, ...(puts && { puts }) }
}

function grow(desk: Desk, object: unknown, [step, ...rest]: string[]): unknown {
  if (Array.isArray(object)) return object.map((each) => grow(desk, each, [step!, ...rest]))
  if (!step || typeof object !== 'object' || object === null) return object
  const value = (object as Record<string, unknown>)[step]
  if (value === undefined) refuse(400, `This property cannot be expanded (${step}).`)
  const whole = typeof value === 'string' ? wholeOf(desk, step, value) : value
  return { ...object, [step]: grow(desk, whole, rest) }
}

function wholeOf({ store }: Desk, name: string, id: string): unknown {
  if (name === 'payment_intent') return store.intents.get(id)
  if (name === 'latest_charge' || name === 'charge') return store.charges.get(id)
  return refuse(400, `This property cannot be expanded (${name}).`)
}

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
import { missing, ApiError, refuse } from './api-error.ts'
import { createRefund, listRefunds } from './refund.ts'
import { type Provider, type RowWrite, REPLY_SECONDS } from './store.ts'

type Answer = { reply: object; writes?: RowWrite[] }
type Call = (provider: Provider, fields: Fields, id: string) => Answer

const retrieveParams = z.strictObject({ expand: expansions })
const eventFilters = listParams({ created: timeRange, type: z.string().optional() })

// oxfmt-ignore
const calls: [method: string, path: RegExp, call: Call][] = [
  ['POST', /^\/v1\/checkout\/sessions$/,              createSession],
  ['GET',  /^\/v1\/checkout\/sessions$/,              (provider, fields) => ({ reply: listSessions(provider, fields) })],
  ['GET',  /^\/v1\/checkout\/sessions\/(\w+)$/,       getSession],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expire],
  ['GET',  /^\/v1\/payment_intents$/,                 listIntents],
  ['GET',  /^\/v1\/payment_intents\/(\w+)$/,          getter('intents', 'payment_intent')],
  ['GET',  /^\/v1\/charges\/(\w+)$/,                  getter('charges', 'charge')],
  ['POST', /^\/v1\/refunds$/,                         createRefund],
  ['GET',  /^\/v1\/refunds$/,                         (provider, fields) => ({ reply: listRefunds(provider, fields) })],
  ['GET',  /^\/v1\/refunds\/(\w+)$/,                  getter('refunds', 'refund')],
  ['GET',  /^\/v1\/disputes$/,                        (provider, fields) => ({ reply: listDisputes(provider, fields) })],
  ['GET',  /^\/v1\/disputes\/(\w+)$/,                getter('disputes', 'dispute')],
  ['GET',  /^\/v1\/events$/,                          listEvents],
  ['GET',  /^\/v1\/events\/(\w+)$/,                   getter('events', 'event')],
]

/** Answers a call of the vendor's API. Changes are written before the reply is sent. */
export async function serveApi(
  provider: Provider,
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
      calls.find(([method, pattern]) => method === req.method && pattern.test(pathname)) ??
      refuse(404, `Unrecognized request URL (${req.method}: ${pathname}).`)
    if (isUnanswered(provider, call)) return void req.socket.destroy()
    const id = path.exec(pathname)?.[1] ?? ''
    const fields = parseForm(req.method === 'POST' ? body : search)
    const key = req.method === 'POST' ? req.headers['idempotency-key'] : undefined
    const answer = () => withExpansions(provider, call(provider, fields, id), fields)
    if (typeof key !== 'string') return sendJson(res, 200, answer().reply)
    const { reply, replayed } = once(provider, key, `${pathname}\n${body}`, answer)
    sendJson(res, 200, reply, replayed ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    sendJson(res, error.status, error.body)
  }
}

/**
 * Runs a call once per idempotency key. Stores the reply in the same write as the changes. A refused
 * call changes nothing and may be retried with its key.
 */
function once(provider: Provider, key: string, call: string, answer: () => Answer) {
  const request = createHash('sha256').update(call).digest('base64')
  const last = provider.store.replies.get(key)
  const known = last && last.created >= provider.seconds() - REPLY_SECONDS ? last : undefined
  if (known && known.request !== request)
    refuse(400, 'Keys for idempotent requests can only be used with the same parameters.', {
      type: 'idempotency_error',
    })
  if (known) return { reply: known.reply, replayed: true }
  const { reply, writes = [] } = answer()
  const row = { id: key, request, reply, created: provider.seconds() }
  provider.store.write([...writes, { table: 'replies', row }])
  return { reply, replayed: false }
}

const isUnanswered = ({ unanswered }: Provider, call: Call) =>
  (unanswered.has('create') && call === createSession) ||
  (unanswered.has('expire') && call === expire)

function expire(provider: Provider, _: Fields, id: string): Answer {
  return expireSession(provider, id)
}

function getSession(provider: Provider, fields: Fields, id: string): Answer {
  checked(retrieveParams, fields)
  return { reply: showSession(provider, findCheckout(provider, id).session) }
}

type Table = 'intents' | 'charges' | 'refunds' | 'disputes' | 'events'

function getter(table: Table, kind: string): Call {
  return (provider, fields, id) => {
    checked(retrieveParams, fields)
    return { reply: provider.store[table].get(id) ?? missing(kind, id) }
  }
}

function listIntents({ store }: Provider, fields: Fields): Answer {
  const params = checked(listParams({ created: timeRange }), fields)
  const matching = [...store.intents.values()].filter((row) =>
    isWithin(row.created, params.created),
  )
  return { reply: listOf('/v1/payment_intents', matching, params) }
}

function listEvents({ store }: Provider, fields: Fields): Answer {
  const params = checked(eventFilters, fields)
  const matching = [...store.events.values()].filter(
    ({ created, type }) =>
      isWithin(created, params.created) && (!params.type || params.type === type),
  )
  return { reply: listOf('/v1/events', matching, params) }
}

/** Replaces ids by their objects: `expand[0]=payment_intent.latest_charge`. */
function withExpansions(provider: Provider, { reply, writes }: Answer, { expand }: Fields): Answer {
  const paths = z.array(z.string()).catch([]).parse(expand)
  const expanded = paths.reduce<unknown>(
    (object, path) => expandPath(provider, object, path.split('.')),
    reply,
  )
  return { reply: expanded as object, ...(writes && { writes }) }
}

function expandPath(provider: Provider, object: unknown, [step, ...rest]: string[]): unknown {
  if (Array.isArray(object))
    return object.map((each) => expandPath(provider, each, [step!, ...rest]))
  if (!step || typeof object !== 'object' || object === null) return object
  const value = (object as Record<string, unknown>)[step]
  if (value === undefined) refuse(400, `This property cannot be expanded (${step}).`)
  const whole = typeof value === 'string' ? objectById(provider, step, value) : value
  return { ...object, [step]: expandPath(provider, whole, rest) }
}

function objectById({ store }: Provider, name: string, id: string): unknown {
  if (name === 'payment_intent') return store.intents.get(id)
  if (name === 'latest_charge' || name === 'charge') return store.charges.get(id)
  return refuse(400, `This property cannot be expanded (${name}).`)
}

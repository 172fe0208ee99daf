import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { type Endpoint, type InputOf, requestOf } from '#core/http/endpoint.ts'
import type { Answer, Call } from '../call.ts'
import { pauseAfter } from '../pause.ts'

const ANSWER_MS = 120_000 // the time within which a repeated request must be answered
const NO_ANSWER = new Set([502, 503, 504]) // a proxy's, too, whose server was killed meanwhile

/** A request that was answered: a client keeps it as proof of what it did. */
interface Entry {
  account_id: string
  name: string
  key: string
  endpoint: Endpoint
  input: unknown
  answer: { error?: { code: string } } & Record<string, unknown>
}

/** Opens the log of all clients. */
export function openClientLog(origin: () => string) {
  const entries: Entry[] = []
  const idle = new Set<string>() // requests that were told that there was nothing to do
  const faults: string[] = []
  const counts = { requests: 0, repeats: 0 }

  /** Sends a request once. Without `text` it must be repeated with the same key, for the reason `why`. */
  async function send(token: string, endpoint: Endpoint, input: unknown, key: string) {
    const { url, body } = requestOf(endpoint, input as never)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    try {
      const response = await fetch(origin() + url, {
        method: endpoint.method,
        headers,
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      if (response.status === 503 && !response.headers.has('retry-after'))
        faults.push(`${endpoint.path}: 503 without Retry-After`)
      if (NO_ANSWER.has(response.status) && !text.includes('"card_unavailable"'))
        return { why: text }
      return { ok: response.ok, text }
    } catch (error) {
      // Killed before or while it answered, or between the header and the body of the answer.
      if (error instanceof TypeError)
        return { why: (error.cause as Error | undefined)?.message ?? error.message }
      throw error
    }
  }

  /** Returns a `Call` that repeats each request with its key until it is answered, as pages do. */
  function callOf({ account_id, token }: { account_id: string; token: string }): Call {
    return async <E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      key: string = randomUUID(),
    ): Promise<Answer<E>> => {
      const begun = Date.now()
      counts.requests++
      for (let sent = 0; ; sent++) {
        const { ok, text, why } = await send(token, endpoint, input, key)
        if (text !== undefined) {
          const parsed: unknown = text === '' ? undefined : JSON.parse(text)
          const answer = (ok ? endpoint.reply.parse(parsed) : parsed) as Entry['answer'] | undefined
          const name = `${endpoint.method} ${endpoint.path}`
          if (answer?.error?.code === 'bug') faults.push(`${name}: ${text}`)
          if (endpoint.once && answer && !answer.error)
            if (hasActed(answer)) entries.push({ account_id, name, key, endpoint, input, answer })
            else idle.add(keyOf(account_id, name, key))
          return answer as Answer<E>
        }
        counts.repeats++
        if (Date.now() - begun > ANSWER_MS)
          throw new Error(`no answer from ${endpoint.path} after ${sent} repeats: ${why}`)
        await pauseAfter(sent)
      }
    }
  }

  return { entries, idle, faults, counts, callOf }
}
export type ClientLog = ReturnType<typeof openClientLog>

const keyOf = (account_id: string, name: string, key: string) => `${account_id} ${name} ${key}`

interface StoredRequest {
  account_id: string
  call: string
  key: string
  reply: Record<string, unknown> | string | null
}

/**
 * Compares what clients were told with what the database kept. Every acknowledged request must be
 * stored with the same ids, and every stored one acknowledged, unless its card page did not open.
 */
export async function compareWithDatabase(db: Db, log: ClientLog): Promise<string[]> {
  const { rows } = await sql<StoredRequest>`
    select account_id, call, key, reply from request
  `.execute(db)
  const people = new Set(log.entries.map(({ account_id }) => account_id))
  const theirs = rows.filter(({ account_id }) => people.has(account_id)) // others were here before
  const stored = new Map(theirs.map((row) => [keyOf(row.account_id, row.call, row.key), row]))
  const told = new Set<string>()
  const faults: string[] = []
  for (const { account_id, name, key, answer } of log.entries.filter(isKept)) {
    const id = keyOf(account_id, name, key)
    told.add(id)
    const row = stored.get(id)
    if (!row) faults.push(`lost: ${id} was acknowledged: ${JSON.stringify(answer)}`)
    const [before, now] = [idIn(answer), idIn(row?.reply)]
    if (now !== undefined && before !== now)
      faults.push(
        `changed: ${id} was told one id and has another stored: ${JSON.stringify([before, now])}`,
      )
  }
  const unpaid = await abandonedOrders(db)
  for (const [id, { reply }] of stored)
    if (log.idle.has(id)) {
      if (idIn(reply) !== undefined)
        faults.push(
          `changed: ${id} was told that there was nothing to do: ${JSON.stringify(reply)}`,
        )
    } else if (!told.has(id) && !unpaid.has(idIn(reply) as string))
      faults.push(`untold: ${id} is stored and was never acknowledged`)
  return [...faults, ...(await lostClaims(db, log)), ...(await unrequested(db))]
}

/** Tells if a request is kept with its key: a guest has no account to keep it for. */
const isKept = ({ account_id }: Entry) => account_id !== ''

/** Guests only claim coupons. Lists a fault if more claims were acknowledged than coupons tell of. */
async function lostClaims(db: Db, { entries }: ClientLog): Promise<string[]> {
  const claims = await db
    .selectFrom('event')
    .select('subject_id')
    .where('subject', '=', 'coupon')
    .where('act', '=', 'claim')
    .execute()
  const told = entries.filter((entry) => !isKept(entry)).length
  return told > claims.length
    ? [`lost: ${told} claims of coupons were acknowledged, ${claims.length} were kept`]
    : []
}

/** Returns false for the answer to someone whose address has claimed nothing. */
const hasActed = (answer: Entry['answer']) => !('coupon' in answer) || answer.coupon !== null

/** Returns the id of what a request made. An order's is that of its first purchase or rental. */
function idIn(reply: StoredRequest['reply'] | undefined) {
  if (typeof reply === 'string') return reply
  return (
    reply?.purchase_id ??
    reply?.rental_id ??
    reply?.gift_id ??
    reply?.loan_id ??
    (reply?.coupon as { id: string } | undefined)?.id ??
    reply?.id ??
    reply?.job_id ??
    reply?.batch
  )
}

/** Returns the orders that ended before they were paid: their requests may have been refused. */
async function abandonedOrders(db: Db): Promise<Set<string>> {
  const orders = await db
    .selectFrom('purchase')
    .select('order_id')
    .where('status', '=', 'canceled')
    .execute()
  return new Set(orders.map(({ order_id }) => order_id))
}

/** The rows that one request each must have made. */
const made = {
  'an order': sql`select order_id from purchase`,
  'a payout': sql`select id from payout`,
  'a batch of coupons': sql`select id from coupon_batch`,
  gifts: sql`select batch from gift where purchase_id is null`,
  'a claim of a gift': sql`select id from gift where status = 'claimed'`,
  'a claim of a free copy': sql`select id from distribution_copy where claimed_by is not null`,
  'a loan': sql`select id from loan`,
  'a free rental': sql`select id from free_rental`,
  'a trade offer': sql`select id from trade_offer`,
  'a download': sql`select id from download`,
}

/** Lists rows that no stored request made, or that one request made twice. */
async function unrequested(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const [what, rows] of Object.entries(made)) {
    const found = await sql<{ id: string }>`
      with known as (
        select unnest(array[reply->>'purchase_id', reply->>'rental_id', reply->>'gift_id', reply->>'id',
          reply->>'batch', reply #>> '{}']) as id
        from request
      )
      select distinct made.id from (${rows}) as made (id)
      where not exists (select from known where known.id = made.id::text)
    `.execute(db)
    for (const { id } of found.rows) faults.push(`doubled: ${what} ${id} belongs to no request`)
  }
  return faults
}

/** Repeats requests with their keys. Lists those that are answered with other ids. */
export async function repeatRequests(
  log: ClientLog,
  people: readonly { account_id: string; token: string }[],
  count: number,
): Promise<string[]> {
  const faults: string[] = []
  const keyed = log.entries.filter(isKept)
  const step = Math.max(1, Math.floor(keyed.length / count))
  const chosen = keyed.filter((_, i) => i % step === 0)
  for (const { account_id, name, key, endpoint, input, answer } of chosen) {
    const who = people.find((one) => one.account_id === account_id)!
    const again = (await log.callOf(who)(endpoint, input as never, key)) as Entry['answer']
    if (idIn(again) !== idIn(answer))
      faults.push(`changed: ${name} ${key} is now answered ${JSON.stringify(again)}`)
  }
  return faults
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { after } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail, Refusal } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job } from '#core/jobs.ts'

export const forgetRequests = job<object>('platform.forget_requests')
const KEPT_SECONDS = 7 * 86_400

/**
 * Does an act once per `Idempotency-Key`: the reply is kept in the act's own transaction and given
 * again to whoever asks again; the same key with another body is refused. A refusal keeps nothing,
 * so the same key may try again.
 */
export function once<T>(ctx: Ctx, body: unknown, action: (tx: Tx) => Promise<T>): Promise<T> {
  const request = requestFor(ctx, body)
  return inTx(ctx, async (tx) => {
    const [said] = await claimRequests(tx, [request])
    if (said instanceof Refusal) throw said
    if (said) return said.reply as T
    const reply = await action(tx)
    await keepReplies(tx, [{ ...request, reply }], [])
    return reply
  })
}

export interface OnceRequest {
  account_id: string
  call: string
  key: string
  body_hash: string
  created_at: string
}

export function requestFor(ctx: Ctx, body: unknown): OnceRequest {
  return {
    account_id: currentPerson(ctx).account_id,
    call: ctx.call,
    key: ctx.key ?? fail('idempotency_key_missing'),
    body_hash: createHash('sha256').update(JSON.stringify(body)).digest('base64'),
    created_at: ctx.now.toISOString(),
  }
}

/**
 * Claims each request, in the order given: `undefined` where it is new, else the reply kept for it,
 * or the refusal of a key used for something else. Who asks again waits for the first to commit.
 */
export async function claimRequests(tx: Tx, requests: OnceRequest[]) {
  const fresh = await tx
    .insertInto('request')
    .values(requests.toSorted(byName))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['account_id', 'call', 'key'])
    .execute()
  const ours = new Set(fresh.map(nameOf))
  return Promise.all(
    requests.map(async (request) => (ours.has(nameOf(request)) ? undefined : kept(tx, request))),
  )
}

/** What was answered to the same request before: for acts that look around before they begin. */
export async function repliedBefore<T>(ctx: Ctx, body: unknown): Promise<T | undefined> {
  const said = await kept(ctx.db, requestFor(ctx, body))
  if (said instanceof Refusal) throw said
  return said?.reply as T | undefined
}

async function kept(db: Db | Tx, { account_id, call, key, body_hash }: OnceRequest) {
  const row = await db
    .selectFrom('request')
    .select(['body_hash', 'reply'])
    .where('account_id', '=', account_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  return row.body_hash === body_hash ? { reply: row.reply } : new Refusal('idempotency_key_reused')
}

/** Keeps the replies of what was done, and forgets what was refused, so that it may be tried again. */
export async function keepReplies(
  tx: Tx,
  done: (OnceRequest & { reply: unknown })[],
  refused: OnceRequest[],
) {
  if (done.length > 0)
    await sql`
      update request set reply = done.reply
      from jsonb_to_recordset(${JSON.stringify(done)}::jsonb)
        as done (account_id uuid, call text, key text, reply jsonb)
      where (request.account_id, request.call, request.key) = (done.account_id, done.call, done.key)
    `.execute(tx)
  if (refused.length > 0)
    await sql`
      delete from request using jsonb_to_recordset(${JSON.stringify(refused)}::jsonb)
        as refused (account_id uuid, call text, key text)
      where (request.account_id, request.call, request.key)
        = (refused.account_id, refused.call, refused.key)
    `.execute(tx)
}

const nameOf = (of: { account_id: string; call: string; key: string }) =>
  `${of.account_id} ${of.call} ${of.key}`
const byName = (a: OnceRequest, b: OnceRequest) => (nameOf(a) < nameOf(b) ? -1 : 1)

/** Replies are kept for seven days; by then nobody asks again. */
export async function forget({ db, now }: Ctx) {
  const old = after(now, -KEPT_SECONDS).toISOString()
  await db.deleteFrom('request').where('created_at', '<', old).execute()
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail, Refusal } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'

export const forgetRequests = job<object>('platform.forget_requests')
const RETENTION_SECONDS = 7 * DAY_SECONDS

/**
 * Runs an action once per `Idempotency-Key`. Stores the reply in the action's own transaction and
 * returns it again for a repeated request. Refuses the same key with another body
 * (`idempotency_key_reused`). A refusal stores nothing, so the same key may be tried again.
 */
export function once<T>(ctx: Ctx, body: unknown, action: (tx: Tx) => Promise<T>): Promise<T> {
  const request = idempotentRequest(ctx, body)
  return inTx(ctx, async (tx) => {
    const [earlier] = await claimRequests(tx, [request])
    if (earlier instanceof Refusal) throw earlier
    if (earlier) return earlier.reply as T
    const reply = await action(tx)
    await storeReplies(tx, [{ ...request, reply }], [])
    return reply
  })
}

/** A request with its `Idempotency-Key`, as a row of `request`. */
export interface IdempotentRequest {
  account_id: string
  call: string
  key: string
  body_hash: string
  created_at: string
}

/** Returns the row of the current request. Refuses `idempotency_key_missing`. */
export function idempotentRequest(ctx: Ctx, body: unknown): IdempotentRequest {
  return {
    account_id: currentPerson(ctx).account_id,
    call: ctx.call,
    key: ctx.key ?? fail('idempotency_key_missing'),
    body_hash: createHash('sha256').update(JSON.stringify(body)).digest('base64'),
    created_at: ctx.now.toISOString(),
  }
}

/**
 * Claims requests. Returns for each, in the given order, `undefined` if it is new, else its stored
 * reply, or a refusal if the key was used with another body. A repeated request waits for the first
 * one to commit.
 */
export async function claimRequests(
  tx: Tx,
  requests: IdempotentRequest[],
): Promise<({ reply: unknown } | Refusal | undefined)[]> {
  const { rows: fresh } = await sql<Pick<IdempotentRequest, 'account_id' | 'call' | 'key'>>`
    insert into request (account_id, call, key, body_hash, created_at)
    select account_id, call, key, body_hash, created_at
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
      as request (account_id uuid, call text, key text, body_hash text, created_at timestamptz)
    order by account_id, call, key
    on conflict do nothing
    returning account_id, call, key
  `.execute(tx)
  const claimed = new Set(fresh.map(keyOf))
  return Promise.all(
    requests.map(async (request) => {
      if (claimed.has(keyOf(request))) return undefined
      const earlier = await storedReply(tx, request)
      return earlier ?? (await claimRequests(tx, [request]))[0] // forgotten meanwhile
    }),
  )
}

/** Returns the stored reply of the same request, for actions that need it before their transaction. */
export async function earlierReply<T>(ctx: Ctx, body: unknown): Promise<T | undefined> {
  const earlier = await storedReply(ctx.db, idempotentRequest(ctx, body))
  if (earlier instanceof Refusal) throw earlier
  return earlier?.reply as T | undefined
}

async function storedReply(db: Db | Tx, { account_id, call, key, body_hash }: IdempotentRequest) {
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

/** Stores the replies of completed requests and deletes refused ones, so that they may be retried. */
export async function storeReplies(
  tx: Tx,
  done: (IdempotentRequest & { reply: unknown })[],
  refused: IdempotentRequest[],
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

/**
 * Step: forgets the current request, so that it may be tried again. Comes last in its transaction: a
 * repeated request waits for it.
 */
export async function forgetRequest(tx: Tx, ctx: Ctx) {
  const { call, key = fail('idempotency_key_missing') } = ctx
  await tx
    .deleteFrom('request')
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
}

const keyOf = ({ account_id, call, key }: Pick<IdempotentRequest, 'account_id' | 'call' | 'key'>) =>
  `${account_id} ${call} ${key}`

/** Deletes requests older than seven days. */
export async function deleteOldRequests({ db, now }: Ctx) {
  const before = addSeconds(now, -RETENTION_SECONDS).toISOString()
  await db.deleteFrom('request').where('created_at', '<', before).execute()
}

import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { isPushKey } from '#src/integrations/push/push.ts'
import type * as schema from './push.shared.ts'

const USER_AGENT_MAX = 200

/** Lists the caller's browsers that show notifications, newest first: `GET /push_subscriptions`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listPushSubscriptions>> {
  const { account_id, session_id } = currentPerson(ctx)
  const items = await ctx.db
    .selectFrom('push_subscription')
    .select(['id', 'user_agent', 'created_at'])
    .select(({ eb }) => eb('session_id', '=', session_id).as('is_current'))
    .$narrowType<{ is_current: boolean }>()
    .where('account_id', '=', account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { public_key: ctx.integrations.push?.publicKey ?? null, items }
}

/**
 * Adds the browser of the caller's session: `POST /push_subscriptions`. A browser belongs to whoever
 * switched it on last, and knows its secret. Refuses `push_endpoint_refused`.
 */
export async function add(
  ctx: Ctx,
  { endpoint, p256dh, auth }: BodyOf<typeof schema.addPushSubscription>,
): Promise<ReplyOf<typeof schema.addPushSubscription>> {
  const { account_id, session_id } = currentPerson(ctx)
  if (!ctx.integrations.push?.accepts(endpoint)) fail('push_endpoint_refused')
  if (!isPushKey(p256dh)) fail('input_invalid', { field: 'p256dh' })
  const user_agent = (ctx.request?.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX)
  const created_at = ctx.now.toISOString()
  const row = { account_id, endpoint, p256dh, auth, user_agent, created_at }
  return inTx(ctx, async (tx) => {
    // One browser at a time: two sessions may send the same address at once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(tx)
    const [other] = await tx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('session_id', '<>', session_id)
      .returning('auth')
      .execute()
    if (other && other.auth !== auth) fail('push_endpoint_refused')
    const { id } = await tx
      .insertInto('push_subscription')
      .values({ ...row, session_id })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, user_agent, created_at, is_current: true }
  })
}

/** Ends one of the caller's subscriptions: `DELETE /push_subscriptions/{id}`. */
export async function remove(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.removePushSubscription>,
): Promise<undefined> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('not_found')
}

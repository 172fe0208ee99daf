import { jstDay } from '#core/clock.ts'
import { bearerOf } from '#core/http/caller.ts'
import type { Ctx, Person } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { requestLimit } from '#core/http/rate-limit.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { API_KEY_PREFIX, API_KEY_REQUESTS_PER_MINUTE } from './api-key.shared.ts'

const countRequest = requestLimit(API_KEY_REQUESTS_PER_MINUTE)

/** Returns the hash that the database keeps of a key. */
export const apiKeyHash = ({ config }: Pick<Ctx, 'config'>, key: string) =>
  keyedHash(config.secret, 'api_key', key)

/**
 * Returns the context with the owner of the API key that the request carries, as they are now, and the
 * key's scopes. Refuses `api_key_invalid`, `too_many_requests`, `account_suspended`, and `creators_only` of
 * everybody else.
 */
export async function withApiKey(ctx: Ctx): Promise<Ctx> {
  const key = ctx.request && bearerOf(ctx.request.headers)
  if (!key?.startsWith(API_KEY_PREFIX)) return ctx
  const found = await ctx.db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.id', 'scopes', 'used_on', 'account_id', 'role', 'username', 'email'])
    .select(['currency', 'suspended_at'])
    .where('key_hash', '=', apiKeyHash(ctx, key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return fail('api_key_invalid')
  const { id, scopes, used_on, suspended_at, ...owner } = found
  await countRequest(id)
  if (suspended_at) fail('account_suspended')
  if (owner.role !== 'ORH') fail('creators_only')
  if (used_on !== jstDay(ctx.now)) await recordUse(ctx, id)
  // No session has the id of a key.
  return { ...ctx, person: { ...(owner as Person), session_id: id }, apiKey: { scopes } }
}

/** Stores the day of a key's latest call, which spares a write for each call. */
async function recordUse({ db, now }: Ctx, id: string) {
  await db
    .updateTable('api_key')
    .set({ used_on: jstDay(now) })
    .where('id', '=', id)
    .execute()
}

import type { Ctx } from '#core/context.ts'
import { currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { confirmStep } from '#src/accounts/account/step-up.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { randomToken } from '#core/keyed-hash.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { apiKeyMail } from './api-key-mail.shared.ts'
import * as schema from './api-key.shared.ts'
import { apiKeyHash } from './caller.ts'

const KEY_BYTES = 32
const SHOWN = schema.API_KEY_PREFIX.length + 4 // characters of a key by which people know it

/** The columns of a key that its owner sees. */
const columns = ['id', 'name', 'prefix', 'scopes', 'created_at', 'used_on'] as const

/** Lists the caller's keys that are not revoked, newest first. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listApiKeys>> {
  const items = await ctx.db
    .selectFrom('api_key')
    .select(columns)
    .$narrowType<{ scopes: schema.Scope[] }>()
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { items, total: items.length }
}

/**
 * Confirms the step, makes a key and returns it; only its hash is stored. A mail tells its owner, because
 * a key outlives the session that made it. Refuses `too_many_api_keys`, before a code is used up in vain.
 */
export async function create(
  ctx: Ctx,
  { name, scopes, ...confirmation }: BodyOf<typeof schema.createApiKey>,
): Promise<ReplyOf<typeof schema.createApiKey>> {
  const { account_id, email } = currentPerson(ctx)
  const key = schema.API_KEY_PREFIX + randomToken(KEY_BYTES)
  await refuseMore(ctx.db, account_id)
  await confirmStep(ctx, confirmation, 'api_key')
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    await refuseMore(tx, account_id)
    const made = await tx
      .insertInto('api_key')
      .values({
        name,
        scopes,
        account_id,
        prefix: key.slice(0, SHOWN),
        key_hash: apiKeyHash(ctx, key),
        created_at: ctx.time().toISOString(),
      })
      .returning(columns)
      .$narrowType<{ scopes: schema.Scope[] }>()
      .executeTakeFirstOrThrow()
    const about = { account_id, email, api_key_id: made.id, name: made.name }
    await enqueueMails(tx, apiKeyMail, [about])
    return { ...made, key }
  })
}

/** Refuses a key more than an account may have: exact only while the account is locked. */
async function refuseMore(db: Db | Tx, account_id: string) {
  const { total } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const maximum = schema.API_KEYS_MAX
  if (total >= maximum) fail('too_many_api_keys', { maximum })
}

/** Revokes one of the caller's keys: its next call is refused, in every process. */
export async function revoke(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.revokeApiKey>,
): Promise<undefined> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('api_key')
    .set({ revoked_at: ctx.now.toISOString() })
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('not_found')
}

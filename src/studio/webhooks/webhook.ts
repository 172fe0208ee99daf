import { lookup } from 'node:dns/promises'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { requestLimit } from '#core/http/rate-limit.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { addressIn, isPublicAddress } from '#core/http/public-address.ts'
import { secretOf } from './signature.ts'
import * as schema from './webhook.shared.ts'

const TESTS_PER_MINUTE = 10
const countTest = requestLimit(TESTS_PER_MINUTE)

// oxfmt-ignore
const columns = ['id', 'url', 'events', 'created_at', 'rotated_at', 'failing_since', 'disabled_at'] as const
// oxfmt-ignore
const messageColumns = [
  'id', 'event', 'at', 'tries', 'tried_at', 'next_at', 'status', 'failure', 'delivered_at',
] as const

/** Lists the caller's webhooks, newest first. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listWebhooks>> {
  const items = await ctx.db
    .selectFrom('webhook')
    .select(columns)
    .$narrowType<{ events: schema.WebhookEvent[] }>()
    .where('account_id', '=', currentPerson(ctx).account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return { items, total: items.length }
}

/** Adds a webhook. Refuses `webhook_address_refused` and `too_many_webhooks`. */
export async function create(
  ctx: Ctx,
  body: BodyOf<typeof schema.createWebhook>,
): Promise<ReplyOf<typeof schema.createWebhook>> {
  const { account_id } = currentPerson(ctx)
  await requireAddress(ctx, body.url)
  const { version, ...made } = await inTx(ctx, async (tx) => {
    if ((await countLocked(tx, account_id)) >= schema.WEBHOOKS_MAX)
      fail('too_many_webhooks', { maximum: schema.WEBHOOKS_MAX })
    return tx
      .insertInto('webhook')
      .values({ ...body, account_id, created_at: ctx.time().toISOString() })
      .returning([...columns, 'version'])
      .$narrowType<{ events: schema.WebhookEvent[] }>()
      .executeTakeFirstOrThrow()
  })
  return { ...made, secret: secretOf(ctx.config.secret, { ...made, version }) }
}

/** Locks the account, so that webhooks are added one at a time, and counts its webhooks. */
async function countLocked(tx: Tx, account_id: string): Promise<number> {
  await lockAccount(tx, account_id)
  const { total } = await tx
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Refuses an address that is not public, or not https. Each delivery checks again, since a name can
 * resolve to another address by then. In development webhooks may be on this machine.
 */
async function requireAddress({ config }: Ctx, address: string) {
  const url = new URL(address)
  if (url.username || url.password) fail('webhook_address_refused')
  if (!config.production) return
  if (url.protocol !== 'https:') fail('webhook_address_refused')
  const literal = addressIn(url)
  const found = literal
    ? [{ address: literal }]
    : await lookup(url.hostname, { all: true }).catch(() => [])
  if (found.length === 0 || !found.every((one) => isPublicAddress(one.address)))
    fail('webhook_address_refused')
}

/** Changes a webhook; one that is switched on again counts as succeeding. */
export async function update(
  ctx: Ctx,
  { id, enabled, ...changes }: BodyOf<typeof schema.updateWebhook>,
): Promise<ReplyOf<typeof schema.updateWebhook>> {
  if (changes.url !== undefined) await requireAddress(ctx, changes.url)
  await requireOwn(ctx, id)
  const set = { ...changes, ...(enabled && { disabled_at: null, failing_since: null }) }
  return ctx.db
    .updateTable('webhook')
    .set({ ...set, id }) // with the id, as an update of nothing is no SQL
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<{ events: schema.WebhookEvent[] }>()
    .executeTakeFirstOrThrow()
}

/** Removes a webhook and its messages. */
export async function remove(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.removeWebhook>,
): Promise<undefined> {
  await requireOwn(ctx, id)
  await ctx.db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Gives a webhook a new secret. The former one stays valid for a day, the one before no longer. */
export async function rotate(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.rotateWebhook>,
): Promise<ReplyOf<typeof schema.rotateWebhook>> {
  await requireOwn(ctx, id)
  const { version, ...made } = await ctx.db
    .updateTable('webhook')
    .set(({ eb }) => ({ version: eb('version', '+', 1), rotated_at: ctx.now.toISOString() }))
    .where('id', '=', id)
    .returning([...columns, 'version'])
    .$narrowType<{ events: schema.WebhookEvent[] }>()
    .executeTakeFirstOrThrow()
  return { ...made, secret: secretOf(ctx.config.secret, { ...made, version }) }
}

/** Sends a test message. Refuses `webhook_off` and `too_many_requests`. */
export async function test(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.testWebhook>,
): Promise<ReplyOf<typeof schema.testWebhook>> {
  await requireOn(ctx, id)
  await countTest(id)
  const at = ctx.now.toISOString()
  return ctx.db
    .insertInto('webhook_message')
    .values({
      webhook_id: id,
      event: schema.TEST_EVENT,
      data: {},
      at,
      next_at: at,
      subject_id: crypto.randomUUID(),
    })
    .returning(messageColumns)
    .$narrowType<schema.WebhookMessage>()
    .executeTakeFirstOrThrow()
}

/** Lists the messages of a webhook, newest first. */
export async function listMessages(
  ctx: Ctx,
  { id, offset, limit }: BodyOf<typeof schema.listWebhookMessages>,
): Promise<ReplyOf<typeof schema.listWebhookMessages>> {
  await requireOwn(ctx, id)
  const all = ctx.db.selectFrom('webhook_message').where('webhook_id', '=', id)
  const [items, counts] = await Promise.all([
    all
      .select(messageColumns)
      .$narrowType<schema.WebhookMessage>()
      .orderBy('at', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute(),
    all
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn
          .countAll<number>()
          .filterWhere('delivered_at', 'is', null)
          .filterWhere('next_at', 'is', null)
          .as('undelivered'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { items, ...counts }
}

/** Delivers a message again, with the same id and as many attempts as a new one. */
export async function replay(
  ctx: Ctx,
  { id, message_id }: BodyOf<typeof schema.replayWebhookMessage>,
): Promise<ReplyOf<typeof schema.replayWebhookMessage>> {
  await requireOn(ctx, id)
  const message = await ctx.db
    .updateTable('webhook_message')
    .set({ next_at: ctx.now.toISOString(), tries: 0, delivered_at: null })
    .where('id', '=', message_id)
    .where('webhook_id', '=', id)
    .returning(messageColumns)
    .$narrowType<schema.WebhookMessage>()
    .executeTakeFirst()
  return message ?? fail('not_found')
}

/** Delivers all messages again that were not delivered and are not tried any more. */
export async function replayAll(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.replayWebhook>,
): Promise<ReplyOf<typeof schema.replayWebhook>> {
  await requireOn(ctx, id)
  const { numUpdatedRows } = await ctx.db
    .updateTable('webhook_message')
    .set({ next_at: ctx.now.toISOString(), tries: 0 })
    .where('webhook_id', '=', id)
    .where('delivered_at', 'is', null)
    .where('next_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(numUpdatedRows) }
}

async function requireOwn(ctx: Ctx, id: string) {
  const found = await ctx.db
    .selectFrom('webhook')
    .select('disabled_at')
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  return found ?? fail('not_found')
}

async function requireOn(ctx: Ctx, id: string) {
  if ((await requireOwn(ctx, id)).disabled_at !== null) fail('webhook_off')
}

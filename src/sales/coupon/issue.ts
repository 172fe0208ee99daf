import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { delistIdle } from '#src/sales/listing/delist.ts'
import { giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { auditPoints, batchOf } from './batch.ts'
import { codeHash, codeOf } from './code.ts'
import { type Batch, couponTransitions, type createCoupons } from './coupon.shared.ts'

type CreateBody = BodyOf<typeof createCoupons>

/**
 * Creates a batch of coupons: a creator's give numbers, each held from now on; an administrator's
 * give points. Refuses with `creators_only`, `input_invalid`, `coupon_out_of_bounds` or the reason why
 * a number cannot be given away.
 */
export async function create(ctx: Ctx, body: CreateBody): Promise<Batch> {
  const { role } = currentPerson(ctx)
  if (role === 'STANDARD_USER') fail('creators_only')
  const { points, count, asset_token_ids } = body
  if (role === 'ADMIN' ? asset_token_ids : (points ?? count))
    fail('input_invalid', { field: role === 'ADMIN' ? 'asset_token_ids' : 'points' })
  if (body.expires_at <= ctx.now.toISOString()) fail('input_invalid', { field: 'expires_at' })
  const id = await once(ctx, body, (tx) =>
    role === 'ADMIN' ? issuePoints(tx, ctx, body) : issueNumbers(tx, ctx, body),
  )
  return batchOf(ctx, id)
}

async function issuePoints(tx: Tx, ctx: Ctx, body: CreateBody) {
  const { points = fail('input_invalid', { field: 'points' }) } = body
  const { count = fail('input_invalid', { field: 'count' }) } = body
  await checkLimits(tx, count, points)
  const gifts = Array.from({ length: count }, () => null)
  const batch = { ...body, kid: null, points, drawn: false }
  return insertBatch(tx, ctx, batch, gifts, ctx.time())
}

async function issueNumbers(tx: Tx, ctx: Ctx, body: CreateBody) {
  const { asset_token_ids = fail('input_invalid', { field: 'asset_token_ids' }), drawn } = body
  const ids = [...new Set(asset_token_ids)]
  await checkLimits(tx, ids.length, 0)
  const { copies, at } = await lockCopies(tx, ids, ctx.time)
  for (const id of ids) {
    const copy = copies.get(id)
    const owner = currentPerson(ctx).account_id
    const refusal = giveRefusal(copy, owner)
    if (refusal) fail(refusal.code, refusal.params)
    if (copy!.creator !== owner) fail('not_owner')
  }
  const kids = new Set(ids.map((id) => copies.get(id)!.kid))
  if (kids.size > 1) fail('input_invalid', { field: 'asset_token_ids' })
  const [kid] = kids
  await delistIdle(tx, [...copies.values()], at)
  return insertBatch(tx, ctx, { ...body, kid: kid!, points: null, drawn }, ids, at)
}

async function checkLimits(tx: Tx, count: number, points: number) {
  const { coupons_per_batch: most, coupon_points_max: maximum } = await settingsOf(tx)
  if (count > most || points > maximum) fail('coupon_out_of_bounds', { most, maximum })
}

interface NewBatch {
  name: string
  expires_at: string
  kid: string | null
  points: number | null
  drawn: boolean
  festival: boolean
}

/** Inserts a batch with one coupon per gift: the id of a copy, or null for points. */
async function insertBatch(
  tx: Tx,
  ctx: Ctx,
  batch: NewBatch,
  gifts: readonly (string | null)[],
  at: Date,
) {
  const { name, expires_at, kid, points, drawn, festival } = batch
  const { account_id: issuer } = currentPerson(ctx)
  const { secret } = ctx.config
  const made = { issuer, created_at: at.toISOString() }
  const { id: batch_id } = await tx
    .insertInto('coupon_batch')
    .values({ ...made, name, expires_at, kid, points, drawn, festival })
    .returning('id')
    .executeTakeFirstOrThrow()
  const coupons = gifts.map((asset_token_id) => {
    const id = randomUUID()
    const code_hash = codeHash(secret, codeOf(secret, id))
    return { id, batch_id, code_hash, asset_token_id, expires_at }
  })
  const step = { action: 'issue', by: 'issuer', account: issuer, at } as const
  await insertWithEvent(tx, couponTransitions, coupons, step)
  await auditPoints(tx, ctx, { id: batch_id, action: 'issue', coupons: coupons.length, at })
  return batch_id
}

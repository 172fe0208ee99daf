import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { type ErrorCode, fail } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { lockSerials } from '#src/catalog/serial/transfer.ts'
import { isRunningAt } from '#src/catalog/rental-period/rental-period.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { batchOf } from './batch.ts'
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
    const code = couponRefusal(copy, currentPerson(ctx).account_id)
    if (code) fail(code, code === 'not_owner' ? {} : { number: copy!.number })
  }
  const kids = new Set(ids.map((id) => copies.get(id)!.kid))
  if (kids.size > 1) fail('input_invalid', { field: 'asset_token_ids' })
  const [kid] = kids
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
}

/** Inserts a batch with one coupon per gift: the id of a copy, or null for points. */
async function insertBatch(
  tx: Tx,
  ctx: Ctx,
  batch: NewBatch,
  gifts: readonly (string | null)[],
  at: Date,
) {
  const { name, expires_at, kid, points, drawn } = batch
  const { account_id: issuer } = currentPerson(ctx)
  const { secret } = ctx.config
  const made = { issuer, created_at: at.toISOString() }
  const { id: batch_id } = await tx
    .insertInto('coupon_batch')
    .values({ ...made, name, expires_at, kid, points, drawn })
    .returning('id')
    .executeTakeFirstOrThrow()
  const coupons = gifts.map((asset_token_id) => {
    const id = randomUUID()
    const code_hash = codeHash(secret, codeOf(secret, id))
    return { id, batch_id, code_hash, asset_token_id, expires_at }
  })
  const step = { action: 'issue', by: 'issuer', account: issuer, at } as const
  await insertWithEvent(tx, couponTransitions, coupons, step)
  return batch_id
}

interface Copy {
  asset_token_id: string
  kid: string
  number: number
  owner: string
  creator: string
  published_at: string | null
  downloaded_at: string | null
  frozen_at: string | null
  listed: boolean
  being_purchased: boolean
  reserved: boolean
  rented: boolean
  offered: boolean
}

async function lockCopies(tx: Tx, ids: string[], time: () => Date) {
  const at = await lockSerials(tx, ids, time)
  const { rows } = await sql<Copy>`
    select serial.asset_token_id, serial.kid, number, owner, creator, published_at, downloaded_at,
      frozen_at,
      exists (select from listing where listing.asset_token_id = serial.asset_token_id
        and status in ('preparing', 'open')) as listed,
      exists (select from purchase where purchase.asset_token_id = serial.asset_token_id
        and status = 'reserved') as being_purchased,
      exists (select from coupon where coupon.asset_token_id = serial.asset_token_id
        and status in ('valid', 'occupied')) as reserved,
      exists (select from rental where rental.asset_token_id = serial.asset_token_id
        and ${isRunningAt(at)}) as rented,
      exists (select from trade_offer where submitted = serial.asset_token_id
        and status = 'awaiting_acceptance') as offered
    from serial join asset using (kid) where serial.asset_token_id = any(${ids}::uuid[])
  `.execute(tx)
  return { copies: new Map(rows.map((row) => [row.asset_token_id, row])), at }
}

/** Returns the reason why a copy cannot be given away. Only the creator may give unlisted own copies. */
function couponRefusal(copy: Copy | undefined, issuer: string): ErrorCode | undefined {
  if (copy?.owner !== issuer || copy.creator !== issuer) return 'not_owner'
  if (!copy.published_at) return 'serial_preparing'
  if (copy.reserved) return 'serial_reserved'
  if (copy.rented) return 'serial_rented'
  if (copy.listed) return 'already_listed'
  if (copy.offered) return 'serial_offered_in_trade'
  if (copy.being_purchased) return 'serial_being_purchased'
  if (copy.frozen_at) return 'serial_frozen'
  return copy.downloaded_at ? 'serial_downloaded' : undefined
}

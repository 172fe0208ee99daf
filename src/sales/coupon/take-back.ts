import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { auditPoints, batchOf, lockBatch, visibleTo } from './batch.ts'
import { codeOf, maskedCode } from './code.ts'
import {
  type Batch,
  couponTransitions,
  type listClaims,
  type takeBackClaim,
  type WaitingClaim,
} from './coupon.shared.ts'

/** Lists the claims of a batch that wait for a sign-in. A drawn number stays hidden. */
export async function list(ctx: Ctx, { id, limit, offset }: BodyOf<typeof listClaims>) {
  const { drawn } = await batchOf(ctx, id)
  const waiting = sql`batch_id = ${id} and status = 'occupied' and occupied_by is null
    and expires_at > ${ctx.now.toISOString()}`
  const [{ rows }, counted] = await Promise.all([
    sql<Omit<WaitingClaim, 'code'>>`
      select id, case when ${drawn} then null else number end as number, occupied_at as claimed_at
      from coupon left join serial using (asset_token_id)
      where ${waiting} order by occupied_at, id limit ${limit} offset ${offset}
    `.execute(ctx.db),
    sql<{ n: number }>`select count(*) as n from coupon where ${waiting}`.execute(ctx.db),
  ])
  const { secret } = ctx.config
  const items = rows.map((row) => ({ ...row, code: maskedCode(codeOf(secret, row.id)) }))
  return { items, total: counted.rows[0]!.n }
}

/** Takes back a claim. Refuses with `coupon_claim_over` what was handed over or taken by a person. */
export async function takeBack(ctx: Ctx, { id }: BodyOf<typeof takeBackClaim>): Promise<Batch> {
  const { rows } = await sql<{ batch_id: string }>`
    select batch.id as batch_id from coupon join coupon_batch batch on batch.id = batch_id
    where coupon.id = ${id} and ${visibleTo(ctx)}
  `.execute(ctx.db)
  const { batch_id } = rows[0] ?? fail('not_found')
  await once(ctx, { id }, (tx) => endClaim(tx, ctx, { id, batch_id }))
  return batchOf(ctx, batch_id)
}

async function endClaim(tx: Tx, ctx: Ctx, { id, batch_id }: { id: string; batch_id: string }) {
  const { revoked_at } = await lockBatch(tx, batch_id)
  const { occupied_by, expires_at } = await tx
    .selectFrom('coupon')
    .select(['occupied_by', 'expires_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (occupied_by !== null || expires_at <= ctx.now.toISOString()) fail('coupon_claim_over')
  const at = ctx.time()
  const by = { by: 'issuer', account: currentPerson(ctx).account_id, at } as const
  const set = { claimed_email: null, claimed_from: null, occupied_at: null }
  if (!(await transition(tx, couponTransitions, id, { action: 'take_back', ...by, set })))
    fail('coupon_claim_over')
  if (revoked_at === null) return
  const closed = { closed_at: at.toISOString() }
  await transition(tx, couponTransitions, id, { action: 'revoke', ...by, set: closed })
  await auditPoints(tx, ctx, { id: batch_id, action: 'revoke', coupons: 1, at })
}

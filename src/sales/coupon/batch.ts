import { type RawBuilder, sql } from 'kysely'
import { csvFile } from '#core/csv.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { statusAt } from './coupon-status.ts'
import { CLAIM_PATH } from './batch-address.shared.ts'
import { codeOf, maskedCode } from './code.ts'
import {
  type Batch,
  couponTransitions,
  type CouponStatus,
  type Desk,
  type exportBatch,
  type getBatch,
  type getDesk,
  type listBatches,
  type PrintedCoupon,
  type revokeBatch,
} from './coupon.shared.ts'

const LATEST = 5

/** Lists the batches that the caller may see, newest first, with their coupons counted by status. */
export async function list(ctx: Ctx, { limit, offset }: BodyOf<typeof listBatches>) {
  const mine = visibleTo(ctx)
  const [items, counted] = await Promise.all([
    batches(ctx, mine, sql`limit ${limit} offset ${offset}`),
    sql<{ n: number }>`select count(*) as n from coupon_batch batch where ${mine}`.execute(ctx.db),
  ])
  return { items, total: counted.rows[0]!.n }
}

/** Returns one batch. Refuses with `not_found`, also for another person's batch. */
export async function batchOf(ctx: Ctx, id: string): Promise<Batch> {
  const [batch] = await batches(ctx, sql`${visibleTo(ctx)} and batch.id = ${id}`)
  return batch ?? fail('not_found')
}

/** Returns a page of a batch's codes, for the printed sheet. */
export async function get(ctx: Ctx, { id, limit, offset }: BodyOf<typeof getBatch>) {
  const batch = await batchOf(ctx, id)
  const items = await codes(ctx, batch, sql`limit ${limit} offset ${offset}`)
  return { batch, items, total: batch.count }
}

/** Returns a batch with its latest claims. A drawn number shows once it was handed over. */
export async function desk(ctx: Ctx, { id }: BodyOf<typeof getDesk>): Promise<Desk> {
  const batch = await batchOf(ctx, id)
  const { rows } = await sql<Desk['latest'][number]>`
    select coupon.id, ${statusAt(ctx.now)} as status, coalesce(used_at, occupied_at) as at,
      case when ${batch.drawn} and status <> 'used' then null else number end as number
    from coupon left join serial using (asset_token_id)
    where batch_id = ${id} and occupied_at is not null
    order by at desc, coupon.id limit ${LATEST}
  `.execute(ctx.db)
  return { batch, latest: rows }
}

/** Returns all codes of a batch as a CSV file. Codes that were entered are masked here too. */
export async function exportCodes(ctx: Ctx, { id }: BodyOf<typeof exportBatch>) {
  const batch = await batchOf(ctx, id)
  const rows = (await codes(ctx, batch)).map(({ code, address, status, number }) => [
    code,
    address,
    status,
    number,
    batch.title,
    batch.points,
    batch.expires_at,
  ])
  const columns = ['code', 'address', 'state', 'number', 'title', 'points', 'expires_at']
  return csvFile(`coupons-${id}.csv`, columns, rows)
}

/** Revokes the valid coupons of a batch. Occupied coupons stay promised to their holders. */
export async function revoke(ctx: Ctx, { id }: BodyOf<typeof revokeBatch>): Promise<Batch> {
  await batchOf(ctx, id)
  await inTx(ctx, async (tx) => {
    await lockBatch(tx, id) // a claim that is taken back meanwhile expires, too
    const at = ctx.time()
    const now = at.toISOString()
    const rows = await tx
      .selectFrom('coupon')
      .select('id')
      .where('batch_id', '=', id)
      .where('status', '=', 'valid')
      .execute()
    const ids = rows.map((row) => row.id)
    const issuer = { by: 'issuer', account: currentPerson(ctx).account_id, at } as const
    const revoked = await transitionAll(tx, couponTransitions, ids, {
      action: 'revoke',
      ...issuer,
      set: { closed_at: now },
    })
    await sql`
      update coupon_batch set revoked_at = ${now}::timestamptz where id = ${id} and revoked_at is null
    `.execute(tx)
    if (revoked.length > 0)
      await auditPoints(tx, ctx, { id, action: 'revoke', coupons: revoked.length, at })
  })
  return batchOf(ctx, id)
}

interface PointsChange {
  id: string
  action: 'issue' | 'revoke'
  coupons: number
  at: Date
}

/** Step: records for the audit log that points were issued or revoked; nothing for a batch of copies. */
export async function auditPoints(tx: Tx, ctx: Ctx, { id, action, coupons, at }: PointsChange) {
  await sql`
    insert into point_coupon_change (batch_id, name, action, coupons, points, changed_by, at)
    select id, name, ${action}, ${coupons}::int, points, ${currentPerson(ctx).account_id}::uuid,
      ${at.toISOString()}::timestamptz
    from coupon_batch where id = ${id} and points is not null
  `.execute(tx)
}

/** Step: locks a batch. Its coupons are locked after it. */
export async function lockBatch(tx: Tx, id: string): Promise<{ revoked_at: string | null }> {
  return tx
    .selectFrom('coupon_batch')
    .select('revoked_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns the condition for batches the caller may see: a creator's own, or for administrators all points. */
export function visibleTo(ctx: Ctx): RawBuilder<unknown> {
  const { role, account_id } = currentPerson(ctx)
  if (role === 'ADMIN') return sql`batch.points is not null`
  return role === 'ORH' ? sql`batch.issuer = ${account_id}` : fail('creators_only')
}

async function batches(ctx: Ctx, where: RawBuilder<unknown>, part = sql``): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select batch.id, batch.name, issuer.username as issuer, batch.kid, asset.title, points, drawn,
      festival, count, valid, occupied, used, expired, batch.expires_at, batch.created_at, revoked_at
    from (select * from coupon_batch batch where ${where} order by created_at desc, id ${part}) batch
    join account issuer on issuer.id = batch.issuer
    left join asset on asset.kid = batch.kid
    cross join lateral (
      select count(*) as count, count(*) filter (where shown = 'valid') as valid,
        count(*) filter (where shown = 'occupied') as occupied,
        count(*) filter (where shown = 'used') as used,
        count(*) filter (where shown = 'expired') as expired
      from (select ${statusAt(ctx.now)} as shown from coupon where batch_id = batch.id) coupon
    ) states
    order by batch.created_at desc, batch.id
  `.execute(ctx.db)
  return rows
}

interface Row {
  id: string
  status: CouponStatus
  number: number | null
}

/** Reads codes by number, or for a drawn batch in an order that does not reveal the numbers. */
async function codes(
  ctx: Ctx,
  { id, drawn, festival }: Batch,
  part = sql``,
): Promise<PrintedCoupon[]> {
  const { rows } = await sql<Row>`
    select coupon.id, ${statusAt(ctx.now)} as status, number
    from coupon left join serial using (asset_token_id)
    where batch_id = ${id} order by ${drawn ? sql`null::int` : sql`number`}, coupon.id ${part}
  `.execute(ctx.db)
  const { secret, publicUrl } = ctx.config
  return rows.map(({ number, ...coupon }) => {
    const code = codeOf(secret, coupon.id)
    const isFree = coupon.status === 'valid'
    return {
      ...coupon,
      code: isFree ? code : maskedCode(code),
      address: isFree ? `${publicUrl}${festival ? CLAIM_PATH : '/login'}?code=${code}` : null,
      number: drawn && coupon.status !== 'used' ? null : number,
    }
  })
}

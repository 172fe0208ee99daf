import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { recordVerification } from '#src/catalog/brand/verification.ts'
import type {
  decideVerification,
  listVerifications,
  VerificationRequest,
} from './verification.shared.ts'

/** Lists requests for badges, or verified brands: `GET /brand_verifications`. */
export async function list(
  { db }: Ctx,
  { show, limit, offset }: BodyOf<typeof listVerifications>,
): Promise<ReplyOf<typeof listVerifications>> {
  const isWaiting = show === 'waiting'
  const from = sql`from brand join account creator on creator.id = brand.owner
    join lateral (
      select evidence, asked_at, decided_at from verification_request where brand_id = brand.id
      order by id desc limit 1
    ) request on ${isWaiting ? sql`request.decided_at is null` : sql`brand.verified_at is not null`}`
  const order = isWaiting ? sql`asked_at, brand.id` : sql`verified_at desc, brand.id`
  const [{ rows: items }, { rows: counted }] = await Promise.all([
    sql<VerificationRequest>`
      select brand.id as brand_id, brand.name, '/brand/' || brand.account as path,
        creator.username as creator, evidence, asked_at, verified_at,
        (select count(*) from asset where brand_id = brand.id and is_public) as titles_count
      ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ])
  return { items, total: counted[0]!.total }
}

/** Decides about the badge of a brand: `POST /brand_verifications/{id}/decisions`. */
export async function decide(
  ctx: Ctx,
  { id, decision, name, reason }: BodyOf<typeof decideVerification>,
) {
  const decided = { brand_id: id, decision, name, reason }
  await inTx(ctx, (tx) => recordVerification(tx, decided, currentPerson(ctx).account_id, ctx.time))
  return { id }
}

import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { setSuspended } from '#src/accounts/account/suspend.ts'
import { cancelUnsent } from '#src/finance/payout/payout-money.ts'
import { delistByPlatform } from '#src/sales/listing/delist.ts'
import { leaveRooms } from '#src/sales/waiting-room/queue.ts'
import { endOffersOf } from '#src/sales/listing/suspended.ts'
import type { listSuspensions, putSuspension, Standing } from './suspension.shared.ts'

/** Lists suspended people, or finds one person to suspend: `GET /suspensions`. */
export async function list(
  { db }: Ctx,
  { who, offset, limit }: BodyOf<typeof listSuspensions>,
): Promise<ReplyOf<typeof listSuspensions>> {
  const where = who
    ? sql`lower(account.username) = lower(${who}) or lower(account.email) = lower(${who})`
    : sql`account.suspended_at is not null and account.deleted_at is null`
  const [items, { rows }] = await Promise.all([
    select(db, where, sql`offset ${offset} limit ${limit}`),
    sql<{ total: number }>`select count(*) as total from account where ${where}`.execute(db),
  ])
  return { items, ...rows[0]! }
}

/**
 * Suspends an account or lifts its suspension: `PUT /suspensions/{id}`. Refused with `forbidden` for
 * administrators, and so for the caller.
 */
export function put(ctx: Ctx, { id, suspended, reason }: BodyOf<typeof putSuspension>) {
  return inTx(ctx, async (tx) => {
    const changed_by = currentPerson(ctx).account_id
    const change = { suspended, changed_by, reason, at: ctx.time() }
    if ((await setSuspended(tx, id, change)) && suspended) {
      await leaveRooms(tx, id, change.at, true)
      const { listings, at } = await endOffersOf(tx, id, ctx.time)
      await cancelUnsent(tx, [id], at) // locks the ledger, which comes before listings
      await delistByPlatform(tx, listings, at)
    }
    const [standing] = await select(tx, sql`account.id = ${id}`)
    return standing ?? fail('not_found')
  })
}

async function select(db: Db | Tx, where: RawBuilder<unknown>, part = sql``): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select account.id as account_id, account.username, account.email, account.role, account.suspended_at,
      account.deleted_at,
      administrator.username as suspended_by, change.reason
    from account
    left join lateral (
      select changed_by, reason from suspension_change
      where account_id = account.id and account.suspended_at is not null order by id desc limit 1
    ) change on true
    left join account administrator on administrator.id = change.changed_by
    where ${where} order by account.suspended_at desc nulls last, account.id ${part}
  `.execute(db)
  return rows
}

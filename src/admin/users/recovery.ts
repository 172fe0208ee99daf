import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { endRecovery, startRecovery } from '#src/accounts/recovery/recovery.ts'
import type * as schema from './recovery.shared.ts'

/** Lists the recoveries that wait, or finds one person: `GET /recoveries`. */
export async function list(
  { db }: Ctx,
  { who, offset, limit }: BodyOf<typeof schema.listRecoveries>,
): Promise<ReplyOf<typeof schema.listRecoveries>> {
  const where = who
    ? sql`lower(account.username) = lower(${who}) or lower(account.email) = lower(${who})`
    : sql`recovery.id is not null`
  const [items, { rows }] = await Promise.all([
    select(db, where, sql`offset ${offset} limit ${limit}`),
    sql<{ total: number }>`select count(*) as total from ${people} where ${where}`.execute(db),
  ])
  return { items, ...rows[0]! }
}

/** Starts a recovery: `POST /recoveries`. Refuses administrators, and so the caller, as `forbidden`. */
export function start(
  ctx: Ctx,
  { account_id, email, reason }: BodyOf<typeof schema.startRecovery>,
) {
  const started_by = currentPerson(ctx).account_id
  return inTx(ctx, async (tx) => {
    await startRecovery(tx, ctx, { account_id, email, started_by, reason })
    return one(tx, account_id)
  })
}

/** Cancels a recovery: `POST /recoveries/{id}/cancellations`. Refuses `recovery_over` if it waits no more. */
export function cancel(ctx: Ctx, { id, reason }: BodyOf<typeof schema.cancelRecovery>) {
  const changed_by = currentPerson(ctx).account_id
  return inTx(ctx, async (tx) => {
    const { account_id } =
      (await tx
        .selectFrom('account_recovery')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirst()) ?? fail('not_found')
    const by = { how: 'admin', changed_by, reason, at: ctx.time() } as const
    if (!(await endRecovery(tx, { account_id, id }, { action: 'cancel', ...by })))
      fail('recovery_over')
    return one(tx, account_id)
  })
}

const people = sql`account left join account_recovery recovery
  on recovery.account_id = account.id and recovery.status = 'waiting'`

async function one(tx: Tx, account_id: string) {
  const [found] = await select(tx, sql`account.id = ${account_id}`)
  return found!
}

async function select(db: Db | Tx, where: RawBuilder<unknown>, part = sql``) {
  const { rows } = await sql<schema.Recoverable>`
    select account.id as account_id, account.username, account.email, account.role, account.deleted_at,
      case when recovery.id is not null then json_build_object('id', recovery.id,
        'new_email', new_email, 'started_by', administrator.username, 'reason', reason,
        'started_at', ${isoTime(sql`started_at`)}, 'due_at', ${isoTime(sql`due_at`)}) end as recovery
    from ${people}
    left join account administrator on administrator.id = recovery.started_by
    where ${where} order by due_at nulls last, account.id ${part}
  `.execute(db)
  return rows
}

const isoTime = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

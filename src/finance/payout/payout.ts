import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#core/http/endpoint.ts'
import { jstDay, jstMonth } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { arrivalOf, payoutDates, transferDay } from '#src/finance/bank-transfer/business-day.ts'
import type { AnyPayout, getPayout, listPayouts, Payout } from './payout.shared.ts'
import { openBank, type ShownBank } from './bank-snapshot.ts'
import { sentOf } from './withholding.shared.ts'

interface Row {
  id: string
  amount: number
  fee: number
  withheld: number
  status: Payout['status']
  canceled_by: Payout['canceled_by']
  month: string
  created_at: string
  processed_at: string | null
  transaction_balance: number
  /** The transfer date in the bank's file; null before the export. */
  sent_on: string | null
  bank: ShownBank
  kek_id: string
  wrapped: Buffer
  sealed: Buffer
  reason: string | null
  account_id: string
  user: string
  email: string
  wallet_address: string
}

/** The displayed status: `checking` while the payout is with the bank or in a running update. */
const shownStatus = sql<Payout['status']>`
  case when payout.status = 'reserved' and (exported_at is not null or exists (
    select from payout_update where done_at is null and payout.id = any(ids)))
  then 'checking' else payout.status end`

/** The side that cancelled the payout; null if it is not cancelled. */
const canceledBy = sql<Payout['canceled_by']>`
  (select by from event where subject_id = payout.id and to_status = 'canceled')`

/**
 * Lists the caller's payouts, or everyone's for an administrator who does not ask for their own; refuses others
 * `admins_only`.
 */
export async function list(ctx: Ctx, body: BodyOf<typeof listPayouts>) {
  const { account_id, role } = currentPerson(ctx)
  const isAdmin = role === 'ADMIN'
  const { status, month, q, all = isAdmin } = body
  if (all && !isAdmin) fail('admins_only')
  const conditions = [
    all ? sql`true` : sql`account_id = ${account_id}`,
    month ? sql`month = ${month}` : sql`true`,
    status ? sql`${shownStatus} = ${status}` : sql`true`,
    all && q
      ? sql`(strpos(lower(username), lower(${q})) > 0 or strpos(lower(email), lower(${q})) > 0)`
      : sql`true`,
  ]
  const where = sql.join(conditions, sql` and `)
  const { rows: counts } = await sql<{ total: number; sum: number }>`
    select count(*) as total, coalesce(sum(amount), 0)::bigint as sum
    from payout join account on account.id = account_id where ${where}
  `.execute(ctx.db)
  const rows = await rowsOf(ctx, where, sql`limit ${body.limit} offset ${body.offset}`)
  return { items: await shown(ctx, rows, all), ...counts[0]! }
}

/** Returns one of the caller's payouts, or any payout for an administrator. */
export async function get(ctx: Ctx, { id }: BodyOf<typeof getPayout>) {
  const { account_id, role } = currentPerson(ctx)
  const isAdmin = role === 'ADMIN'
  const isVisible = isAdmin ? sql`true` : sql`account_id = ${account_id}`
  const rows = await rowsOf(ctx, sql`payout.id = ${id} and ${isVisible}`)
  const [payout] = await shown(ctx, rows, isAdmin)
  return payout ?? fail('not_found')
}

/** Returns a payout as its owner sees it. */
export async function payoutOf(ctx: Ctx, id: string): Promise<Payout> {
  const [payout] = await shown(ctx, await rowsOf(ctx, sql`payout.id = ${id}`), false)
  return payout ?? fail('not_found')
}

/**
 * Checks whether a person has a payout in a month of Japan (`YYYY-MM`). One a month is allowed;
 * cancelled and failed payouts do not count, unless the fee was charged.
 */
export async function hasPayoutIn(db: Db | Tx, account_id: string, month: string) {
  const payout = await db
    .selectFrom('payout')
    .select('id')
    .where('account_id', '=', account_id)
    .where('month', '=', month)
    .where('status', 'in', ['reserved', 'processed', 'failed_and_charged'])
    .executeTakeFirst()
  return payout !== undefined
}

async function rowsOf(ctx: Ctx, where: RawBuilder<unknown>, page = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select payout.id, amount, fee, withheld, ${shownStatus} as status, ${canceledBy} as canceled_by, month, payout.created_at, processed_at,
      transaction_balance, sent_on, bank, kek_id, wrapped, sealed, reason, account_id,
      username as user, email, wallet_address
    from payout join account on account.id = account_id
    where ${where} order by payout.created_at desc, payout.id ${page}
  `.execute(ctx.db)
  return rows
}

/** Returns when a processed payout arrived. The entry of a file's result says nothing of the day. */
const arrivedOn = ({ sent_on, processed_at }: Pick<Row, 'sent_on' | 'processed_at'>) =>
  sent_on ? arrivalOf(sent_on) : jstDay(new Date(processed_at!))

async function shown(ctx: Ctx, rows: Row[], isAdmin: boolean): Promise<(Payout | AnyPayout)[]> {
  const { payout_day } = await settingsFor(ctx)
  return Promise.all(
    rows.map(async ({ kek_id, wrapped, sealed, reason, ...found }) => {
      const { account_id, ...row } = found
      const created = new Date(row.created_at)
      const { cut_off, sent_on: planned } = payoutDates(created, payout_day)
      const isUnsent = row.status === 'reserved' || row.status === 'checking'
      const coming = isUnsent ? transferDay(created, payout_day, ctx.now) : planned
      const sent_on = row.sent_on ?? coming
      const full = await openBank(ctx, { id: row.id, kek_id, wrapped, sealed })
      const { holder, bank_code, branch_code } = full
      const isOpen = row.status === 'reserved' && row.month === jstMonth(ctx.now)
      return {
        ...row,
        sent: sentOf(row),
        bank: { ...row.bank, bank_code, branch_code, holder },
        cancelable_until: cut_off.toISOString(),
        is_cancelable: isOpen,
        sent_on,
        expected_on: arrivalOf(sent_on),
        arrived_on: row.status === 'processed' ? arrivedOn(row) : null,
        error_messages: reason && row.status.startsWith('failed') ? [reason] : [],
        ...(isAdmin && { account_id }),
      }
    }),
  )
}

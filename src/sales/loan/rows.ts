import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { messageColumns, shownName } from '#src/catalog/moderation/messages.ts'
import { copyFacts } from '#src/catalog/serial/copy-facts.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import type { listLoans, Loan } from './loan.shared.ts'
import { loanPath } from './token.ts'

type Sql = RawBuilder<unknown>

export const copyOfLoan = copyFacts('loan')

/** Lists the caller's loans. */
export async function list(ctx: Ctx, query: BodyOf<typeof listLoans>) {
  requireOn(await settingsFor(ctx), 'lending_enabled')
  const { direction, kid, limit, offset } = query
  const me = currentPerson(ctx).account_id
  const where = sql`${direction === 'lent' ? sql`lender = ${me}` : sql`borrower = ${me}`}
    ${kid ? sql`and loan.kid = ${kid}` : sql``}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from loan where ${where}`.execute(
    ctx.db,
  )
  return {
    items: await select(ctx, ctx.db, where, sql`limit ${limit} offset ${offset}`),
    total: rows[0]!.n,
  }
}

/** Returns a loan of the caller's, lent or borrowed, or refuses `not_found`. */
export async function loanOf(ctx: Ctx, db: Db | Tx, id: string): Promise<Loan> {
  const me = currentPerson(ctx).account_id
  const [found] = await select(ctx, db, sql`loan.id = ${id} and ${me} in (lender, borrower)`)
  return found ?? fail('not_found')
}

async function select(ctx: Ctx, db: Db | Tx, where: Sql, part = sql``): Promise<Loan[]> {
  const me = currentPerson(ctx).account_id
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const isOver = sql`(loan.status = 'running' and ends_at <= ${now})`
  const { rows } = await sql<Omit<Loan, 'path'>>`
    select loan.id, case when lender = ${me} then 'lent' else 'borrowed' end as direction,
      case when ${isOver} then 'returned' else loan.status end as status, ${copyOfLoan} as copy,
      period_seconds / ${DAY_SECONDS} as days,
      ${shownName('loan', me)} as from_name,
      ${messageColumns('loan', me)},
      case when lender = ${me} then loan.email end as email,
      case when lender = ${me} then friend.username else ${shownName('loan', me)} end as partner,
      loan.created_at, expires_at, began_at, ends_at,
      case when ${isOver} then ends_at else ended_at end as ended_at
    from loan left join account friend on friend.id = borrower
    where ${where} order by loan.created_at desc, loan.id ${part}
  `.execute(db)
  return rows.map((row) => {
    const isOpen = row.status === 'open' && row.direction === 'lent'
    return { ...row, path: isOpen ? loanPath(ctx, row.id) : null }
  })
}

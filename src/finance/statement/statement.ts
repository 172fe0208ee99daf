import { sql } from 'kysely'
import { inSnapshot, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { ledgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import { invoiceOf } from './invoice.ts'
import { linesOf } from './lines.ts'
import { type SpanBalances, balancesOf, type LedgerOwner } from './movements.ts'
import { monthsUntil, type Span, spanOf } from './span.ts'
import type {
  getStatement,
  listStatements,
  Statement,
  StatementBalances,
} from './statement.shared.ts'

/** Lists the caller's months with movements: `GET /statements`. */
export async function list(ctx: Ctx, { offset, limit }: BodyOf<typeof listStatements>) {
  const { sales, points } = await ledgerAccountIds(ctx.db, currentPerson(ctx).account_id)
  const spans = monthsUntil(ctx.now)
  const moves = (side: 'debit' | 'credit', account: number | undefined) => sql`exists (
    select from ledger_transfer where ${sql.ref(side)} = ${account ?? null}::bigint
      and at >= "from" and at < until)`
  const { rows } = await sql<{ month: string; is_over: boolean }>`
    select month, is_over
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as span (month text, "from" timestamptz, until timestamptz, is_over boolean)
    where ${moves('credit', sales)} or ${moves('debit', sales)}
      or ${moves('credit', points)} or ${moves('debit', points)}
    order by month desc
  `.execute(ctx.db)
  const years = [...new Set(rows.map(({ month }) => month.slice(0, 4)))]
  return { items: rows.slice(offset, offset + limit), total: rows.length, years }
}

/** Returns the caller's statement of a month: `GET /statements/{month}`. */
export async function get(ctx: Ctx, { month }: BodyOf<typeof getStatement>): Promise<Statement> {
  const { account_id } = currentPerson(ctx)
  const span = spanOf(month, ctx.now) ?? fail('not_found')
  return inSnapshot(ctx, async (tx) => {
    const owner = { account_id, own: await ledgerAccountIds(tx, account_id) }
    const { is_grouped, lines } = await linesOf(tx, owner, span)
    if (lines.length === 0) fail('not_found')
    const ends = await verifiedBalances(tx, owner, span, lines)
    const until = span.is_over ? span.until : ctx.now
    return {
      month,
      is_over: span.is_over,
      from: span.from.toISOString(),
      until: until.toISOString(),
      ...ends,
      is_grouped,
      lines,
      invoice: await invoiceOf(tx, owner, span),
    }
  })
}

type Change = { sales_change: number; points_change: number }

/** Returns the balances at both ends. Throws if the movements do not lead from one to the other. */
export async function verifiedBalances(
  tx: Tx,
  owner: LedgerOwner,
  span: Span,
  moved: Change[],
): Promise<SpanBalances> {
  const ends = await balancesOf(tx, owner, span)
  const { opening, closing } = ends
  const sum = (of: keyof Change) => moved.reduce((all, line) => all + line[of], 0)
  const computed: StatementBalances = {
    sales: opening.sales + sum('sales_change'),
    points: opening.points + sum('points_change'),
  }
  if (computed.sales !== closing.sales || computed.points !== closing.points)
    throw new Error(
      `the statement of ${owner.account_id} from ${span.from.toISOString()} comes to ` +
        `${JSON.stringify(computed)}, the ledger to ${JSON.stringify(closing)}`,
    )
  return ends
}

import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import type { listDisputes } from '#src/finance/dispute/dispute.shared.ts'

const DEBTORS_MAX = 1_000

type Reply = ReplyOf<typeof listDisputes>

/** Lists disputed card payments, newest first, and the platform's debtors, the largest debt first: `GET /disputes`. */
export async function list(
  { db }: Ctx,
  { limit, offset }: BodyOf<typeof listDisputes>,
): Promise<Reply> {
  const { rows: items } = await sql<Reply['items'][number]>`
    select dispute.id, provider_id, dispute.order_id, dispute.status, reason, amount, fee,
      buyer.username as buyer_username, title, number, opened_at, closed_at,
      first.deal,
      (select count(*) from purchase other where other.order_id = dispute.order_id) as copies
    from dispute join purchase first on first.id = dispute.order_id
    join asset using (kid) join account buyer on buyer.id = first.buyer
    order by opened_at desc, dispute.id limit ${limit} offset ${offset}
  `.execute(db)
  const { rows: counted } = await sql<{ total: number; debt: number }>`
    select (select count(*) from dispute) as total,
      (select coalesce(sum(balance), 0)::bigint from ledger_account where kind = 'debt') as debt
  `.execute(db)
  const { rows: debtors } = await sql<Reply['debtors'][number]>`
    select account_id, username, balance as debt
    from ledger_account join account on account.id = account_id
    where kind = 'debt' and balance > 0 order by balance desc, account_id limit ${DEBTORS_MAX}
  `.execute(db)
  return { items, debtors, ...counted[0]! }
}

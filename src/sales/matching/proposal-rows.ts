import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { copyColumns, joinTitle } from '#src/sales/trade/offer-rows.ts'
import type { listProposals, TradeProposal } from './matching.shared.ts'

type Sql = RawBuilder<unknown>

/** Lists the trades proposed to the caller. */
export async function list(
  ctx: Ctx,
  { status, ended, ...part }: BodyOf<typeof listProposals>,
): Promise<{ items: TradeProposal[]; total: number }> {
  if (!(await settingsFor(ctx)).trade_enabled) return { items: [], total: 0 }
  const { account_id } = currentPerson(ctx)
  const isWanted = status ? sql`status = ${status}` : sql`true`
  const where = sql`${isWanted} and (${!ended} or status <> 'open')`
  const [items, { rows }] = await Promise.all([
    proposalRows(ctx.db, account_id, where, part),
    sql<{ n: number }>`
      select count(*) as n from trade_proposal proposal
      join trade_proposal_side me on me.proposal_id = proposal.id and me.account_id = ${account_id}
      where ${where}`.execute(ctx.db),
  ])
  return { items, total: rows[0]!.n }
}

/** Returns one proposal to one of its people, or refuses `not_found`. */
export async function proposalById(
  db: Db | Tx,
  id: string,
  viewer: string,
): Promise<TradeProposal> {
  const part = { limit: 1, offset: 0 }
  const [row] = await proposalRows(db, viewer, sql`proposal.id = ${id}`, part)
  return row ?? fail('not_found')
}

async function proposalRows(
  db: Db | Tx,
  viewer: string,
  where: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<TradeProposal[]> {
  const { rows } = await sql<TradeProposal>`
    select proposal.id, proposal.status,
      (select jsonb_agg(jsonb_build_object('gives', (
          select to_jsonb(copy) from (
            select ${copyColumns} from serial ${joinTitle}
            join account holder on holder.id = side.account_id
            where serial.asset_token_id = side.gives
          ) copy), 'has_accepted', side.accepted_at is not null)
          order by (side.place - me.place + proposal.people) % proposal.people)
        from trade_proposal_side side where side.proposal_id = proposal.id) as sides,
      me.declined_at is not null as declined_by_me,
      proposal.created_at, proposal.expires_at, proposal.ended_at
    from trade_proposal proposal
    join trade_proposal_side me on me.proposal_id = proposal.id and me.account_id = ${viewer}
    where ${where}
    order by proposal.created_at desc, proposal.id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

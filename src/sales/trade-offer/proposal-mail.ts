import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { recipientOf } from '#src/platform/mail/send.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { ProposalFacts, proposalMail } from './proposal-mail.shared.ts'
import type { ProposalState } from './proposal.shared.ts'

type Row = Omit<ProposalFacts, 'news'> & { status: ProposalState; has_answered: boolean }

/**
 * Reads the mail about a proposal to one of its people. Undefined if they have answered it before they
 * were told of it, or while trading is switched off.
 */
export async function readProposalMail({ db }: Ctx, { id, to }: AboutOf<typeof proposalMail>) {
  const row = await proposalRow(db, id, to)
  if (!row || !(await settingsOf(db)).trade_enabled) return undefined
  const { status, has_answered, ...facts } = row
  if (status === 'open' && has_answered) return undefined
  const news = status === 'open' ? 'proposed' : status
  const letter = { id: `trade-proposal.${id}.${news}.${to}`, ...(await recipientOf(db, to)) }
  return { ...letter, facts: { news, ...facts } }
}

async function proposalRow(db: Ctx['db'], id: string, to: string) {
  const copy = (token: string) => sql`(
    select jsonb_build_object('kid', asset.kid, 'number', number, 'title', title)
    from serial join asset using (kid) where asset_token_id = ${sql.ref(token)})`
  const { rows } = await sql<Row>`
    select status, expires_at, side.accepted_at is not null as has_answered,
      ${copy('side.gives')} as gives, receiver.username as receiver,
      ${copy('side.gets')} as gets, giver.username as giver
    from trade_proposal join trade_proposal_side side on side.proposal_id = trade_proposal.id
    join trade_proposal_side next on next.proposal_id = side.proposal_id and next.gets = side.gives
    join trade_proposal_side before on before.proposal_id = side.proposal_id
      and before.gives = side.gets
    join account receiver on receiver.id = next.account_id
    join account giver on giver.id = before.account_id
    where trade_proposal.id = ${id} and side.account_id = ${to}
  `.execute(db)
  return rows[0]
}

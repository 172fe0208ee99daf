import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, type StepOf, transitionAll } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { proposalMail } from './proposal-mail.shared.ts'
import { proposalTransitions } from './proposal.shared.ts'

export const endTradeProposals = job<object>('trade.end_proposals')

/** A person of a proposal. They give to the next place and get from the place before. */
export interface Side {
  place: number
  account_id: string
  gives: string
  gets: string
  listing_id: string
  wish_id: string | null
}

/** A proposal as it is made, with its people in the order in which they give. */
export interface NewProposal {
  id: string
  /** Names the copies and who would get each, so that the same trade is proposed only once. */
  ring_key: string
  expires_at: string
  sides: readonly Side[]
}

/** Step: stores proposals and tells their people. The caller has locked people and copies. */
export async function openProposals(tx: Tx, proposals: readonly NewProposal[], at: Date) {
  const rows = proposals.map(({ sides, ...row }) => ({
    ...row,
    people: sides.length,
    created_at: at.toISOString(),
  }))
  await insertWithEvent(tx, proposalTransitions, rows, { action: 'propose', by: 'platform', at })
  const sides = proposals.flatMap(({ id, sides: of }) =>
    of.map((side) => ({ ...side, proposal_id: id })),
  )
  await sql`
    insert into trade_proposal_side
      (proposal_id, place, account_id, gives, gets, listing_id, wish_id)
    select proposal_id, place, account_id, gives, gets, listing_id, wish_id
    from jsonb_populate_recordset(null::trade_proposal_side, ${JSON.stringify(sides)}::jsonb)
  `.execute(tx)
  await enqueueMails(
    tx,
    proposalMail,
    sides.map(({ proposal_id, account_id }) => ({ id: proposal_id, to: account_id })),
  )
}

/** Step: locks an open proposal. The caller has locked its people, copies and offers with them. */
export async function lockProposal(tx: Tx, id: string) {
  return tx
    .selectFrom('trade_proposal')
    .select(['status', 'expires_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Step: records that a person accepts, while others have not. The caller has locked the proposal. */
export async function acceptSide(
  tx: Tx,
  id: string,
  { account, at }: { account: string; at: Date },
) {
  await answer(tx, id, { account, accepted_at: at.toISOString() })
  await transitionAll(tx, proposalTransitions, [id], {
    action: 'accept',
    by: 'member',
    account,
    at,
  })
}

/** Step: settles a proposal that its last person accepts. The caller has locked the proposal. */
export async function settleProposal(
  tx: Tx,
  id: string,
  { account, at }: { account: string; at: Date },
) {
  await answer(tx, id, { account, accepted_at: at.toISOString() })
  const ended = await end(tx, [id], { action: 'settle', by: 'member', account, at })
  if (ended.length === 0) throw new Error('a proposal that is being settled has ended')
}

/** Step: declines a proposal, also after having accepted. False if it had ended. */
export async function declineProposal(
  tx: Tx,
  id: string,
  { account, at }: { account: string; at: Date },
): Promise<boolean> {
  const ended = await end(tx, [id], { action: 'decline', by: 'member', account, at })
  if (ended.length === 0) return false
  await answer(tx, id, { account, accepted_at: null, declined_at: at.toISOString() })
  return true
}

async function answer(
  tx: Tx,
  id: string,
  { account, ...set }: { account: string; accepted_at: string | null; declined_at?: string },
) {
  await tx
    .updateTable('trade_proposal_side')
    .set(set)
    .where('proposal_id', '=', id)
    .where('account_id', '=', account)
    .execute()
}

/** Step: spoils the open proposals in which one of these copies would change hands. */
export async function spoilProposalsWith(tx: Tx, asset_token_ids: string[], at: Date) {
  await spoil(tx, sql`side.gives = any(${asset_token_ids}::uuid[])`, at)
}

/** Step: spoils the open proposals of copies that were open to trade by one of these listings. */
export async function spoilProposalsOn(tx: Tx, listing_ids: string[], at: Date) {
  if (listing_ids.length > 0)
    await spoil(tx, sql`side.listing_id = any(${listing_ids}::uuid[])`, at)
}

async function spoil(tx: Tx, which: RawBuilder<unknown>, at: Date) {
  await end(tx, await openIds(tx, which), { action: 'spoil', by: 'platform', at })
}

/** Step: spoils one proposal that can no longer take place. The caller has locked it. */
export async function spoilProposal(tx: Tx, id: string, at: Date) {
  await end(tx, [id], { action: 'spoil', by: 'platform', at })
}

/** Ends the proposals whose time is over, and those with a copy that cannot be traded any more. */
export async function endDueProposals(ctx: Ctx) {
  await inTx(ctx, async (tx) => {
    const at = ctx.time()
    const { rows } = await sql<{ id: string }>`
      select id from trade_proposal
      where status = 'open' and expires_at <= ${at.toISOString()}::timestamptz order by id
    `.execute(tx)
    const ids = rows.map(({ id }) => id)
    await end(tx, ids, { action: 'lapse', by: 'clock', at })
  })
  await inTx(ctx, async (tx) => {
    const gone = sql`not exists (select from listing
        join serial on serial.asset_token_id = listing.asset_token_id
        join asset on asset.kid = serial.kid
      where listing.id = side.listing_id and listing.status in ('preparing', 'open')
        and serial.owner = side.account_id and serial.frozen_at is null
        and serial.downloaded_at is null
        and (asset.trade_enabled or serial.owner = asset.creator))`
    await spoil(tx, gone, ctx.time())
  })
}

/** Ends open proposals and their sides, and tells those who wait. Returns the ids of those ended. */
async function end(
  tx: Tx,
  ids: string[],
  step: StepOf<typeof proposalTransitions>,
): Promise<string[]> {
  const set = { ended_at: step.at.toISOString() }
  const ended = await transitionAll(tx, proposalTransitions, ids, { ...step, set })
  if (ended.length === 0) return ended
  const sides = await tx
    .updateTable('trade_proposal_side')
    .set(set)
    .where('proposal_id', 'in', ended)
    .returning(['proposal_id as id', 'account_id as to', 'accepted_at'])
    .execute()
  const waiting = sides.filter(({ to, accepted_at }) => accepted_at && to !== declinerOf(step))
  await enqueueMails(
    tx,
    proposalMail,
    waiting.map(({ id, to }) => ({ id, to })),
  )
  return ended
}

const declinerOf = ({ action, account }: StepOf<typeof proposalTransitions>) =>
  action === 'decline' ? account : undefined

async function openIds(db: Db | Tx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct side.proposal_id as id from trade_proposal_side side
    where side.ended_at is null and ${which} order by 1
  `.execute(db)
  return rows.map(({ id }) => id)
}

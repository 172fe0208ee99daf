import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { failpoint } from '#core/failpoint.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import { lockPeople } from '#src/sales/purchase/offers.ts'
import { lockOffersWith } from '#src/sales/trade-offer/end-offers.ts'
import * as proposals from '#src/sales/trade-offer/end-proposals.ts'
import { type LockedCopy, lockTradeCopies } from '#src/sales/trade/copies.ts'
import { exchange } from '#src/sales/trade/exchange.ts'
import { receiveRefusal, standingsOf } from '#src/sales/trade/receive.ts'
import { fulfil } from '#src/sales/wish/wish.ts'
import type { acceptProposal, declineTradeProposal, TradeProposal } from './matching.shared.ts'
import { proposalById } from './proposal-rows.ts'

/** A person of a proposal, with their copies as read under the locks. */
interface Member {
  account_id: string
  gives: LockedCopy
  gets: LockedCopy
  listing_id: string
  wish_id: string | null
  accepted_at: string | null
}

/**
 * Accepts a proposed trade. The last acceptance moves all copies in one transaction. If a copy has
 * gone or another person may not receive theirs, it spoils the proposal instead and nothing moves. While
 * a title is hidden, it refuses `title_hidden` and the proposal stays.
 */
export function accept(ctx: Ctx, body: BodyOf<typeof acceptProposal>): Promise<TradeProposal> {
  const { id } = body
  const { account_id: account } = currentPerson(ctx)
  return once(ctx, body, async (tx) => {
    requireOn(await settingsOf(tx), 'trade_enabled')
    const { members, at } = await lockMembers(tx, ctx, id)
    const mine = members.find(({ account_id }) => account_id === account)!
    if (members.some(isPaused) && !members.some(isGone)) fail('title_hidden')
    if (members.some(isGone)) await proposals.spoilProposal(tx, id, at)
    else if (await mayReceive(tx, ctx, { members, mine, at }))
      await agree(tx, id, { members, mine, at })
    else await proposals.spoilProposal(tx, id, at)
    failpoint('trade.settling')
    return proposalById(tx, id, account)
  })
}

/**
 * Locks the people, copies, offers and the proposal itself. Refuses `not_found` to others, and
 * `trade_proposal_closed` once it has ended.
 */
async function lockMembers(tx: Tx, ctx: Ctx, id: string) {
  const sides = await sidesOf(tx, id)
  const me = currentPerson(ctx).account_id
  if (!sides.some(({ account_id }) => account_id === me)) fail('not_found')
  const people = sides.map(({ account_id }) => account_id)
  await lockPeople(tx, people)
  const ids = sides.map(({ gives }) => gives)
  const { copies, at } = await lockTradeCopies(tx, ids, ctx.time)
  await lockOffersWith(tx, ids)
  const { status, expires_at } = await proposals.lockProposal(tx, id)
  if (status !== 'open' || expires_at <= at.toISOString()) fail('trade_proposal_closed')
  const members = (await sidesOf(tx, id)).map((side): Member => ({
    ...side,
    gives: copies.get(side.gives)!,
    gets: copies.get(side.gets)!,
  }))
  return { members, at }
}

const sidesOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('trade_proposal_side')
    .select(['account_id', 'gives', 'gets', 'listing_id', 'wish_id', 'accepted_at'])
    .where('proposal_id', '=', id)
    .orderBy('place')
    .execute()

/** Reports if a copy has another owner, is in another deal or is no longer open to trade. */
const isGone = (member: Member) => {
  const { account_id, gives, listing_id } = member
  const isBlocked = gives.blocked_by !== null && !isPaused(member)
  return gives.owner !== account_id || isBlocked || gives.listing_id !== listing_id
}

/** Reports if a copy cannot be traded while its title is hidden, which may end. */
const isPaused = ({ gives }: Member) => gives.blocked_by === 'title_hidden'

interface Answer {
  members: readonly Member[]
  mine: Member
  at: Date
}

/**
 * Reports if everyone else may receive their copy. Refuses if the caller may not receive theirs. The
 * others' regions were checked when they accepted.
 */
async function mayReceive(tx: Tx, ctx: Ctx, { members, mine, at }: Answer): Promise<boolean> {
  const people = members.map(({ account_id }) => account_id)
  const copies = new Map(members.map(({ gives }) => [gives.asset_token_id, gives]))
  const standings = await standingsOf(tx, people, copies)
  const refusal = receiveRefusal({ ...mine, country: ctx.country }, standings, at)
  if (refusal) throw refusal
  return members.every((one) => !receiveRefusal({ ...one, country: 'JP' }, standings, at))
}

/** Records the caller's acceptance; moves the copies if everyone else has accepted. */
async function agree(tx: Tx, id: string, { members, mine, at }: Answer) {
  const step = { account: mine.account_id, at }
  const waits = members.some((one) => one !== mine && one.accepted_at === null)
  if (waits) return mine.accepted_at ? undefined : proposals.acceptSide(tx, id, step)
  await proposals.settleProposal(tx, id, step)
  const handovers = members.map(({ account_id: to, gets }) => ({
    copy: gets,
    from: gets.owner,
    to,
    subject_id: id,
  }))
  await exchange(tx, handovers, at)
  await fulfil(
    tx,
    members.flatMap(({ wish_id }) => wish_id ?? []),
  )
}

/** Declines a proposed trade. A repeat returns it as it is. */
export function decline(
  ctx: Ctx,
  { id }: BodyOf<typeof declineTradeProposal>,
): Promise<TradeProposal> {
  const account = currentPerson(ctx).account_id
  return inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'trade_enabled')
    await proposalById(tx, id, account)
    await proposals.declineProposal(tx, id, { account, at: ctx.time() })
    const proposal = await proposalById(tx, id, account)
    return proposal.declined_by_me ? proposal : fail('trade_proposal_closed')
  })
}

import { dealKinds } from '#src/sales/deal/deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { LedgerReason, PersonKind } from '#src/ledger/ledger.ts'
import type { LedgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import type { EntryKind } from './history.shared.ts'

/** Identifies the one transfer that represents an entry. A deal has several transfers. */
interface Head {
  side: 'debit' | 'credit'
  of: PersonKind
  reason: LedgerReason
  /** Requires a transfer of the same subject with one of these reasons. */
  then?: readonly LedgerReason[]
  /** Excludes subjects with a transfer of these reasons. */
  notThen?: readonly LedgerReason[]
}

const payout = { side: 'debit', of: 'sales', reason: 'payout_hold' } as const

/** Returns the heads of the deals that a statement calls `entry`, for payee and payer. */
function dealHeads(entry: EntryKind): Head[] {
  return Object.values(dealKinds).flatMap(({ reason, statement }): Head[] => [
    ...(statement.earned === entry ? [{ side: 'credit', of: 'sales', reason } as const] : []),
    ...(statement.paid === entry ? [{ side: 'debit', of: 'hold', reason } as const] : []),
  ])
}

// A purchase or rental is the transfer from the buyer's hold to the seller's earnings; a hold alone is
// not an entry. Neither is a distribution's fee that was returned.
const heads: Record<EntryKind, readonly Head[]> = {
  buy: dealHeads('buy'),
  sale: dealHeads('sale'),
  royalty: [{ side: 'credit', of: 'sales', reason: 'royalty' }],
  rental: dealHeads('rental'),
  trade: dealHeads('trade'), // top-ups; trades without yen have no transfer
  distribution: [
    { side: 'debit', of: 'hold', reason: 'distribution_fee', notThen: ['fee_return'] },
  ],
  payout: [{ ...payout, notThen: ['payout_return', 'payout_cancel', 'payout_stop'] }],
  payout_failed: [{ ...payout, then: ['payout_return'] }],
  payout_canceled: [{ ...payout, then: ['payout_cancel', 'payout_stop'] }],
  coupon: [{ side: 'credit', of: 'points', reason: 'coupon' }],
  conversion: [{ side: 'debit', of: 'sales', reason: 'convert' }],
  expiry: [{ side: 'debit', of: 'points', reason: 'expire' }],
  dispute: [
    { side: 'debit', of: 'sales', reason: 'dispute' },
    { side: 'credit', of: 'sales', reason: 'dispute' },
    { side: 'credit', of: 'points', reason: 'dispute' },
    { side: 'debit', of: 'points', reason: 'dispute' },
  ],
  debt: [{ side: 'debit', of: 'sales', reason: 'debt' }],
  opening: [
    { side: 'credit', of: 'sales', reason: 'opening' },
    { side: 'credit', of: 'points', reason: 'opening' },
  ],
}

/** The kinds of entry that include other transfers of their subject. */
export const joinedKinds = [
  'buy',
  'rental',
  'trade',
  'distribution',
  'payout',
  'payout_failed',
  'payout_canceled',
] as const
/** The reasons of those transfers: holds and card payments of buyers, and later steps of payouts. */
export const joinedReasons = [
  'hold',
  'card',
  'payout_return',
  'payout_cancel',
  'payout_stop',
  'payout_fee',
] as const

export interface EntryFilter {
  kinds: readonly EntryKind[]
  from: Date
  to?: Date | undefined
  /** One entry: the id of its transfer, or that of a trade without yen. */
  id?: string | undefined
}

/** A person and the ids of their ledger accounts. */
export interface EntryOwner {
  account_id: string
  own: LedgerAccountIds
}

const isOfTransfer = (id: string | undefined) => id === undefined || /^\d+$/.test(id)
const isOfTrade = (id: string | undefined) => id === undefined || !isOfTransfer(id)

/**
 * Returns SQL that selects the heads of a person's entries: the newest `most` of each kind, through its
 * own index. The cost of a page therefore does not grow with the account. A trade without yen has the id 0.
 */
export function headsOf(owner: EntryOwner, filter: EntryFilter, most: number): RawBuilder<unknown> {
  const branches = [
    ...(isOfTransfer(filter.id) ? transferHeads(owner, filter, most) : []),
    ...(isOfTrade(filter.id) && filter.kinds.includes('trade')
      ? tradeHeads(owner, filter, most)
      : []),
  ]
  return branches.length > 0 ? sql.join(branches, sql` union all `) : none
}

function tradeHeads({ account_id }: EntryOwner, { from, to, id }: EntryFilter, most: number) {
  const within = sql`ended_at >= ${from.toISOString()}
    ${to ? sql`and ended_at < ${to.toISOString()}` : sql``}`
  const head = (trade: RawBuilder<unknown>) => sql`
    select 0::bigint as id, ended_at as at, 'trade' as kind, ${trade} as subject_id,
      null::bigint as debit, null::bigint as credit, 0::bigint as amount`
  const offers = (side: 'offeror' | 'owner') => sql`(${head(sql`id`)} from trade_offer
    where ${sql.ref(side)} = ${account_id} and status = 'accepted' and top_up is null and ${within}
      ${id ? sql`and id = ${id}` : sql``}
    order by ended_at desc, id desc limit ${most})`
  const proposals = sql`(${head(sql`proposal_id`)} from trade_proposal_side
    where account_id = ${account_id} and ${within} and exists (
      select from trade_proposal where id = proposal_id and status = 'settled')
      ${id ? sql`and proposal_id = ${id}` : sql``}
    order by ended_at desc, proposal_id desc limit ${most})`
  return [offers('offeror'), offers('owner'), proposals]
}

function transferHeads({ own }: EntryOwner, { kinds, from, to, id }: EntryFilter, most: number) {
  return kinds.flatMap((kind) =>
    heads[kind].map(
      ({ side, of, reason, then, notThen }) => sql`(
        select id, at, ${sql.lit(kind)} as kind, subject_id, debit, credit, amount
        from ledger_transfer head
        where ${sql.ref(side)} = ${own[of] ?? null} and reason = ${sql.lit(reason)}
          and at >= ${from.toISOString()} ${to ? sql`and at < ${to.toISOString()}` : sql``}
          ${id ? sql`and id = ${id}` : sql``}
          ${then ? sql`and exists (${followedBy(then)})` : sql``}
          ${notThen ? sql`and not exists (${followedBy(notThen)})` : sql``}
        order by at desc, id desc limit ${most})`,
    ),
  )
}

/** SQL that selects the copy that a person got in the trade `head`, and from whom. */
export const tradeOf = (account_id: string) => sql`
  select serial.kid, serial.number, giver.username
  from (
    select case when offeror = ${account_id} then requested else submitted end as token,
      case when offeror = ${account_id} then owner else offeror end as from_whom
    from trade_offer where id = head.subject_id
    union all
    select mine.gets, theirs.account_id
    from trade_proposal_side mine
    join trade_proposal_side theirs on theirs.proposal_id = mine.proposal_id and theirs.gives = mine.gets
    where mine.proposal_id = head.subject_id and mine.account_id = ${account_id}
  ) swap
  join serial on serial.asset_token_id = swap.token
  join account giver on giver.id = swap.from_whom`

const followedBy = (reasons: readonly LedgerReason[]) => sql`
  select from ledger_transfer later
  where later.subject_id = head.subject_id and later.reason = any(${reasons})`

const none = sql`select id, at, '' as kind, subject_id, debit, credit, amount
  from ledger_transfer where false`

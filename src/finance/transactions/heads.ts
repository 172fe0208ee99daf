import { dealKinds } from '#src/sales/deal/deals.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PersonKind } from '#src/ledger/ledger.ts'
import type { LedgerAccountIds } from '#src/ledger/ledger-accounts.ts'
import type { EntryKind } from './history.shared.ts'

/** Identifies the one transfer that represents an entry. A deal has several transfers. */
interface Head {
  side: 'debit' | 'credit'
  of: PersonKind
  reason: string
  /** Requires a transfer of the same subject with one of these reasons. */
  then?: readonly string[]
  /** Excludes subjects with a transfer of these reasons. */
  notThen?: readonly string[]
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
  trade: dealHeads('trade'), // top-ups
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
  id?: string | undefined
}

/**
 * Returns SQL that selects the heads of a person's entries: the newest `most` of each kind, through its
 * own index. The cost of a page therefore does not grow with the account.
 */
export function headsOf(
  own: LedgerAccountIds,
  { kinds, from, to, id }: EntryFilter,
  most: number,
): RawBuilder<unknown> {
  const branches = kinds.flatMap((kind) =>
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
  return branches.length > 0 ? sql.join(branches, sql` union all `) : none
}

const followedBy = (reasons: readonly string[]) => sql`
  select from ledger_transfer later
  where later.subject_id = head.subject_id and later.reason = any(${reasons})`

const none = sql`select id, at, '' as kind, subject_id, debit, credit, amount
  from ledger_transfer where false`

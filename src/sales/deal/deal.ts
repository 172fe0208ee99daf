import type { RawBuilder } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { ErrorCode, Refusal } from '#core/errors.ts'
import type { AcquisitionTerms } from '#src/catalog/allowlist/acquisition.ts'
import type { Change } from '#src/catalog/provenance/provenance.ts'
import type { LedgerReason } from '#src/ledger/ledger.ts'
import type { CopyDeal, Deal } from './deal.shared.ts'

/** A copy of an order as the buyer saw it: its owner and its price in yen. */
export interface OrderedCopy {
  asset_token_id: string
  kid: string
  owner_account_id: string
  price: number
}

/** An order: copies that are acquired together or not at all. */
export interface Order {
  deal: CopyDeal
  buyer: string
  copies: OrderedCopy[]
  /** Yen to pay from points and sales balance, for all copies together. */
  from_balance: number
  /** True if everything is paid from balance; otherwise the rest is paid by card. */
  isPaidFromBalance: boolean
  lang: string
  country: string
  /** True if a draw chose the copies. */
  isDrawn?: boolean
  /** The period that the renter saw, in seconds. Rentals only. */
  rental_period_seconds?: number
  /** The window for the first play that the renter saw; null if the period counts from the payment. */
  start_within_seconds?: number | null
  /** Writes more in the same transaction, under the buyer's lock. A refusal undoes the order. */
  alsoWrite?: (tx: Tx, order_id: string, at: Date) => Promise<void>
}

/** A copy as read under its lock. */
export interface Offer extends AcquisitionTerms {
  asset_token_id: string
  number: number
  royalty_rate_bp: number | null
  rental_royalty_rate_bp: number | null
  listing_id: string | null
  sale_price: number | null
  rent_price: number | null
  rental_period_seconds: number | null
  start_within_seconds: number | null
  /** The seller from whom the owner bought the copy; null while it is on offer. */
  sold_by: string | null
  /** The renter of a running rental. */
  rented_by: string | null
  /** The buyer who is paying for it by card. */
  held_by: string | null
  /** The buyer of an order that was decided earlier in the same transaction. */
  bought_by?: string
}

/** A buyer's balance and holdings while orders are decided. */
export interface BuyerState {
  points: number
  sales: number
  /** Copies held or being paid for, by title and by allowlist. */
  held: ReadonlyMap<string, number>
  /** The allowlists that name the buyer, among those that reserve an ordered copy. */
  lists: ReadonlySet<string>
  /** Copies of any title that the buyer is paying for by card. */
  holds: number
  /** The titles of which the buyer has a running deal, for kinds that allow one at a time. */
  running: ReadonlySet<string>
}

/** A purchase row as settlement needs it. */
export interface Settling {
  id: string
  order_id: string
  deal: Deal
  buyer: string
  seller: string
  creator: string
  kid: string
  asset_token_id: string
  number: number
  listing_id: string
  kind: string
  rental_period_seconds: number | null
  start_within_seconds: number | null
  points_used: number
  sales_used: number
  card_amount: number
  platform_fee: number
  royalty: number
  net: number
}

/** A title's rates and flags, as a listing or an offer reads them. */
interface Rates {
  royalty_rate_bp: number | null
  rental_royalty_rate_bp: number | null
}
interface SecondaryFlags {
  secondary_sale_enabled: boolean
  secondary_rental_enabled: boolean
}

type Condition = RawBuilder<unknown>

/** The particulars of one kind of deal. All other code asks the kind and never branches on it. */
export interface DealKind {
  /**
   * True if the buyer becomes the owner of the copy: the deal ends its listing, counts towards
   * holding limits and freezes the copy during a dispute. Stored with each purchase.
   */
  transfers_copy: boolean
  /** True if one purchase stands for all copies of its listing's batch, whose listings it holds. */
  is_of_batch: boolean
  /** The reason of the transfer that pays the seller. */
  reason: LedgerReason
  /** The reason of the transfer that pays the platform. */
  fee_reason: LedgerReason
  /** The kind of the record in the copy's provenance; null if the copy stays as it is. */
  provenance: Change['kind'] | null
  /** The names of the deal's entries in statements, for the payee and for the payer. */
  statement: { earned: string; paid: string }

  /** Transfers or rents out the copies, in the settling transaction. The caller has locked the copies. */
  settle: (tx: Tx, purchases: Settling[], at: Date) => Promise<void>
  /** Undoes what was set aside for purchases that were not paid. The caller has locked the copies. */
  release?: (tx: Tx, purchases: Settling[], at: Date) => Promise<void>
  /** Returns the note on the deal that follows the number on the card page, in the buyer's language. */
  checkoutNote: (
    purchase: Pick<Settling, 'rental_period_seconds' | 'start_within_seconds'>,
    lang: string,
  ) => string

  /**
   * SQL conditions on a disputed purchase, for a query that has `purchase`, its `serial`, and `returned`
   * and `facts` of `loadStandings` in finance/dispute/claims.ts.
   */
  dispute: {
    /** The buyer still has what was paid for. */
    held: Condition
    /** The dispute has undone the deal. */
    undone: Condition
    /** The deal can be made again: nothing has happened to the copy since. */
    back: Condition
  }
  /** Undoes settled deals after a lost dispute; `subject_id` is the dispute's. */
  undo: (tx: Tx, purchases: Settling[], dispute: { subject_id: string; at: Date }) => Promise<void>
  /** Restores undone deals after the bank has reversed its decision on a dispute. */
  redo: (tx: Tx, purchases: Settling[], dispute: { subject_id: string; at: Date }) => Promise<void>
}

/** The particulars of a kind of deal by which buyers order copies that are on offer. */
export interface CopyDealKind extends DealKind {
  /** True if a first sale of this kind passes through the title's waiting room. */
  needs_pass: boolean

  /**
   * A SQL condition on a `listing` and its `asset`: it offers nothing while the creator offers the
   * title in the same way.
   */
  superseded: Condition
  /** Returns the royalty rate of a secondary deal, in basis points. */
  royaltyRate: (title: Rates) => number | null
  /** Returns the refusal if only the creator may offer copies of the title by this kind of deal. */
  secondaryFault: (title: SecondaryFlags) => ErrorCode | undefined

  /** The refusal if a copy is not offered in this way. */
  not_offered: ErrorCode
  /** Returns the limits on how many copies one person may hold, by title and by allowlist. */
  limits: (offer: Offer, at: string) => { of: string; limit: number }[]
  /** Reads, by person, the titles of their running deals. Only for kinds that allow one per title. */
  running?: (tx: Tx, people: string[], at: Date) => Promise<Map<string, Set<string>>>
  /** Refuses a buyer who may not have a second running deal of the title. */
  runningFault: (offer: Offer, buyer: BuyerState) => ErrorCode | undefined
  /** Refuses by terms, region, sale times and allowlists. */
  termsFault: (
    order: Order,
    offer: Offer,
    lists: ReadonlySet<string>,
    at: string,
  ) => Refusal | undefined
  /** Returns the copy and the buyer as later orders of the batch must see them. */
  take: (
    offer: Offer,
    order: Order,
    buyer: BuyerState,
    at: string,
  ) => { offer: Offer; buyer: BuyerState }
}

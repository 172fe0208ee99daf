import { type RawBuilder, sql } from 'kysely'
import type { CopyDealKind, DealKind } from './deal.ts'
import type { CopyDeal, Deal } from './deal.shared.ts'
import { distribution } from './distribution.ts'
import { freeRental } from './free-rental.ts'
import { rental } from './rental.ts'
import { sale } from './sale.ts'
import { topUp } from './top-up.ts'

/** The kinds of deal in copies. */
export const copyDealKinds: Record<CopyDeal, CopyDealKind> = { sale, rental }

/** Every kind of deal. */
export const dealKinds: Record<Deal, DealKind> = {
  ...copyDealKinds,
  distribution,
  top_up: topUp,
  free_rental: freeRental,
}

/** Groups rows by their kind of deal, in the order of `dealKinds`. */
export function byDeal<T extends { deal: string }>(rows: readonly T[]): [DealKind, T[]][] {
  return Object.entries(dealKinds).flatMap(([deal, kind]): [DealKind, T[]][] => {
    const found = rows.filter((row) => row.deal === deal)
    return found.length > 0 ? [[kind, found]] : []
  })
}

/** Returns SQL that has for each purchase the expression of its kind. */
export const caseOfDeal = (expression: (kind: DealKind) => RawBuilder<unknown>) =>
  caseOf(sql`purchase.deal`, dealKinds, expression)

function caseOf<K extends DealKind>(
  deal: RawBuilder<unknown>,
  kinds: Record<string, K>,
  expression: (kind: K) => RawBuilder<unknown>,
) {
  const cases = Object.entries(kinds).map(
    ([name, kind]) => sql`when ${sql.lit(name)} then ${expression(kind)}`,
  )
  return sql`case ${deal} ${sql.join(cases, sql` `)} end`
}

/** Matches listings of any kind of deal that offer something now; reads `listing` and `asset`. */
export const isDealOffered = sql`(listing.status = 'open' and listing.kind in ${namesOf(copyDealKinds)}
  and not ${caseOf(sql`listing.kind`, copyDealKinds, ({ superseded }) => superseded)})`

/**
 * Selects a rate of a copy on offer: the lesser of its title's and the one that its listing keeps. A
 * listing is of one kind of deal, so the rate of another kind says nothing. `listing` is the name by which
 * the statement has joined it.
 */
export const rateOnOffer = (
  rate: 'royalty_rate_bp' | 'rental_royalty_rate_bp',
  listing = 'listing',
) => sql<number | null>`least(${sql.ref(listing)}.kept_royalty_bp, asset.${sql.ref(rate)})`.as(rate)

/** The kinds of deal of which a first one passes through the waiting room, as a SQL list. */
export const passKinds = namesOf(copyDealKinds, ({ needs_pass }) => needs_pass)

/** Matches purchases that leave a record in the provenance of their copy. */
export const isRecorded = sql`(purchase.deal in ${namesOf(dealKinds, ({ provenance }) => provenance !== null)})`

/** Matches sales and rentals of copies: neither fees, top-ups nor free rentals. */
export const isOfCopies = sql`(purchase.deal in ${namesOf(copyDealKinds)})`

function namesOf<K>(kinds: Record<string, K>, isMeant: (kind: K) => boolean = () => true) {
  const meant = Object.entries(kinds).filter(([, kind]) => isMeant(kind))
  return sql`(${sql.join(meant.map(([name]) => sql.lit(name)))})`
}

/** The ledger reasons by which sellers are paid, as a SQL list. */
export const dealReasons = sql`(${sql.join(
  [...new Set(Object.values(dealKinds).map(({ reason }) => reason))].map((reason) =>
    sql.lit(reason),
  ),
)})`

/** The kinds of statement entries by which people earn from deals, and those by which they pay. */
export const earnedKinds = [
  ...new Set(Object.values(dealKinds).map((kind) => kind.statement.earned)),
]
export const paidKinds = [...new Set(Object.values(dealKinds).map((kind) => kind.statement.paid))]
